"""Perfect play: what a position is worth, and what a game should have been.

    >>> import gridlock_rules as rules
    >>> import gridlock_solver as solver
    >>> solution = solver.solve(rules.find_variant("dodge").start(3))
    >>> [str(move) for move in solution.winning_moves]
    ['B2']
    >>> solution.exact
    True

Pure computation: no I/O but reading the tables of this package, and nothing that waits.
"""

from gridlock_solver.judgement.explain import explain
from gridlock_solver.judgement.puzzles import NoPuzzle, Puzzle, puzzle
from gridlock_solver.judgement.reasons import Explanation, Reason
from gridlock_solver.judgement.review import JudgedPly, Mark, Review, judge, judge_move, judge_plies
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.solving import solve

__all__ = [
    "Budget",
    "Explanation",
    "JudgedPly",
    "Mark",
    "NoPuzzle",
    "Puzzle",
    "Reason",
    "Review",
    "Solution",
    "explain",
    "judge",
    "judge_move",
    "judge_plies",
    "puzzle",
    "solve",
]
