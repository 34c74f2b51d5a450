"""Channels and the messages in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from local_discord.model.events import ChangeKind
from local_discord.model.member import User
from local_discord.model.message import BaseMessage
from local_discord.model.values.permissions import Overwrites, Permissions, Role
from local_discord.wire import ChannelType, Intent, Json, MessageFlags, MessageType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from local_discord.model.emojis import Emoji
    from local_discord.model.events import Gateway
    from local_discord.model.member import BaseMember
    from local_discord.model.mentions import Mentions
    from local_discord.model.message import Attachment, Draft, Edit
    from local_discord.model.values.snowflakes import Snowflakes
    from local_discord.wire import Upload


_MASKED_NAME = "___hidden___"
_CHANNEL_OBFUSCATED = 1 << 17


class Announcer(Protocol):
    """Announces changes to observers."""

    def announce(self, kind: ChangeKind, *, message: Message | None = None) -> None:
        """Tell observers that something happened."""


class ChannelWorld(Protocol):
    """The part of the world that channels use."""

    address: str
    application_id: int
    bot: User
    channels: dict[int, Channel]
    clock: Callable[[], float]
    commands: list[Json]
    emojis: dict[int, Emoji]
    ids: Snowflakes
    users: dict[int, User]

    @property
    def changes(self) -> Announcer:
        """Where changes are announced."""

    @property
    def gateway(self) -> Gateway:
        """Where events for the bot go."""

    def notify(self, member: BaseMember, message: Message) -> None:
        """Add a message to a member's notifications."""

    def keep_upload(self, channel_id: int, upload: Upload) -> Attachment:
        """Keep a file that a member attaches to a command."""


class ChannelGuild(Protocol):
    """The part of a guild that its channels use."""

    id: int
    name: str
    locale: str
    bot_present: bool
    commands: list[Json]
    command_access: dict[str, list[Role]]

    @property
    def bot(self) -> BaseMember:
        """The bot as a member."""

    @property
    def members(self) -> Mapping[int, BaseMember]:
        """The members, by id of their account."""

    @property
    def people(self) -> Sequence[BaseMember]:
        """The members, without the bot."""

    @property
    def roles(self) -> Sequence[Role]:
        """The roles."""

    def position_of(self, channel: Channel) -> int:
        """Return the channel's place in the list."""

    def forget_channel(self, channel: Channel) -> None:
        """Take a deleted channel out of the list."""

    def dispatch(self, event: str, body: Json, intent: Intent, redacted: Json | None = None) -> None:
        """Send an event to the bot while it is in the guild."""


class Message(BaseMessage["Channel"]):
    """A message in a channel."""


class Channel:
    """A text channel.

    Attributes:
        world: The world it belongs to.
        id: The channel's id.
        name: The channel's name.
        guild: The guild it belongs to, or None for direct messages.
        type: The channel's type.
        deleted: Whether it was deleted.
        history: All messages posted in it, deleted ones included, by id.
    """

    def __init__(
        self,
        world: ChannelWorld,
        channel_id: int,
        name: str,
        guild: ChannelGuild | None,
        channel_type: ChannelType = ChannelType.GUILD_TEXT,
    ) -> None:
        self.world = world
        self.id = channel_id
        self.name = name
        self.guild = guild
        self.type = channel_type
        self.deleted = False
        self.history: dict[int, Message] = {}
        self._overwrites = Overwrites()
        world.channels[channel_id] = self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} #{self.name}>"

    @property
    def mention(self) -> str:
        """The text that links to this channel."""
        return f"<#{self.id}>"

    @property
    def messages(self) -> list[Message]:
        """The messages that are not deleted, ephemeral ones included, oldest first."""
        return [message for message in self.history.values() if not message.deleted]

    @property
    def people(self) -> list[BaseMember]:
        """The members who can read it, without the bot."""
        people = () if self.guild is None else self.guild.people
        return [member for member in people if self.permissions_of(member).includes(Permissions.VIEW_CHANNEL)]

    def can_be_read_by(self, member: BaseMember) -> bool:
        """Return whether a member, who is not the bot, can read it."""
        if self.guild is None or self.guild.members.get(member.id) is not member or member is self.guild.bot:
            return False
        return self.permissions_of(member).includes(Permissions.VIEW_CHANNEL)

    def permissions_of(self, member: BaseMember) -> Permissions:
        """Return a member's permissions in this channel."""
        permissions = member.permissions
        if permissions & Permissions.ADMINISTRATOR:
            return permissions
        return permissions & ~self._overwrites.denied_to(member.id)

    @property
    def has_bot(self) -> bool:
        """Whether the bot is there, so that it can post, and gets events. Elsewhere it only answers interactions."""
        return self.guild is None or self.guild.bot_present

    @property
    def bot_permissions(self) -> Permissions:
        """The bot's permissions in this channel."""
        if self.guild is None:
            return Permissions.VIEW_CHANNEL | Permissions.SEND_MESSAGES
        return self.permissions_of(self.guild.bot)

    def deny_bot(self, *names: str) -> None:
        """Take permissions, by their names, from the bot in this channel."""
        self._overwrites.deny(self.world.bot.id, Permissions.named(*names))
        self._dispatch_self("CHANNEL_UPDATE")

    def allow_bot(self, *names: str) -> None:
        """Give permissions that were denied in this channel back to the bot."""
        self._overwrites.allow(self.world.bot.id, Permissions.named(*names))
        self._dispatch_self("CHANNEL_UPDATE")

    def hide_from(self, member: BaseMember) -> None:
        """Take the permission to see this channel from a member."""
        self._overwrites.deny(member.id, Permissions.VIEW_CHANNEL)
        self._dispatch_self("CHANNEL_UPDATE")

    def delete(self) -> None:
        """Delete the channel with its messages."""
        self.deleted = True
        self.world.channels.pop(self.id, None)
        if self.guild is not None:
            self.guild.forget_channel(self)
        self._dispatch_self("CHANNEL_DELETE")
        self.world.changes.announce(ChangeKind.OTHER)

    def find_message(self, message_id: int) -> Message | None:
        """Return a message, unless it is deleted or ephemeral."""
        message = self.history.get(message_id)
        return None if message is None or message.deleted or message.ephemeral else message

    def post(
        self,
        author: BaseMember | User,
        draft: Draft,
        *,
        message_type: MessageType | None = None,
        addressee: BaseMember | None = None,
        origin: Json | None = None,
    ) -> Message:
        """Post a message, and notify the members it mentions."""
        default = MessageType.REPLY if draft.reference else MessageType.DEFAULT
        message = Message(
            id=self.world.ids.next(),
            channel=self,
            author=author,
            content=draft.content,
            embeds=draft.embeds,
            components=draft.components,
            flags=draft.flags,
            attachments=draft.attachments,
            mentioned=self._mentions(draft, author, addressee),
            created_at=self.world.clock(),
            type=message_type or default,
            addressee=addressee,
            reference=draft.reference,
            origin=origin,
            nonce=draft.nonce,
            tts=draft.tts,
        )
        if message.account is self.world.bot:
            message.application_id = self.world.application_id
        self.history[message.id] = message
        for member in message.mentions:
            self.world.notify(member, message)
        self._dispatch_message("MESSAGE_CREATE", message)
        self.world.changes.announce(ChangeKind.MESSAGE_CREATED, message=message)
        return message

    def edit(self, message: Message, edit: Edit) -> None:
        """Edit a message; edits do not notify."""
        message.apply(edit)
        self._dispatch_message("MESSAGE_UPDATE", message)
        self.world.changes.announce(ChangeKind.MESSAGE_EDITED, message=message)

    def remove(self, *messages: Message) -> None:
        """Delete messages; several at once are one gateway event."""
        for message in messages:
            message.deleted = True
        shown = [message for message in messages if not message.ephemeral]
        if len(shown) == 1:
            self._dispatch("MESSAGE_DELETE", self._place() | {"id": str(shown[0].id)})
        elif shown:
            ids = [str(message.id) for message in shown]
            self._dispatch("MESSAGE_DELETE_BULK", self._place() | {"ids": ids})
        for message in messages:
            self.world.changes.announce(ChangeKind.MESSAGE_DELETED, message=message)

    def to_json(self) -> Json:
        """Return the channel object."""
        return self._guild_part() | {
            "id": str(self.id),
            "type": int(self.type),
            "name": self.name,
            "position": self.guild.position_of(self) if self.guild else 0,
            "permission_overwrites": self._overwrites.to_json(),
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "rate_limit_per_user": 0,
            "last_message_id": self._last_message_id(),
            "flags": 0,
        }

    def to_event_json(self) -> Json:
        """Return the channel object for events and lists: masked if the bot cannot see the channel."""
        body = self.to_json()
        if self.guild is None or self.permissions_of(self.guild.bot).includes(Permissions.VIEW_CHANNEL):
            return body
        denied = str(int(Permissions.VIEW_CHANNEL))
        overwrite = {"id": str(self.guild.id), "type": 0, "allow": "0", "deny": denied}
        return body | {
            "name": _MASKED_NAME,
            "permission_overwrites": [overwrite],
            "last_message_id": None,
            "flags": _CHANNEL_OBFUSCATED,
        }

    def _mentions(self, draft: Draft, author: BaseMember | User, addressee: BaseMember | None) -> Mentions:
        """Return the mentions of a new message, and the members whom it notifies.

        An author is never notified of their own message, and an ephemeral message can only reach its addressee.
        """
        mention_text = draft.mention_text(everyone_id=self.guild.id if self.guild else 0)
        allowed = not isinstance(author, User) and author.permissions.includes(Permissions.MENTION_EVERYONE)
        found = mention_text.find(self.world.users, may_mention_everyone=allowed)
        if not draft.flags & MessageFlags.SUPPRESS_NOTIFICATIONS:
            people = self.people if self.guild is None else self.guild.people
            found.notified = [
                member
                for member in people
                if member is not author
                and addressee in (None, member)
                and (found.reach(member) or self.guild is None)
                and self.can_be_read_by(member)
            ]
        return found

    def _last_message_id(self) -> str | None:
        newest_first = reversed(self.history.values())
        return next((str(message.id) for message in newest_first if not message.ephemeral), None)

    def _place(self) -> Json:
        return {"channel_id": str(self.id)} | self._guild_part()

    def _guild_part(self) -> Json:
        return {} if self.guild is None else {"guild_id": str(self.guild.id)}

    def _dispatch_self(self, event: str) -> None:
        self._dispatch(event, self.to_event_json(), intent=Intent.GUILDS)

    def _dispatch_message(self, event: str, message: Message) -> None:
        """Send a message event to the bot; ephemeral messages have none."""
        if message.ephemeral:
            return
        body = message.to_json() | self._place()
        if self.guild is not None and not isinstance(message.author, User):
            body["member"] = message.author.to_json(with_user=False)
        secret = (
            self.guild is not None
            and message.account is not self.world.bot
            and self.world.bot not in message.mentioned.users
        )
        self._dispatch(event, body, redacted=body | _NOTHING_TO_READ if secret else None)

    def _dispatch(self, event: str, body: Json, *, intent: Intent | None = None, redacted: Json | None = None) -> None:
        if not self.has_bot:
            return
        if self.guild is None:
            intent = intent or Intent.DIRECT_MESSAGES
            self.world.gateway.dispatch(event, body, None, intent)
        elif intent is not None or self.bot_permissions & Permissions.VIEW_CHANNEL:
            self.guild.dispatch(event, body, intent or Intent.GUILD_MESSAGES, redacted)


_NOTHING_TO_READ: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
"""Replaces the contents of other people's messages for a bot without the message content intent."""
