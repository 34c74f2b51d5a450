"""The one question that solvers answer."""

from gridlock_rules import Position
from gridlock_solver.registry import find_solver
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import FINISHED, Solution


def solve(position: Position, budget: Budget | None = None) -> Solution:
    """Return the winning moves of a position, the best move, and whether they are proved.

    Args:
        position: A position of any variant and size, unfinished or finished.
        budget: What may be spent where no proof is sure to be found in time; None means `Budget()`.
    """
    if not position.legal_moves:
        return FINISHED
    return find_solver(position.variant.key)(position, Budget() if budget is None else budget)
