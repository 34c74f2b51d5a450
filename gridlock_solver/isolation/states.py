"""Positions of isolation as masks, for searches that look at many: the turns, and how good they look."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition


class State(NamedTuple):
    """A position with both tokens, seen by the player to move.

    Attributes:
        free: Mask of the cells that are not removed.
        own: The cell of the token of the player to move.
        other: The cell of the opponent's.
        earlier: What has stood since the last removal: both cells, and 0 or 1 as the number of plies until then
            was even or odd.
    """

    free: int
    own: int
    other: int
    earlier: frozenset[tuple[int, int, int]] = frozenset()


class Board:
    """The turns on a board, as a model for a search.

    Attributes:
        neighbours: For each cell, the mask of the cells around it.
    """

    def __init__(self, neighbours: Sequence[int]) -> None:
        """Take for each cell the mask of the cells around it."""
        self.neighbours = neighbours

    def steps(self, state: State) -> int:
        """Return the mask of the cells that the player to move may step to, whatever is removed then."""
        return self.neighbours[state.own] & state.free & ~(1 << state.other)

    def removable(self, state: State) -> int:
        """Return the mask of the cells that may be removed after a step, except the one stepped to."""
        return state.free & ~(self.neighbours[state.other] | 1 << state.other)

    def successors(self, state: State) -> list[State]:
        """Return the states after each legal turn, in board order of the turns."""
        return list(self.after(state, self.removable(state)))

    def after(self, state: State, removable: int) -> Iterator[State]:
        """Yield the states after each turn that removes one of these cells, or none may be removed."""
        for step in cells_of(self.steps(state)):
            removals = removable & ~(1 << step)
            if not removals:
                yield from self._after_step_alone(state, step)
            for removed in cells_of(removals):
                yield State(state.free & ~(1 << removed), state.other, step)

    def estimate(self, state: State) -> int:
        """Return how good a state looks to the player to move.

        Free cells that are even in number favour the player to move, odd ones the opponent: where nobody is
        hemmed in, he wins. So the room around the favoured token counts, and that it takes from the other's. The
        weights are those that tell won positions from lost ones best on 5x5, where all are known.
        """
        moves_favoured = state.free.bit_count() % 2 == 0
        favoured, opposed = (state.own, state.other) if moves_favoured else (state.other, state.own)
        empty = state.free & ~(1 << favoured | 1 << opposed)
        near, opposing = self.neighbours[favoured] & empty, self.neighbours[opposed] & empty
        room = 8 * near.bit_count() + 8 * (touching(near) & empty).bit_count()
        contact = 8 * (near & opposing).bit_count() - 7 * (opposing & ~near).bit_count()
        return room + contact if moves_favoured else -room - contact

    def key(self, state: State) -> State:
        """Return what tells the state from others."""
        return state

    @staticmethod
    def _after_step_alone(state: State, step: int) -> Iterator[State]:
        plies = len(state.earlier)
        if (state.other, step, (plies + 1) % 2) not in state.earlier:
            yield State(state.free, state.other, step, state.earlier | {(state.own, state.other, plies % 2)})


def state_of(position: IsolationPosition) -> State:
    """Return the state of a position with both tokens in which something has just been removed."""
    own, other = position.tokens if position.ply % 2 == 0 else position.tokens[::-1]
    return State(geometry(position.size).board & ~position.removed, own, other)
