"""Membership: an account in a guild, with roles and permissions."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from local_discord.wire import Json, timestamp

if TYPE_CHECKING:
    from local_discord.model.permissions import Permissions, Role
    from local_discord.model.user import User


class BaseMember:
    """A member of a guild.

    Attributes:
        user: The account.
        roles: The roles besides the one that everybody has.
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
        """What the member may do in the guild."""
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
