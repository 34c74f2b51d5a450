"""Search by the rules alone, for a variant without a solver of its own."""

from gridlock_rules import Position
from gridlock_solver.anytime import solve_anytime
from gridlock_solver.budget import Budget
from gridlock_solver.solution import Solution


def solve(position: Position, budget: Budget) -> Solution:
    """Return the solution of a position of any variant, exact if it can be proved within the budget."""
    return solve_anytime(position.legal_moves, position, _successors, _mobility, budget)


def _successors(position: Position) -> list[Position]:
    return [position.play(move) for move in position.legal_moves]


def _mobility(position: Position) -> int:
    return len(position.legal_moves)
