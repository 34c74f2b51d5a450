"""Isolation where a step may leave nothing to remove: few cells, close together, either player to move.

Such a step alone keeps the free cells and passes the move on, so positions with equally many free cells can
follow from each other, and come round in circles that the rules forbid to close. What a player can force
without circles is found first, as far as it goes. Positions are left undecided only where all free cells,
three or four, touch each other: there the player to move wins, because the circle through all positions that
can come is closed by the opponent. `tests/solver/test_isolation_lone_steps.py` proves both by plain search,
for all such shapes.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gridlock_solver.isolation.cells import Family, Words, cramped_sets
from gridlock_solver.isolation.turns import Turns, exchanged


@dataclass(frozen=True, slots=True)
class CrampedLayer:
    """The lost positions with one number of free cells, whoever is to move.

    Attributes:
        sets: The sets of free cells.
        lost_first: Where the first token's player has lost when it is his turn, as in `Layer.lost`.
        lost_second: Where the second token's player has.
    """

    sets: Words
    lost_first: Words
    lost_second: Words

    def lost_by(self, *, first_moves: bool) -> Words:
        """Return where the player to move has lost."""
        return self.lost_first if first_moves else self.lost_second


def cramped_layers(turns: Turns, family: Family | None = None) -> Iterator[CrampedLayer]:
    """Yield the layers of a family in ascending order of their free cells, from none.

    Args:
        turns: The turns on all cells.
        family: The sets, among them all cramped ones that can follow; None means the cramped ones.
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
        layer = CrampedLayer(sets, *_settled(turns, sets, winning_first, winning_second))
        yield layer


def _settled(turns: Turns, sets: Words, winning_first: Words, winning_second: Words) -> tuple[Words, Words]:
    """Return the lost positions, given after which steps a removal wins."""
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
    """Return for each set and cell of the first token the cells that the second may step to alone."""
    single = turns.cells.single
    others = sets[:, None] & ~single
    loose = others & ~turns.cells.neighbours
    alone = np.where(loose == 0, others, np.where(loose & loose - np.uint32(1), np.uint32(0), loose))
    return np.where(sets[:, None] & single, alone, np.uint32(0))
