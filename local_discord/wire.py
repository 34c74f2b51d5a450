"""Discord's enumerations, flags and intents, JSON, and uploaded files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

LOCALE = "en-US"
ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024


@dataclass(frozen=True)
class Upload:
    """A file that is sent: by the bot with a request, or by a member with a command."""

    filename: str
    content: bytes
    content_type: str


class MessageFlags(IntFlag):
    """Bits of a message's `flags`."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


NO_FLAGS = MessageFlags(0)


class MessageType(IntEnum):
    """The types of messages."""

    DEFAULT = 0
    REPLY = 19
    CHAT_INPUT_COMMAND = 20
    CONTEXT_MENU_COMMAND = 23


class ChannelType(IntEnum):
    """The types of channels that exist here."""

    GUILD_TEXT = 0
    DM = 1
    GROUP_DM = 3
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class Context(IntEnum):
    """The kinds of places in which a command can be used."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class IntegrationType(IntEnum):
    """How an application is installed: to a guild, or by a person for all places where they are."""

    GUILD_INSTALL = 0
    USER_INSTALL = 1


class CommandType(IntEnum):
    """The types of application commands."""

    CHAT_INPUT = 1
    USER = 2
    MESSAGE = 3


class OptionType(IntEnum):
    """The types of a command's options."""

    SUB_COMMAND = 1
    SUB_COMMAND_GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


class InteractionType(IntEnum):
    """The types of interactions."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class CallbackType(IntEnum):
    """The types of interaction callbacks."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE_MESSAGE = 7
    AUTOCOMPLETE_RESULT = 8
    MODAL = 9


class ComponentType(IntEnum):
    """The types of message and modal components."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19
    RADIO_GROUP = 21
    CHECKBOX_GROUP = 22
    CHECKBOX = 23


class Intent(IntFlag):
    """The gateway intents."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MODERATION = 1 << 2
    GUILD_EXPRESSIONS = 1 << 3
    GUILD_INTEGRATIONS = 1 << 4
    GUILD_WEBHOOKS = 1 << 5
    GUILD_INVITES = 1 << 6
    GUILD_VOICE_STATES = 1 << 7
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16
    AUTO_MODERATION_CONFIGURATION = 1 << 20
    AUTO_MODERATION_EXECUTION = 1 << 21
    GUILD_MESSAGE_POLLS = 1 << 24
    DIRECT_MESSAGE_POLLS = 1 << 25


NO_INTENTS = Intent(0)
ALL_INTENTS = Intent(sum(Intent))
PRIVILEGED_INTENTS = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
"""The intents that an application's owner has to enable."""


SELECT_TYPES = frozenset(
    {
        ComponentType.STRING_SELECT,
        ComponentType.USER_SELECT,
        ComponentType.ROLE_SELECT,
        ComponentType.MENTIONABLE_SELECT,
        ComponentType.CHANNEL_SELECT,
    }
)


def timestamp(moment: datetime) -> str:
    """Return a time in Discord's format."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
