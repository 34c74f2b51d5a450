"""Isolation endings in which a player steps and no cell can be removed.

After a step alone the free cells are the same and the other player moves. So positions with equally many free cells can
follow from each other, in cycles that the rules forbid to close. First comes everything that a player can force without
a cycle. Positions are left undecided only if there are three or four free cells which all touch each other. There the
player to move wins, because the opponent would have to close the cycle.
`tests/solver/isolation/test_isolation_lone_steps.py` proves both by plain search, for all such shapes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gridlock_solver.isolation.cells import Family, Words, cramped_sets
from gridlock_solver.isolation.turns import Turns, exchanged


@dataclass(frozen=True, slots=True)
class CrampedLayer:
    """The lost positions with one number of free cells, for either player to move.

    Attributes:
        sets: The sets of free cells.
        lost_first: The lost positions with the first token's player to move, as in `Layer.lost`.
        lost_second: The lost positions with the second token's player to move.
    """

    sets: Words
    lost_first: Words
    lost_second: Words

    def lost_by(self, *, first_moves: bool) -> Words:
        """Return the lost positions with one of the players to move."""
        return self.lost_first if first_moves else self.lost_second


def cramped_layers(turns: Turns, family: Family | None = None) -> Iterator[CrampedLayer]:
    """Yield the layers of a family in ascending order of free cells, beginning with none.

    Args:
        turns: The turns on all cells.
        family: The sets, including all cramped ones that can follow; None means the cramped ones.
    """
    sets_of = cramped_sets(turns.cells) if family is None else family
    nothing = np.zeros((1, len(turns.cells)), np.uint32)
    layer = CrampedLayer(sets_of.layers[0], nothing, nothing)
    yield layer
    for sets in sets_of.layers[1:]:
        if not len(sets):
            return
        winning_first = turns.removals(sets, layer.lost_second, sets_of.ranks, first_moves=True)
        winning_second = turns.removals(sets, layer.lost_first, sets_of.ranks, first_moves=False)
        layer = CrampedLayer(sets, *_lost_positions(turns, sets, winning_first, winning_second))
        yield layer


def _lost_positions(turns: Turns, sets: Words, winning_first: Words, winning_second: Words) -> tuple[Words, Words]:
    """Return the lost positions, given the steps after which a removal wins."""
    second_alone = _steps_alone(turns, sets)
    first_alone = exchanged(second_alone)
    lost_first, lost_second = np.zeros_like(winning_first), np.zeros_like(winning_second)
    while True:
        won_first = turns.before_step(sets, winning_first | first_alone & lost_second, first_moves=True)
        won_second = turns.before_step(sets, winning_second | second_alone & lost_first, first_moves=False)
        before = lost_first, lost_second
        lost_first = turns.lost(sets, winning_first | first_alone & ~won_second, first_moves=True)
        lost_second = turns.lost(sets, winning_second | second_alone & ~won_first, first_moves=False)
        if np.array_equal(before[0], lost_first) and np.array_equal(before[1], lost_second):
            return before


def _steps_alone(turns: Turns, sets: Words) -> Words:
    """Return for each set and cell of the first token the cells to which the second may step without a removal."""
    single = turns.cells.single
    others = sets[:, None] & ~single
    loose = others & ~turns.cells.neighbours
    alone = np.where(loose == 0, others, np.where(loose & loose - np.uint32(1), np.uint32(0), loose))
    return np.where(sets[:, None] & single, alone, np.uint32(0))
