"""Retrograde analysis of Isolation: from the sets with no free cell up to a position's own set.

Every turn removes a cell, except the rare step alone. So the values of positions with n free cells follow from those
with n - 1, and all of them are computed together. For one set of free cells, `lost[first]` is a word: the cells of the
second token with which the player to move has lost while the first token is on `first`. The player to move is the same
in all positions with equally many free cells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from gridlock_solver.isolation.cells import FreeCells, Words, all_sets, large_sets
from gridlock_solver.isolation.lone_steps import cramped_layers
from gridlock_solver.isolation.turns import Turns

_CHUNK = 2048
"""How many sets are computed at once: few enough for a processor's cache."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The lost positions with one number of free cells and one number of spare cells.

    Attributes:
        sets: The sets of free cells, ascending.
        lost: For each set and each cell of the first token, the cells of the second token with which the player to
            move has lost. Undefined if the first token's cell is not in the set.
        spare: The number of cells that no token can come near: any turn may remove one of them.
    """

    sets: Words
    lost: Words
    spare: int = 0

    @property
    def free(self) -> int:
        """The number of free cells without the spare ones."""
        return int(self.sets[0]).bit_count()


def layers_upwards(cells: FreeCells, *, spare: int = 0, start: Layer | None = None) -> Iterator[Layer]:
    """Yield the layers after `start`, in ascending order of spare cells, then of free cells.

    Args:
        cells: The free cells of the last layer, in which the first token's player is to move.
        spare: The number of spare cells in the last layer.
        start: A known layer without spare cells; None means the one without any cells.
    """
    ascent = _Ascent(cells, start)
    layers: list[Layer] = []
    for left in range(spare):
        layers = list(ascent.layers(left, spare - left, layers))
        yield from layers
    yield from ascent.layers(spare, 0, layers)


class _Ascent:
    """The computation from a layer up to the one with all cells free."""

    def __init__(self, cells: FreeCells, start: Layer | None) -> None:
        nothing = Layer(np.zeros(1, np.uint32), np.zeros((1, len(cells)), np.uint32))
        self._turns = Turns(cells)
        self._start = nothing if start is None else start
        self._family = all_sets(len(cells)) if start is None else large_sets(len(cells), start.free)
        self._cramped = list(cramped_layers(self._turns)) if start is None else []

    def layers(self, spare: int, spare_removed: int, fewer_spare: Sequence[Layer]) -> Iterator[Layer]:
        """Yield the layers with one number of spare cells.

        Args:
            spare: The number of spare cells.
            spare_removed: How many of the spare cells have been removed.
            fewer_spare: The layers with one spare cell less; empty if there are no spare cells.
        """
        layer = self._start
        for sets, with_fewer in zip_longest(self._family.layers[layer.free + 1 :], fewer_spare):
            free = int(sets[0]).bit_count()
            first_moves = (len(self._turns.cells) - free + spare_removed) % 2 == 0
            lost = self._lost(sets, layer, with_fewer, first_moves=first_moves)
            if not spare and free < len(self._cramped):
                known = self._cramped[free]
                lost[self._family.ranks[known.sets]] = known.lost_by(first_moves=first_moves)
            layer = Layer(sets, lost, spare)
            yield layer

    def _lost(self, sets: Words, below: Layer, with_fewer: Layer | None, *, first_moves: bool) -> Words:
        lost = np.empty((len(sets), len(self._turns.cells)), np.uint32)
        for begin in range(0, len(sets), _CHUNK):
            chunk = slice(begin, begin + _CHUNK)
            winning = self._turns.removals(sets[chunk], below.lost, self._family.ranks, first_moves=first_moves)
            if with_fewer is not None:
                winning |= with_fewer.lost[chunk]
            lost[chunk] = self._turns.lost(sets[chunk], winning, first_moves=first_moves)
        return lost
