"""Marks of moves: forced, free, or a decision; and what a decision did to the value of the position."""

from enum import Enum

from gridlock_rules import Move
from gridlock_solver.solution import Solution


class Mark(Enum):
    """What a move did to the value of the position, and whether there was anything to decide.

    Only `DECISIONS` are praised or blamed. A player who has lost with every move has none: whatever they play keeps the
    value of the position. How hard such a move makes it for the opponent tells `JudgedPly.resistance`.
    """

    FORCED = "forced"
    """It was the only legal move."""

    FREE = "free"
    """Every legal move wins, so there was nothing to decide."""

    KEPT_WIN = "kept_win"
    """It wins. Another move does not; or it is not proved for every move if it wins."""

    ONLY_MOVE = "only_move"
    """It wins, and none of the other legal moves does."""

    GAVE_AWAY = "gave_away"
    """The position was won, and is lost now."""

    HOPELESS = "hopeless"
    """The position was lost whatever the move."""

    UNKNOWN = "unknown"
    """Too little is proved to tell."""


KEPT = frozenset({Mark.KEPT_WIN, Mark.ONLY_MOVE})
"""The marks of decisions that kept the win."""

DECISIONS = KEPT | {Mark.GAVE_AWAY}
"""The marks of moves in a won position in which some moves win and others do not."""


def mark_of(move: Move, legal: int, solution: Solution, after: Solution | None = None) -> Mark:
    """Return the mark of a legal move.

    Args:
        move: The move.
        legal: The number of legal moves.
        solution: The solution of the position before the move.
        after: The solution of the position after it, which may prove what the first one leaves open.
    """
    if legal == 1:
        return Mark.FORCED
    mark = _by_solution(move, legal, solution)
    return mark if mark is not Mark.UNKNOWN or after is None else _by_what_follows(solution, after)


def _by_solution(move: Move, legal: int, solution: Solution) -> Mark:
    if move in solution.winning_moves:
        winning = len(solution.winning_moves) if solution.exact else 0
        return {legal: Mark.FREE, 1: Mark.ONLY_MOVE}.get(winning, Mark.KEPT_WIN)
    if solution.is_lost:
        return Mark.HOPELESS
    return Mark.GAVE_AWAY if solution.exact else Mark.UNKNOWN


def _by_what_follows(solution: Solution, after: Solution) -> Mark:
    """Return the mark of a move that is not proved to win."""
    if after.is_lost:
        return Mark.KEPT_WIN
    return Mark.GAVE_AWAY if after.is_won and solution.is_won else Mark.UNKNOWN
