"""Tables of lost positions of Isolation on 5x5, for positions with few removed cells.

A table holds all positions with one number of free cells, up to the eight symmetries of the board. The 25 cells are
numbered row by row, so that a set of them is a word. First come the sets of free cells, each turned so that its word is
the smallest: in ascending order, each as the difference to the one before, in four bytes, the lowest first. Then comes
one bit for each pair of cells of each set, 1 if the player to move has lost: ordered by the cell of the player to move
and then by the other token's, and padded to whole bytes for each set. All of it is compressed.
`python -m gridlock_solver.isolation.make_tables` makes the tables.
"""

import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridlock_rules.geometry import STRIDE
from gridlock_solver.isolation.cells import FreeCells, Words, large_layers, unions
from gridlock_solver.isolation.retrograde import Layer

SIZE = 5
CELLS = SIZE * SIZE

_LOW = 13
"""The number of low bits of a word that one table lookup turns; a second lookup turns the high bits."""

KNOWN = (17, 20, 22)
"""The numbers of free cells that have a table: enough to compute all larger numbers fast."""

_DIFFERENCE = np.dtype("<u4")


def table_path(free: int) -> Path:
    """Return the path of the table for a number of free cells."""
    return Path(__file__).parent.parent / "tables" / f"isolation_{free}_free.xz"


def row_bytes(free: int) -> int:
    """Return how many bytes the pairs of this many cells take."""
    return (free * (free - 1) + 7) // 8


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """The lost positions with one number of free cells.

    Attributes:
        sets: The sets of free cells up to symmetry, ascending.
        rows: For each set the bits of its pairs, in bytes.
    """

    sets: Words
    rows: NDArray[np.uint8]

    def to_bytes(self) -> bytes:
        """Return the uncompressed content of the table's file."""
        return np.diff(self.sets, prepend=np.uint32(0)).astype(_DIFFERENCE).tobytes() + self.rows.tobytes()

    @classmethod
    def from_bytes(cls, content: bytes, free: int) -> "OpeningTable":
        """Return the table of a file's uncompressed content."""
        count = len(content) // (_DIFFERENCE.itemsize + row_bytes(free))
        differences = np.frombuffer(content, _DIFFERENCE, count)
        rows = np.frombuffer(content, np.uint8, offset=differences.nbytes).reshape(count, -1)
        return cls(np.cumsum(differences, dtype=np.uint32), rows)


@cache
def opening_table(free: int) -> OpeningTable:
    """Return the table for one of the `KNOWN` numbers of free cells."""
    return OpeningTable.from_bytes(lzma.decompress(table_path(free).read_bytes()), free)


def known_layer(cells: FreeCells, most: int) -> Layer | None:
    """Return the layer of the table with the most free cells up to a number; None if there is none.

    The first token is that of the player to move when all cells are free.
    """
    free = max((known for known in KNOWN if known <= most), default=None)
    if cells.size != SIZE or free is None:
        return None
    sets = large_layers(len(cells), free)[0]
    return Layer(sets, _looked_up(cells, sets, free, first_moves=(len(cells) - free) % 2 == 0))


def _looked_up(cells: FreeCells, sets: Words, free: int, *, first_moves: bool) -> Words:
    table = opening_table(free)
    numbers = np.array([cell // STRIDE * SIZE + cell % STRIDE for cell in cells.cells])
    turned = canonical(_renumbered(sets, numbers))
    rows = np.unpackbits(table.rows[np.searchsorted(table.sets, turned.sets)], axis=1)
    places = _places(turned.sets, turned_cells()[turned.symmetries][:, numbers], free)
    lost = np.zeros(places.shape, np.uint32)
    for number, place in enumerate(places.T):
        other = np.broadcast_to(place[:, None], places.shape)
        pairs = pair_index(places, other, free) if first_moves else pair_index(other, places, free)
        lost |= np.take_along_axis(rows, pairs, axis=1).astype(np.uint32) << np.uint32(number)
    return lost & sets[:, None] & ~cells.single


def _renumbered(sets: Words, numbers: NDArray[np.int64]) -> Words:
    renumbered = np.zeros_like(sets)
    for place, number in enumerate(numbers.tolist()):
        renumbered |= (sets >> np.uint32(place) & np.uint32(1)) << np.uint32(number)
    return renumbered


def _places(sets: Words, turned: NDArray[np.uint8], free: int) -> NDArray[np.intp]:
    """Return how many cells of its set come before each cell. For cells outside the set the result has no meaning."""
    before = (np.uint32(1) << turned.astype(np.uint32)) - np.uint32(1)
    return np.minimum(np.bitwise_count(sets[:, None] & before), free - 1).astype(np.intp)


def pair_index(mover: NDArray[np.intp], other: NDArray[np.intp], free: int) -> NDArray[np.intp]:
    """Return the index in a row of the bit for two tokens on these places among the free cells."""
    index: NDArray[np.intp] = mover * (free - 1) + other - (other > mover)
    return np.minimum(index, free * (free - 1) - 1)


def turned_cells() -> NDArray[np.uint8]:
    """Return the image of each cell under each symmetry of the board: eight rows of 25 cells."""
    board = np.arange(CELLS, dtype=np.uint8).reshape(SIZE, SIZE)
    turned = [np.rot90(side, quarters) for side in (board, board.T) for quarters in range(4)]
    return np.array([cells.ravel() for cells in turned])


@dataclass(frozen=True, slots=True)
class Canonical:
    """Sets of cells, each turned so that its word is the smallest.

    Attributes:
        sets: The words.
        symmetries: The row in `turned_cells` of the first symmetry that does it.
    """

    sets: Words
    symmetries: NDArray[np.intp]


def canonical(sets: Words) -> Canonical:
    """Return sets of cells, each turned so that its word is the smallest."""
    low, high = sets & np.uint32((1 << _LOW) - 1), sets >> np.uint32(_LOW)
    turned = np.array([lower.take(low) | higher.take(high) for lower, higher in _turned_halves()])
    return Canonical(turned.min(axis=0), turned.argmin(axis=0))


@cache
def _turned_halves() -> list[tuple[Words, Words]]:
    single = np.uint32(1) << turned_cells().astype(np.uint32)
    return [(unions(cells[:_LOW]), unions(cells[_LOW:])) for cells in single]
