"""Isolation backwards: from the sets with no free cell left up to the position that is asked about.

Every turn but the rare step alone removes a cell, so the positions with n free cells follow from those with
n - 1. All of them are worked out together. For one set of free cells, `lost[first]` is a word: the cells of
the second token with which the player to move has lost while the first token stands there. Who is to move
is the same for all positions with equally many free cells.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gridlock_solver.variants.isolation_cells import FreeCells, Ranks, Words, all_sets, large_sets
from gridlock_solver.variants.isolation_lone_steps import cramped_layers
from gridlock_solver.variants.isolation_turns import Turns

_CHUNK = 2048
"""How many sets are worked out at once: what they take stays in a processor's cache."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The lost positions with one number of free cells.

    Attributes:
        sets: The sets of free cells, ascending.
        lost: For each set and each cell of the first token, the cells of the second with which the player to
            move has lost. Undefined where the first token's cell is not in the set.
    """

    sets: Words
    lost: Words

    @property
    def free(self) -> int:
        """How many cells are free."""
        return int(self.sets[0]).bit_count()


def layers_upwards(cells: FreeCells, *, first_ends: bool, start: Layer | None = None) -> Iterator[Layer]:
    """Yield the layers after `start` in ascending order of their free cells, up to all cells.

    Args:
        cells: The cells that are free in the largest set.
        first_ends: Whether the first token's player is to move there.
        start: A layer that is known already; None means the one without free cells.
    """
    turns = Turns(cells)
    begin = 0 if start is None else start.free
    family = all_sets(len(cells)) if start is None else large_sets(len(cells), begin)
    cramped = list(cramped_layers(turns)) if start is None else []
    lost = np.zeros((1, len(cells)), np.uint32) if start is None else start.lost
    for free in range(begin + 1, len(cells) + 1):
        first_moves = (len(cells) - free) % 2 != first_ends
        lost = _losses(turns, family.layers[free], lost, family.ranks, first_moves=first_moves)
        if free < len(cramped):
            known = cramped[free]
            lost[family.ranks[known.sets]] = known.lost_by(first_moves=first_moves)
        yield Layer(family.layers[free], lost)


def _losses(turns: Turns, sets: Words, following: Words, ranks: Ranks, *, first_moves: bool) -> Words:
    lost = np.empty((len(sets), len(turns.cells)), np.uint32)
    for begin in range(0, len(sets), _CHUNK):
        chunk = sets[begin : begin + _CHUNK]
        removals = turns.removals(chunk, following, ranks, first_moves=first_moves)
        lost[begin : begin + _CHUNK] = turns.lost(chunk, removals, first_moves=first_moves)
    return lost
