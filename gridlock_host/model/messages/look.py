"""Look of a board: how a server wants its boards to be drawn."""

from enum import StrEnum


class Look(StrEnum):
    """How boards are drawn. A server chooses one."""

    CLASSIC = "classic"
    """The board as a code block, and below it as buttons or menus."""
    PICTURES = "pictures"
    """The board as buttons or emoji, without a code block."""
    TEXT = "text"
    """The board as a code block, and menus."""
