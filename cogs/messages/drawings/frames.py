"""Frames of a game's pictures: what each cell of the board shows after each move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.messages.drawings.drawing import Frame
from cogs.messages.looks.cells import GRIDS, last_changed, stones_of
from gridlock_host import Game
from gridlock_rules import Position

_FREE: Final = "free_cell"


def frame_at(game: Game, ply: int) -> Frame:
    """Return the board after so many moves."""
    shown = game.as_of(ply)
    return _frame(shown.position, last_changed(shown, None))


def frames_of(game: Game) -> Iterator[Frame]:
    """Yield the board before the first move, and after each one."""
    position = game.position_at(0)
    yield _frame(position, 0)
    for text in game.moves:
        move = position.parse(text)
        position = position.play(move)
        yield _frame(position, 1 << move.cell | (0 if move.removed is None else 1 << move.removed))


def _frame(position: Position, last: int) -> Frame:
    stones = stones_of(position, last)
    taken = stones.taken | stones.closed
    return tuple(
        stones.picture(bit, "_cell") if taken & bit else _FREE for row in GRIDS[position.size] for bit, _ in row
    )
