"""Search by the rules alone, for a variant without a solver of its own."""

from gridlock_rules import Move, Position
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.by_search import solve_by_search
from gridlock_solver.solution import Solution


def solve(position: Position, budget: Budget) -> Solution:
    """Return the solution of a position of any variant, exact if it can be proved within the budget."""
    model = _Rules()
    options = {move: position.play(move) for move in position.legal_moves}

    def answers(move: Move) -> list[Position]:
        return model.successors(options[move])

    return solve_by_search(model, options, answers, budget)


class _Rules:
    """The rules as a model: a state is a position."""

    def successors(self, position: Position) -> list[Position]:
        return [position.play(move) for move in position.legal_moves]

    def estimate(self, position: Position) -> int:
        return len(position.legal_moves)

    def key(self, position: Position) -> Position:
        return position
