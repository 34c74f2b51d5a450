"""Pictures of stones and cells: the application's own emoji, or Unicode ones until these are uploaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cogs.messages.looks.cells import Cell, Stone

_UNICODE: Final = {
    Stone.SQUARE: "🟦",
    Stone.CIRCLE: "🟠",
    Stone.HOLLOW_SQUARE: "🔷",
    Stone.HOLLOW_CIRCLE: "🔶",
    Stone.HOLE: "⬛",
    Stone.WALL: "⬛",
}


class Pictures:
    """The emoji of a board.

    Args:
        ids: The ids of the application's emoji, by name; those that are missing are replaced by Unicode emoji.
    """

    def __init__(self, ids: Mapping[str, int]) -> None:
        self._ids = ids

    def on_button(self, cell: Cell, stone: Stone) -> dict[str, Any]:
        """Return the emoji of a button as Discord takes it; the stone of the last move is in a ring."""
        name = f"{stone}_last_move" if cell.is_last and f"{stone}_last_move" in self._ids else str(stone)
        return {"id": self._ids.get(name), "name": name if name in self._ids else _UNICODE[stone]}

    def has_ring(self, stone: Stone) -> bool:
        """Return whether a picture tells that the last move placed this stone."""
        return f"{stone}_last_move" in self._ids


UNICODE_PICTURES: Final = Pictures({})
