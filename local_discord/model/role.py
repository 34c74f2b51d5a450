"""Roles: named sets of permissions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.model.permissions import Permissions
    from local_discord.wire import Json


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
        """Returns the role object."""
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
