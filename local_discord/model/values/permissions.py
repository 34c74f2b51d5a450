"""Permission bits, and roles: named sets of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.wire import Json


class Permissions(IntFlag):
    """A set of permissions, under the names of Discord's documentation."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    USE_EXTERNAL_APPS = 1 << 50

    @classmethod
    def named(cls, *names: str) -> Permissions:
        """Return the permissions with these names.

        Raises:
            KeyError: There is no permission of one of the names.
        """
        permissions = cls(0)
        for name in names:
            permissions |= cls[name]
        return permissions

    def includes(self, wanted: Permissions) -> bool:
        """Return whether all of `wanted` is granted; an administrator may do anything."""
        return bool(self & Permissions.ADMINISTRATOR) or self & wanted == wanted


ORDINARY_MEMBER = Permissions.named(
    "ADD_REACTIONS",
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "USE_APPLICATION_COMMANDS",
    "CREATE_PUBLIC_THREADS",
    "SEND_MESSAGES_IN_THREADS",
    "USE_EXTERNAL_APPS",
)
"""The permissions of @everyone."""

MODERATOR = ORDINARY_MEMBER | Permissions.named("KICK_MEMBERS", "MANAGE_MESSAGES", "MANAGE_THREADS", "MODERATE_MEMBERS")
"""The usual permissions of a moderator."""

INVITED_BOT = Permissions.named(
    "VIEW_CHANNEL",
    "SEND_MESSAGES",
    "EMBED_LINKS",
    "ATTACH_FILES",
    "READ_MESSAGE_HISTORY",
    "CREATE_PUBLIC_THREADS",
    "SEND_MESSAGES_IN_THREADS",
)
"""The usual permissions of an invited bot."""


class Overwrites:
    """The permissions that a channel denies to single accounts."""

    def __init__(self) -> None:
        self._denied: dict[int, Permissions] = {}

    def denied_to(self, user_id: int) -> Permissions:
        """Return what an account is denied."""
        return self._denied.get(user_id, Permissions(0))

    def deny(self, user_id: int, permissions: Permissions) -> None:
        """Deny permissions to an account."""
        self._denied[user_id] = self.denied_to(user_id) | permissions

    def allow(self, user_id: int, permissions: Permissions) -> None:
        """Give back permissions that were denied."""
        self._denied[user_id] = self.denied_to(user_id) & ~permissions

    def to_json(self) -> list[Json]:
        """Return the channel's `permission_overwrites`."""
        return [
            {"id": str(user_id), "type": 1, "allow": "0", "deny": str(int(denied))}
            for user_id, denied in self._denied.items()
            if denied
        ]


@dataclass(eq=False)
class Role:
    """A named set of permissions that members can have."""

    id: int
    name: str
    permissions: Permissions
    position: int

    @property
    def mention(self) -> str:
        """The text that mentions this role."""
        return f"<@&{self.id}>"

    def to_json(self) -> Json:
        """Return the role object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": self.position,
            "permissions": str(int(self.permissions)),
            "managed": False,
            "mentionable": True,
            "flags": 0,
        }
