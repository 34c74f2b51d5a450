"""The cells that are not removed yet, numbered anew, and the sets that further removals can leave of them.

A set of cells is a word here: an unsigned number of 32 bits whose bit `1 << number` is set for each member.
Arrays of words are worked on as wholes.
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
    """The cells of a board that are not removed, those under the tokens among them.

    Attributes:
        size: Number of rows, and of columns, of the board.
        cells: The cells in board order. Their places in this tuple are their numbers.
        full: Set of all of them.
        single: For each of them, the set of it alone.
        neighbours: For each of them, the set of those around it.
    """

    def __init__(self, size: int, mask: int) -> None:
        """Number the cells of a mask, at most 25."""
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
        """Return those cells of a mask that are free, as a set."""
        return sum(1 << number for cell, number in self._numbers.items() if mask >> cell & 1)

    def squares(self) -> Iterator[int]:
        """Yield what is free of each three by three cells of the board."""
        middles = (cell for cell in CELLS if max(divmod(cell, STRIDE)) < self.size - 1 and min(divmod(cell, STRIDE)))
        return (self.word(touching(1 << middle)) for middle in middles)


@dataclass(frozen=True, slots=True)
class Family:
    """Sets of cells, those of equal size together; without a set's member it is in the family too.

    Attributes:
        layers: For each size from 0, the sets of that size.
        ranks: For each set of the family, read as an index, its place in its layer.
    """

    layers: tuple[Words, ...]
    ranks: Ranks


@cache
def all_sets(count: int) -> Family:
    """Return all sets of this many cells."""
    return _family(np.arange(1 << count, dtype=np.uint32), count)


def large_sets(count: int, least: int) -> Family:
    """Return the sets of this many cells that have at least so many members, which should be nearly all."""
    return _ranked([np.empty(0, np.uint32)] * least + large_layers(count, least), count)


def large_layers(count: int, least: int) -> list[Words]:
    """Return the layers of `large_sets` that are not empty."""
    layers: list[Words] = [np.array([(1 << count) - 1], np.uint32)]
    for _ in range(count - least):
        layers.append(np.unique(np.concatenate([_without(layers[-1], number) for number in range(count)])))
    return layers[::-1]


def unions(words: Iterable[np.uint32]) -> Words:
    """Return for each choice of words, read as bits of the index, their union."""
    found = np.zeros(1, np.uint32)
    for word in words:
        found = np.concatenate([found, found | word])
    return found


def cramped_sets(cells: FreeCells) -> Family:
    """Return the sets whose cells lie in three by three cells of the board, but for one cell at most.

    Only in these can there be a step after which nothing may be removed: what is left must touch
    the opponent's token or be the cell stepped to. What follows such a step needs no other sets.
    """
    found = [_with_one_more(unions(_singles(square)), cells.full & ~square) for square in set(cells.squares())]
    return _family(np.unique(np.concatenate(found)), len(cells))


def _family(sets: Words, count: int) -> Family:
    """Sort sets, given in ascending order, into layers."""
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
