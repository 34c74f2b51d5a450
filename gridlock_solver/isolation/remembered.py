"""Layers of Isolation that are kept from one position to the next.

In a game the free cells become fewer, so the layers below one position hold the values of all that follow it: of every
later ply of a review, and of the next moves of a game.
"""

from functools import cache

import numpy as np

from gridlock_rules import Move, Player
from gridlock_rules.geometry import cells_of
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.retrograde import Layer, layers_upwards
from gridlock_solver.solution import Solution, exact_solution

_MOST_SETS = 3 << 19
"""The most sets of free cells whose layers are kept: 20 free cells and two times 18, in about 130 MB."""


class LayersBelow:
    """The lost positions on all sets of some free cells.

    Attributes:
        cells: The cells.
    """

    def __init__(self, cells: FreeCells) -> None:
        self.cells = cells
        self._layers: list[Layer] = [layer for layer in layers_upwards(cells) if layer.free < len(cells)]

    def covers(self, size: int, free: int) -> bool:
        """Return whether these free cells of a board of this size are among the cells."""
        return size == self.cells.size and self.cells.word(free).bit_count() == free.bit_count()

    def solution(self, position: IsolationPosition, free: int) -> Solution:
        """Return the exact solution of a position.

        Args:
            position: A position with both tokens, in which every turn and every answer removes a cell.
            free: Mask of its free cells, which are among the cells.
        """
        turns = _Turns(self, position, self.cells.word(free))
        return exact_solution(position.legal_moves, turns.wins, turns.answers)

    def lost(self, free: int) -> tuple[list[int], bool]:
        """Return the lost positions with a set of free cells, and whether the first token's player is to move in them.

        Args:
            free: The set. It has fewer cells than all.
        """
        layer = self._layers[free.bit_count() - self._layers[0].free]
        row = layer.lost[int(np.searchsorted(layer.sets, free))]
        return row.tolist(), (len(self.cells) - free.bit_count()) % 2 == 0


class _Turns:
    """The moves of one position, and the answers to them."""

    def __init__(self, layers: LayersBelow, position: IsolationPosition, free: int) -> None:
        self._layers = layers
        self._cells = layers.cells
        self._free = free
        self._opponent = self._cells.number(position.tokens[(position.ply + 1) % len(Player)])

    def wins(self, move: Move) -> bool:
        """Return whether a move wins."""
        own, free = self._played(move)
        lost, first_moves = self._layers.lost(free)
        first, second = (self._opponent, own) if first_moves else (own, self._opponent)
        return lost[first] >> second & 1 == 1

    def answers(self, move: Move) -> int:
        """Return how many answers win after a move that does not win."""
        own, free = self._played(move)
        steps = int(self._cells.neighbours[self._opponent]) & free
        removable = free & ~(int(self._cells.neighbours[own]) | 1 << own)
        return sum(
            self._winning_steps(own, steps & ~(1 << removed), free & ~(1 << removed)) for removed in cells_of(removable)
        )

    def _winning_steps(self, own: int, steps: int, free: int) -> int:
        """Return how many of the opponent's steps win, with the cells that are free then."""
        lost, first_moves = self._layers.lost(free)
        if first_moves:
            return (lost[own] & steps).bit_count()
        return sum(lost[step] >> own & 1 for step in cells_of(steps & ~(1 << own)))

    def _played(self, move: Move) -> tuple[int, int]:
        """Return the player's cell after a turn, and the free cells."""
        removed = 0 if move.removed is None else 1 << self._cells.number(move.removed)
        return self._cells.number(move.cell), self._free & ~removed


class Memory:
    """The layers that were computed last, as many as there is room for."""

    def __init__(self) -> None:
        self._kept: list[LayersBelow] = []

    def find(self, size: int, free: int) -> LayersBelow | None:
        """Return layers that hold the values of the positions with these free cells; None if they are not kept."""
        return next((layers for layers in self._kept if layers.covers(size, free)), None)

    def compute(self, size: int, free: int) -> LayersBelow:
        """Compute the layers of these free cells, and keep them instead of the oldest ones."""
        room = _MOST_SETS - (1 << free.bit_count())
        while sum(1 << len(layers.cells) for layers in self._kept) > max(room, 0):
            self._kept.pop()
        self._kept.insert(0, LayersBelow(FreeCells(size, free)))
        return self._kept[0]


@cache
def memory() -> Memory:
    """Return the memory of this process."""
    return Memory()
