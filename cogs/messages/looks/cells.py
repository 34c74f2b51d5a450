"""The cells of a board as a player sees them: stones, legal cells, the last move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from gridlock_host import Game
from gridlock_rules import EMPTY_MARK, Player, cell_name
from gridlock_rules.geometry import cell_at


class Stone(Enum):
    """What occupies a cell. The marks of the players differ in shape, not only in colour."""

    SQUARE = auto()
    CIRCLE = auto()
    HOLLOW_SQUARE = auto()
    HOLLOW_CIRCLE = auto()
    HOLE = auto()
    WALL = auto()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a board.

    Attributes:
        name: Its name, such as "C3".
        stone: What occupies it; None for a free cell.
        is_legal: Whether the player to move may choose it.
        is_last: Whether the last move placed or removed something here.
    """

    name: str
    stone: Stone | None
    is_legal: bool
    is_last: bool


def cells_of(game: Game, picked: int | None = None) -> list[list[Cell]]:
    """Return the rows of a board.

    Args:
        game: The game.
        picked: The cell to which the player to move has gone, if the cell to remove is still to be chosen. The token is
            shown there only.
    """
    position = game.position
    legal = frozenset(() if game.is_over or game.bot_is_to_move else choices(game, picked))
    marked = _last_changed(game, picked)
    rows = []
    for number, marks in enumerate(position.marks):
        row = [(cell_at(number, column), mark) for column, mark in enumerate(marks)]
        rows.append(
            [
                Cell(cell_name(cell), _stone(game, cell, mark, picked), cell in legal, cell in marked)
                for cell, mark in row
            ]
        )
    return rows


def choices(game: Game, picked: int | None) -> Iterable[int]:
    """Return the cells that the player to move may choose: for the move, or to be removed after the picked step."""
    return game.position.targets if picked is None else game.position.removals(picked)


def _last_changed(game: Game, picked: int | None) -> frozenset[int]:
    if picked is not None:
        return frozenset({picked})
    move = game.last_move
    if move is None:
        return frozenset()
    return frozenset({move.cell} if move.removed is None else {move.cell, move.removed})


def _stone(game: Game, cell: int, mark: str, picked: int | None) -> Stone | None:
    variant, mover = game.variant, game.position.to_move
    if picked is not None:
        if cell == picked:
            mark = variant.mark(mover)
        elif mark == variant.mark(mover):
            return None
    if mark == EMPTY_MARK:
        return None
    removes = variant.cells_per_move == 2
    if mark == variant.mark(Player.ONE):
        return Stone.HOLLOW_SQUARE if removes else Stone.SQUARE
    if mark == variant.mark(Player.TWO):
        return Stone.HOLLOW_CIRCLE if removes else Stone.CIRCLE
    return Stone.HOLE if removes else Stone.WALL
