"""Solver of Blocking: every move uses up one row and one column, so all games on a board have the same length."""

from gridlock_rules import Player
from gridlock_rules.variants.blocking import BlockingPosition
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


def solve(position: BlockingPosition, _budget: Budget) -> Solution:
    """Return the exact solution, on boards of every size.

    With n rows left, n moves are left. So either every move wins or none does, and all moves leave equally many
    answers.
    """
    moves = tuple(position.legal_moves)
    rows_left = position.size - position.ply
    return Solution(moves if rows_left % 2 else (), moves[0] if moves else None, exact=True)


def fixed_length(position: BlockingPosition) -> Explanation:
    """Return the length of all games, which decides the winner whatever the moves."""
    winner = Player.ONE if position.size % 2 else Player.TWO
    return Explanation.of(Reason.FIXED_LENGTH, length=position.size, winner=position.variant.mark(winner))


BLOCKING = VariantSolver(solve, fixed_length=fixed_length, exact_to=8)
