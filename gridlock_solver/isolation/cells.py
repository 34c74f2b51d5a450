"""Sets of free cells as arrays of 32-bit words.

The free cells are numbered. A set of them is a word: an unsigned number of 32 bits whose bit `1 << number` is set for
each member.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from gridlock_rules.geometry import CELLS, STRIDE, cells_of, geometry, touching

Words = NDArray[np.uint32]
Ranks = NDArray[np.int32]


class FreeCells:
    """The cells of a board that are not removed, including those under the tokens.

    Attributes:
        size: Number of rows, and of columns, of the board.
        cells: The cells in board order. A cell's number is its index in this tuple.
        full: Set of all of them.
        single: For each cell, the set of it alone.
        neighbours: For each cell, the set of the cells around it.
    """

    def __init__(self, size: int, mask: int) -> None:
        """Number the cells of a mask, which has at most 25."""
        self.size = size
        self.cells = tuple(cells_of(mask))
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        self.full = (1 << len(self)) - 1
        self.single: Words = np.uint32(1) << np.arange(len(self), dtype=np.uint32)
        around = geometry(size).neighbours
        self.neighbours: Words = np.array([self.word(around[cell]) for cell in self.cells], np.uint32)

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, cell: int) -> bool:
        return cell in self._numbers

    def number(self, cell: int) -> int:
        """Return the number of a cell."""
        return self._numbers[cell]

    def word(self, mask: int) -> int:
        """Return the set of the free cells of a mask."""
        return sum(1 << number for cell, number in self._numbers.items() if mask >> cell & 1)

    def squares(self) -> Iterator[int]:
        """Yield the set of the free cells of each three by three square of the board."""
        middles = (cell for cell in CELLS if max(divmod(cell, STRIDE)) < self.size - 1 and min(divmod(cell, STRIDE)))
        return (self.word(touching(1 << middle)) for middle in middles)


@dataclass(frozen=True, slots=True)
class Family:
    """Sets of cells, grouped by size. Removing a member of a set gives another set of the family.

    Attributes:
        layers: For each size from 0, the sets of that size.
        ranks: The index in its layer of each set of the family; the set itself is the index here.
    """

    layers: tuple[Words, ...]
    ranks: Ranks


@cache
def all_sets(count: int) -> Family:
    """Return all sets of this many cells."""
    return _family(np.arange(1 << count, dtype=np.uint32), count)


def large_sets(count: int, least: int) -> Family:
    """Return the sets of this many cells that have at least `least` members; for `least` near `count`."""
    return _ranked([np.empty(0, np.uint32)] * least + large_layers(count, least), count)


def large_layers(count: int, least: int) -> list[Words]:
    """Return the non-empty layers of `large_sets`."""
    layers: list[Words] = [np.array([(1 << count) - 1], np.uint32)]
    for _ in range(count - least):
        layers.append(np.unique(np.concatenate([_without(layers[-1], number) for number in range(count)])))
    return layers[::-1]


def unions(words: Iterable[np.uint32]) -> Words:
    """Return the union of each choice of words; the bits of the index are the choice."""
    found = np.zeros(1, np.uint32)
    for word in words:
        found = np.concatenate([found, found | word])
    return found


def cramped_sets(cells: FreeCells) -> Family:
    """Return the sets whose cells lie in one three by three square of the board, except for at most one cell.

    Only these allow a step without a removal: all free cells must touch the opponent's token or be the cell stepped
    to. Positions that follow such a step are on these sets too.
    """
    found = [_with_one_more(unions(_singles(square)), cells.full & ~square) for square in set(cells.squares())]
    return _family(np.unique(np.concatenate(found)), len(cells))


def _family(sets: Words, count: int) -> Family:
    """Group sets, given in ascending order, into layers."""
    sizes = np.bitwise_count(sets)
    ends = np.cumsum(np.bincount(sizes, minlength=count + 1))[:-1]
    return _ranked(np.split(sets[np.argsort(sizes, kind="stable")], ends), count)


def _ranked(layers: Sequence[Words], count: int) -> Family:
    ranks = np.zeros(1 << count, np.int32)
    for layer in layers:
        ranks[layer] = np.arange(len(layer), dtype=np.int32)
    return Family(tuple(layers), ranks)


def _without(sets: Words, number: int) -> Words:
    single = np.uint32(1 << number)
    without: Words = sets[(sets & single) != 0] ^ single
    return without


def _with_one_more(sets: Words, others: int) -> Words:
    return np.concatenate([sets, *(sets | single for single in _singles(others))])


def _singles(word: int) -> Iterable[np.uint32]:
    return (np.uint32(1 << number) for number in cells_of(word))
