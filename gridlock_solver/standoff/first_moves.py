"""Who wins Standoff with each first move, searched anew: `python -m gridlock_solver.standoff.first_moves`.

It uses no table, and the compiled search if that is built. Name sizes to search only these boards; usually it searches
3x3 to 8x8.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from gridlock_rules.geometry import SIZES, cell_name, cells_of, geometry
from gridlock_solver.search.budget import UNLIMITED
from gridlock_solver.search.symmetry import images
from gridlock_solver.standoff.compiled import CompiledSearch, library
from gridlock_solver.standoff.ground import Ground
from gridlock_solver.standoff.search import GroundSearch, PythonSearch


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A first move, and those that symmetries of the board map to it.

    Attributes:
        cell: The first of their cells in board order.
        count: How many they are.
        wins: Whether they win.
    """

    cell: int
    count: int
    wins: bool


def first_moves(size: int, search: GroundSearch) -> Iterator[FirstMove]:
    """Yield the first moves of a board, each with those that are the same up to symmetry."""
    board = geometry(size).board
    for cell in cells_of(board):
        orbit = set(images(1 << cell, size))
        if 1 << cell == min(orbit):
            wins = not search.wins(Ground(board, board).after(cell), UNLIMITED.begin())
            yield FirstMove(cell, len(orbit), wins)


def main() -> None:
    """Print a line for each board."""
    code = library()
    for size in map(int, sys.argv[1:]) if sys.argv[1:] else SIZES:
        begin = time.process_time()
        search = PythonSearch(size) if code is None else CompiledSearch(code, size, 1 << 24)
        moves = list(first_moves(size, search))
        winning = [move for move in moves if move.wins]
        seconds = time.process_time() - begin
        print(
            f"{size}x{size}: {sum(move.count for move in winning)} of {size * size} first moves win,",
            f"{_listed(winning)}; {_listed([move for move in moves if not move.wins])} lose ({seconds:.2f} s)",
            flush=True,
        )


def _listed(moves: list[FirstMove]) -> str:
    return " ".join(cell_name(move.cell) for move in moves) or "none"


if __name__ == "__main__":
    main()
