"""The eight symmetries of the 5x5 board, for sets of its cells.

Its 25 cells are numbered row by row here, so that a set of them is a word.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridlock_solver.isolation.cells import Words, unions

SIZE = 5
CELLS = SIZE * SIZE

_LOW = 13
"""The lower cells of a word, which are turned together by one look into a table; so are the others."""


def turned_cells() -> NDArray[np.uint8]:
    """Return where each symmetry of the board takes each cell: eight rows of 25 cells."""
    board = np.arange(CELLS, dtype=np.uint8).reshape(SIZE, SIZE)
    turned = [np.rot90(side, quarters) for side in (board, board.T) for quarters in range(4)]
    return np.array([cells.ravel() for cells in turned])


@dataclass(frozen=True, slots=True)
class Canonical:
    """Sets of cells, each turned so that its word is the smallest.

    Attributes:
        sets: The words.
        symmetries: Which of the symmetries does it, the first of `turned_cells` that does.
    """

    sets: Words
    symmetries: NDArray[np.intp]


def canonical(sets: Words) -> Canonical:
    """Turn sets of cells."""
    low, high = sets & np.uint32((1 << _LOW) - 1), sets >> np.uint32(_LOW)
    turned = np.array([lower.take(low) | higher.take(high) for lower, higher in _turned_halves()])
    return Canonical(turned.min(axis=0), turned.argmin(axis=0))


@cache
def _turned_halves() -> list[tuple[Words, Words]]:
    single = np.uint32(1) << turned_cells().astype(np.uint32)
    return [(unions(cells[:_LOW]), unions(cells[_LOW:])) for cells in single]
