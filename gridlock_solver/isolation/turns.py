"""Turns of Isolation, computed backwards for many sets of free cells at once.

An array of positions has a row for each set of free cells, and in it a word for each cell of the first token: a set of
cells of the second token.
"""

import numpy as np

from gridlock_rules.geometry import cells_of
from gridlock_solver.isolation.cells import FreeCells, Ranks, Words, unions


class Turns:
    """The turns of both players on some free cells.

    Attributes:
        cells: The cells.
    """

    def __init__(self, cells: FreeCells) -> None:
        self.cells = cells
        keeps_off = ~(cells.neighbours | cells.single) & np.uint32(cells.full)
        touches = (cells.neighbours[:, None] & cells.single | np.diag(cells.single)) != 0
        by_first = np.where(np.eye(len(cells), dtype=bool), np.uint32(0), keeps_off[:, None])
        by_second = np.where(touches, np.uint32(0), np.uint32(cells.full))
        # For each removed cell, the tokens that allow the removal: none on it, and the opponent's not next to it.
        self._allowed = {True: by_first, False: by_second}
        self._split = np.uint32((len(cells) + 1) // 2)
        self._low, self._high = self._steps_of_halves()

    def removals(self, sets: Words, following: Words, ranks: Ranks, *, first_moves: bool) -> Words:
        """Return the tokens after a step with which the player can win by removing a cell.

        Args:
            sets: Sets of equally many free cells.
            following: The lost positions with one free cell fewer.
            ranks: The row of each set in `following`.
            first_moves: Whether the first token's player has stepped.
        """
        allowed, rest = self._allowed[first_moves], sets
        winning = np.zeros((len(sets), len(self.cells)), np.uint32)
        for _ in range(int(sets[0]).bit_count()):
            without = rest & (rest - np.uint32(1))
            removed = rest ^ without
            lost = following.take(ranks.take(sets ^ removed), axis=0)
            lost &= allowed.take(np.bitwise_count(removed - np.uint32(1)), axis=0)
            winning |= lost
            rest = without
        return winning

    def before_step(self, sets: Words, after: Words, *, first_moves: bool) -> Words:
        """Return the tokens from which one step leads to `after`."""
        return self._before_first(sets, after) if first_moves else self._before_second(after)

    def lost(self, sets: Words, winning: Words, *, first_moves: bool) -> Words:
        """Return the positions from which no step leads to `winning`."""
        lost = ~self.before_step(sets, winning, first_moves=first_moves)
        lost &= sets[:, None]
        lost &= ~self.cells.single
        return lost

    def _before_first(self, sets: Words, after: Words) -> Words:
        # Transposed, so that each cell of the first token is a row.
        stepped = after.T.copy()
        for number in range(len(self.cells)):
            stepped[number] *= sets >> np.uint32(number) & np.uint32(1)
        before = np.zeros_like(stepped)
        for number, neighbours in enumerate(self.cells.neighbours.tolist()):
            for neighbour in cells_of(neighbours):
                before[number] |= stepped[neighbour]
        return before.T

    def _before_second(self, after: Words) -> Words:
        low, high = after & np.uint32(len(self._low) - 1), after >> self._split
        before: Words = self._low.take(low)
        before |= self._high.take(high)
        return before

    def _steps_of_halves(self) -> tuple[Words, Words]:
        """Return for each set of the lower cells, and of the higher ones, the cells around its members."""
        neighbours, split = self.cells.neighbours, int(self._split)
        return unions(neighbours[:split]), unions(neighbours[split:])


def exchanged(words: Words) -> Words:
    """Return the pairs of cells with the first and the second exchanged."""
    numbers = np.arange(words.shape[1], dtype=np.uint32)
    exchanged = np.zeros_like(words)
    for number in numbers:
        exchanged |= (words[:, number, None] >> numbers & np.uint32(1)) << number
    return exchanged
