"""Play of a position to its end, reduced to what the rules look at, so that a plain search is fast."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gridlock_rules import Move, Position
from gridlock_rules.claim_position import LastCellPosition
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_rules.variants.lines import LinesPosition
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver.variants import dodge, lines

State = Any
"""A hashable value. States of one position that are equal go on in the same way."""

Step = Any
"""A move from a state: a cell, or a `Move`."""


@dataclass(frozen=True, slots=True)
class Play:
    """How a position goes on.

    Attributes:
        start: The state of the position.
        steps: Returns the moves from a state, in board order.
        after: Returns the state after a move.
        move: Returns a move as the rules know it.
    """

    start: State
    steps: Callable[[State], Iterable[Step]]
    after: Callable[[State, Step], State]
    move: Callable[[Step], Move]


def play_of(position: Position) -> Play:
    """Return how a position goes on.

    In Lines and Dodge a state is the free cells and the last one, in Standoff the cells that each player can still
    claim. In other games it is the whole position.
    """
    if isinstance(position, LastCellPosition) and position.last is not None:
        return _last_cell(position, position.last)
    if isinstance(position, StandoffPosition):
        return _standoff(position)
    return Play(position, lambda state: state.legal_moves, lambda state, step: state.play(step), lambda step: step)


def _last_cell(position: LastCellPosition, last: int) -> Play:
    graph = (lines if isinstance(position, LinesPosition) else dodge).graph(position.size)
    free = geometry(position.size).board & ~(position.one | position.two)

    def steps(state: tuple[int, int]) -> Iterable[int]:
        return cells_of(state[0] & graph[state[1]])

    def after(state: tuple[int, int], cell: int) -> tuple[int, int]:
        return state[0] & ~(1 << cell), cell

    return Play((free, last), steps, after, Move)


def _standoff(position: StandoffPosition) -> Play:
    own, other = (position.one, position.two) if position.ply % 2 == 0 else (position.two, position.one)
    free = geometry(position.size).board & ~(own | other)

    def steps(state: tuple[int, int]) -> Iterable[int]:
        return cells_of(state[0])

    def after(state: tuple[int, int], cell: int) -> tuple[int, int]:
        return state[1] & ~touching(1 << cell), state[0] & ~(1 << cell)

    return Play((free & ~touching(other), free & ~touching(own)), steps, after, Move)
