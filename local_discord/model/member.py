"""Accounts, and their memberships of guilds."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from local_discord.wire import LOCALE, Json, timestamp

if TYPE_CHECKING:
    from local_discord.model.values.permissions import Permissions, Role


class BaseMember:
    """A member of a guild.

    Attributes:
        user: The account.
        roles: The roles besides @everyone.
    """

    def __init__(self, user: User, everyone: Role) -> None:
        self.user = user
        self.roles: list[Role] = []
        self._everyone = everyone
        self._joined = datetime.now(UTC)

    def __repr__(self) -> str:
        return f"<Member {self.name}>"

    @property
    def id(self) -> int:
        """The id of the account."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name that is shown."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The text that mentions this member."""
        return self.user.mention

    @property
    def permissions(self) -> Permissions:
        """The member's permissions in the guild."""
        permissions = self._everyone.permissions
        for role in self.roles:
            permissions |= role.permissions
        return permissions

    def to_json(self, *, with_user: bool = True) -> Json:
        """Return the member object."""
        body: Json = {
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [str(role.id) for role in self.roles],
            "joined_at": timestamp(self._joined),
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": None,
        }
        if with_user:
            body["user"] = self.user.to_json()
        return body


@dataclass(eq=False)
class User:
    """An account.

    Attributes:
        id: The account's id.
        name: The user name, which is also the name shown.
        bot: Whether it is a bot's account.
        locale: The language of the person's client.
        takes_direct_messages: Whether bots may send direct messages to it.
        has_installed_app: Whether the person has installed the application for themselves.
        icon: Its picture, a PNG; or None.
    """

    id: int
    name: str
    bot: bool = False
    locale: str = LOCALE
    takes_direct_messages: bool = True
    has_installed_app: bool = False
    icon: bytes | None = None

    @property
    def mention(self) -> str:
        """The text that mentions this user in a message."""
        return f"<@{self.id}>"

    def to_json(self) -> Json:
        """Return the user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": None if self.bot else self.name,
            "avatar": None if self.icon is None else hashlib.md5(self.icon, usedforsecurity=False).hexdigest(),
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
