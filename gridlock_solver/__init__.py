"""Solver of Gridlock: winning moves, explanations, reviews of games, and puzzles.

    >>> import gridlock_rules as rules
    >>> import gridlock_solver as solver
    >>> solution = solver.solve(rules.find_variant("dodge").start(3))
    >>> [str(move) for move in solution.winning_moves]
    ['B2']
    >>> solution.exact
    True

It only computes: no I/O except reading the tables and the compiled search of this package, and no waiting.
"""

from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.judgement.accuracy import Accuracy
from gridlock_solver.judgement.explanations import explain
from gridlock_solver.judgement.marks import Mark
from gridlock_solver.judgement.review import JudgedPly, Review, judge, judge_move, judge_plies
from gridlock_solver.puzzles.pool import Puzzle, puzzle_of_day
from gridlock_solver.registry import solve
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution, Value

__all__ = [
    "Accuracy",
    "Budget",
    "Explanation",
    "JudgedPly",
    "Mark",
    "Puzzle",
    "Reason",
    "Review",
    "Solution",
    "Value",
    "explain",
    "judge",
    "judge_move",
    "judge_plies",
    "puzzle_of_day",
    "solve",
]
