"""What a look gives: a function from a scene to a drawing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cogs.discord_api.components import Component
from cogs.messages.looks.cells import Scene


@dataclass(frozen=True, slots=True)
class Drawing:
    """A board between its header and its controls.

    Attributes:
        text: The board as text; empty if only the rows show it.
        rows: The rows of buttons and menus with which a move is made.
        offers_text: Whether the controls have a button for the board as a code block, because it shows none.
        has_emoji: Whether the header has emoji too.
    """

    text: str
    rows: tuple[Component, ...] = ()
    offers_text: bool = False
    has_emoji: bool = True


DrawBoard: TypeAlias = Callable[[Scene], Drawing]
"""A look: a pure function."""
