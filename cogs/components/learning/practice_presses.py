"""Presses on boards outside of games: the half of a move, and the move that a menu names."""

from __future__ import annotations

from cogs.components.base import NotOffered, chosen, single_cell
from cogs.context import Request
from cogs.messages.looks.cells import CELL_NAMES
from gridlock_rules import Position


def first_half(position: Position, text: str) -> int | None:
    """Return the cell of a step after which a cell to remove must be chosen; None for any other text of a move."""
    cell = single_cell(text)
    return cell if cell is not None and position.removals(cell) else None


def chosen_move(request: Request, picked: str) -> str:
    """Return the text of the move that a choice from a menu of cells makes.

    Args:
        request: The request.
        picked: The name of the cell to which the token goes; empty if none was picked before.

    Raises:
        NotOffered: What was chosen is no cell.
    """
    cell = chosen(request)
    if cell not in CELL_NAMES:
        raise NotOffered
    return f"{picked}/{cell}" if picked else cell
