"""Ceilings of lost starts: how often the best play beats a random mover from there, in Lines and Dodge on 5x5.

Run it with `python -m benchmarks.strength.ceilings`. It takes about a minute of processor time for each game, and
1.5 GB. The chance of every position is computed from the full board back: the highest of its moves for the player, the
mean of its moves for the random mover. Nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

import gridlock_rules as rules
from benchmarks.figures import say
from gridlock_rules.claim_position import LastCellPosition
from gridlock_rules.geometry import CELLS, cells_of, geometry
from gridlock_rules.start_pools import fair_starts
from gridlock_solver import solve
from gridlock_solver.registry import find_solver
from gridlock_solver.search.matching import Graph

KEYS: Final = ("lines", "dodge")
SIZE: Final = 5
_CHUNK: Final = 1 << 15

Masks = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Lost:
    """A start from which the player loses against perfect play.

    Attributes:
        claimed: How many cells are claimed.
        mask: The set of these cells, numbered from 0 in board order.
        last: The number of the last of them; None on the empty board.
        moves_first: Whether the player is to move.
    """

    claimed: int
    mask: int
    last: int | None
    moves_first: bool


class Board:
    """The cells of a board, numbered from 0 in board order, and all sets of them.

    Attributes:
        count: How many cells there are.
        follows: For each two numbers, 1 if the second cell may follow the first, else 0.
        sets: All sets of as many cells as the index says, in ascending order.
        ranks: The index of each set there.
    """

    def __init__(self, graph: Graph, size: int) -> None:
        """Rank the sets among those of as many cells."""
        self._cells = list(cells_of(geometry(size).board))
        self.count = len(self._cells)
        self.follows = np.array([[graph[one] >> other & 1 for other in self._cells] for one in self._cells], np.float32)
        sizes = np.bitwise_count(np.arange(1 << self.count, dtype=np.uint32))
        self.sets = [np.flatnonzero(sizes == size) for size in range(self.count + 1)]
        self.ranks = np.zeros(1 << self.count, np.int32)
        for sets in self.sets:
            self.ranks[sets] = np.arange(len(sets))

    def number(self, cell: int) -> int:
        """Return the number of a cell."""
        return self._cells.index(cell)

    def mask(self, cells: int) -> int:
        """Return the set of numbers of a set of cells."""
        return sum(1 << self.number(cell) for cell in CELLS if cells >> cell & 1)


def ceilings(board: Board, starts: Sequence[Lost], parity: int) -> list[float]:
    """Return the chances of the player, who moves when the number of claimed cells has this parity.

    Args:
        board: The board.
        starts: Starts from which the player does so, at least one.
        parity: 0 or 1.
    """
    found: dict[Lost, float] = {}
    after: Chances | None = None
    for claimed in range(board.count, 0, -1):
        after = _layer(board, claimed, after, is_own=claimed % 2 == parity)
        for start in starts:
            if start.last is None and claimed == 1:
                found[start] = fmean(float(after[cell, board.ranks[1 << cell]]) for cell in range(board.count))
            elif start.last is not None and start.claimed == claimed:
                found[start] = float(after[start.last, board.ranks[start.mask]])
        say(f"{claimed} claimed cells")
    return [found[start] for start in starts]


def _layer(board: Board, claimed: int, after: Chances | None, *, is_own: bool) -> Chances:
    """Return the chances with so many claimed cells: for each number of the last cell, by the ranks of the sets."""
    sets = board.sets[claimed]
    chances = np.zeros((board.count, len(sets)), np.float32)
    for begin in range(0, len(sets), _CHUNK):
        part = sets[begin : begin + _CHUNK]
        free = 1 - (part >> np.arange(board.count)[:, None] & 1).astype(np.float32)
        moves = np.zeros_like(free)
        if after is not None:
            for cell in range(board.count):
                is_free = free[cell] > 0
                moves[cell, is_free] = after[cell, board.ranks[part[is_free] | 1 << cell]]
        chances[:, begin : begin + _CHUNK] = _highest(board, moves) if is_own else _mean(board, moves, free)
    return chances


def _highest(board: Board, moves: Chances) -> Chances:
    """Return the highest chance of the moves that follow each last cell; 0 if there is none."""
    return np.stack([moves[follows > 0].max(axis=0, initial=0) for follows in board.follows])


def _mean(board: Board, moves: Chances, free: Chances) -> Chances:
    """Return the mean chance of the moves that follow each last cell; 1 if there is none."""
    count = board.follows @ free
    return np.where(count > 0, board.follows @ moves / np.maximum(count, 1), 1)


def lost_seat(position: rules.Position, board: Board) -> Lost:
    """Return the seat that loses a position.

    Raises:
        TypeError: The variant is none of `KEYS`.
    """
    if not isinstance(position, LastCellPosition):
        raise TypeError(f"{position.variant.title} has no last cell")
    cells = position.one | position.two
    last = None if position.last is None else board.number(position.last)
    return Lost(cells.bit_count(), board.mask(cells), last, moves_first=not solve(position).is_won)


def ceilings_of(key: str, size: int, starts: Sequence[str]) -> list[float]:
    """Return for each start how often the best play from the seat that loses it beats a random mover.

    Args:
        key: The key of the variant.
        size: Number of rows and columns.
        starts: The starts; the empty one is the empty board.
    """
    variant, graph = rules.find_variant(key), find_solver(key).graph
    if graph is None:
        raise TypeError(f"{key} is no game of geography")
    board = Board(graph(size), size)
    lost = [lost_seat(variant.start(size, start), board) for start in starts]
    found: dict[Lost, float] = {}
    for parity in (0, 1):
        mine = [seat for seat in lost if (seat.claimed + (not seat.moves_first)) % 2 == parity]
        if mine:
            found |= zip(mine, ceilings(board, mine, parity), strict=True)
    return [found[seat] for seat in lost]


def main() -> None:
    """Print the ceilings."""
    for key in KEYS:
        empty, *fair = ceilings_of(key, SIZE, ["", *fair_starts(key, SIZE)])
        print(f"{key}: {empty:.1%} from the empty board, {fmean(fair):.1%} from fair starts", flush=True)


if __name__ == "__main__":
    main()
