"""Emoji of the bot's application, which the bot may use everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.model.member import User
    from local_discord.wire import Json


@dataclass
class Emoji:
    """An emoji.

    Attributes:
        id: Its id.
        name: Its name, without colons.
        creator: The account that uploaded it.
        image: The picture.
        content_type: The picture's type, such as "image/png".
        animated: Whether it moves.
    """

    id: int
    name: str
    creator: User
    image: bytes
    content_type: str
    animated: bool = False

    @property
    def code(self) -> str:
        """The text that shows this emoji in a message."""
        return f"<{'a' if self.animated else ''}:{self.name}:{self.id}>"

    def to_json(self) -> Json:
        """Return the emoji object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "user": self.creator.to_json(),
            "require_colons": True,
            "managed": False,
            "animated": self.animated,
            "available": True,
        }
