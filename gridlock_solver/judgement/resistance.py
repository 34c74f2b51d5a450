"""Resistance of moves in lost positions: how many of the opponent's answers win."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from gridlock_rules import Move, Position
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget


@dataclass(frozen=True, slots=True)
class Answers:
    """The opponent's answers to a move.

    Attributes:
        winning: How many of them win.
        total: How many there are.
    """

    winning: int
    total: int

    @property
    def share(self) -> Fraction:
        """The part of the answers that wins. The smaller it is, the more easily the opponent errs."""
        return Fraction(self.winning, self.total)


@dataclass(frozen=True, slots=True)
class Resistance:
    """How hard a move in a lost position made it for the opponent.

    Attributes:
        left: The answers that the move left.
        best_move: The first of the moves that leave the smallest share of winning answers: the move itself, if it is
            among them. None if the answers to other moves could not all be counted in time.
        best: The answers that `best_move` leaves.
        worst: Those of the move that leaves the largest share.
    """

    left: Answers
    best_move: Move | None = None
    best: Answers | None = None
    worst: Answers | None = None

    @property
    def was_best(self) -> bool | None:
        """Whether no other move leaves a smaller share; None if that is not known."""
        return None if self.best is None else self.left.share == self.best.share

    @property
    def was_free(self) -> bool:
        """Whether it is known that every move leaves the same share."""
        return self.best is not None and self.worst is not None and self.best.share == self.worst.share


def resistance_of(position: Position, move: Move, budget: Budget) -> Resistance | None:
    """Return the resistance of a move in a lost position; None if the answers to it cannot be counted in time.

    Args:
        position: A lost position.
        move: A legal move.
        budget: The limit for all moves together. It is checked between two moves.
    """
    counted = _counted(position, move, budget)
    left = counted.get(move)
    if left is None:
        return None
    if len(counted) < len(position.legal_moves):
        return Resistance(left)
    # The move comes first, so it is taken among equals.
    best = min(counted, key=lambda each: counted[each].share)
    return Resistance(left, best, counted[best], max(counted.values(), key=lambda each: each.share))


def _counted(position: Position, first: Move, budget: Budget) -> Mapping[Move, Answers]:
    """Return the answers to each move as far as they can be counted in time, those to one move first."""
    counted: dict[Move, Answers] = {}
    allowance = budget.begin()
    for move in (first, *(move for move in position.legal_moves if move != first)):
        if allowance.is_spent:
            break
        after = position.play(move)
        solution = solve(after, replace(budget, seconds=max(0.0, allowance.seconds)))
        if not solution.exact:
            break
        counted[move] = Answers(len(solution.winning_moves), len(after.legal_moves))
    return counted
