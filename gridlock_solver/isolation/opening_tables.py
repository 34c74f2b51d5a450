"""Isolation on 5x5 while few cells are removed: lost positions from tables that come with the package.

A table holds all positions with one number of free cells, up to symmetry. It begins with the sets of free
cells, turned so that their words are the smallest: ascending, each as the difference to the one before, in
four bytes, the lowest first. For each set follows one bit for each pair of its cells, 1 where the player to
move has lost: ordered by the mover's cell and then by the other token's, and filled up to whole bytes. All of
it is compressed. `python -m gridlock_solver.make_isolation_tables` makes the tables.
"""

import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gridlock_rules.geometry import STRIDE
from gridlock_solver.isolation.cells import FreeCells, Words, large_layers
from gridlock_solver.isolation.retrograde import Layer
from gridlock_solver.isolation.symmetry import SIZE, canonical, turned_cells

KNOWN = (17, 20, 22)
"""The numbers of free cells for which there is a table: enough to reach any larger one in a moment."""

_DIFFERENCE = np.dtype("<u4")


def table_path(free: int) -> Path:
    """Return where the table for a number of free cells is."""
    return Path(__file__).parent.parent / "tables" / f"isolation_{free}_free.xz"


def row_bytes(free: int) -> int:
    """Return how many bytes the pairs of so many cells take."""
    return (free * (free - 1) + 7) // 8


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """The lost positions with one number of free cells.

    Attributes:
        sets: The sets of free cells up to symmetry, as words of `isolation_symmetry`, ascending.
        rows: For each of them the bits of its pairs, in bytes.
    """

    sets: Words
    rows: NDArray[np.uint8]

    def to_bytes(self) -> bytes:
        """Return the table as it is kept, before it is compressed."""
        return np.diff(self.sets, prepend=np.uint32(0)).astype(_DIFFERENCE).tobytes() + self.rows.tobytes()

    @classmethod
    def from_bytes(cls, content: bytes, free: int) -> "OpeningTable":
        """Read a table with this many free cells."""
        count = len(content) // (_DIFFERENCE.itemsize + row_bytes(free))
        differences = np.frombuffer(content, _DIFFERENCE, count)
        rows = np.frombuffer(content, np.uint8, offset=differences.nbytes).reshape(count, -1)
        return cls(np.cumsum(differences, dtype=np.uint32), rows)


@cache
def opening_table(free: int) -> OpeningTable:
    """Return the table for one of the `KNOWN` numbers of free cells."""
    return OpeningTable.from_bytes(lzma.decompress(table_path(free).read_bytes()), free)


def known_layer(cells: FreeCells, most: int) -> Layer | None:
    """Return the layer in a table with the most free cells, but at most so many; None where there is none.

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
    """Return how many cells of its set come before each cell. For cells outside the set, any place will do."""
    before = (np.uint32(1) << turned.astype(np.uint32)) - np.uint32(1)
    return np.minimum(np.bitwise_count(sets[:, None] & before), free - 1).astype(np.intp)


def pair_index(mover: NDArray[np.intp], other: NDArray[np.intp], free: int) -> NDArray[np.intp]:
    """Return where in a row the bit is for two tokens that stand on these places among the free cells."""
    index: NDArray[np.intp] = mover * (free - 1) + other - (other > mover)
    return np.minimum(index, free * (free - 1) - 1)
