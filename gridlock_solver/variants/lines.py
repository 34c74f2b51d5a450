"""Solver of Lines: geography on the graph in which cells of one row or column are neighbours."""

from gridlock_rules import Move
from gridlock_rules.geometry import geometry
from gridlock_rules.variants.lines import LinesPosition
from gridlock_solver.explanation import Explanation
from gridlock_solver.level_skills import Foresight
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.geography import pairing, solve_geography
from gridlock_solver.search.matching import Graph
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


def graph(size: int) -> Graph:
    """Return for each cell the mask of the cells that may follow it."""
    return geometry(size).lines


def solve(position: LinesPosition, _budget: Budget) -> Solution:
    """Return the exact solution, on boards of every size."""
    return solve_geography(position, graph(position.size))


def reason(position: LinesPosition, move: Move) -> Explanation | None:
    """Return the pairs of answers and replies if the move wins."""
    return pairing(position, graph(position.size), move)


LINES = VariantSolver(
    solve,
    reason,
    exact_to=8,
    skills=(
        Foresight(reach=0.3, error=1.0, sharpness=10.0, guile=0.15, farthest=1, view=2_000),
        Foresight(reach=1.35, error=1.0, sharpness=4.8, guile=0.4, farthest=3, view=2_000),
        Foresight(reach=2.18, error=0.99, sharpness=10.4, guile=0.78, farthest=5, view=20_000),
        Foresight(reach=4.1, error=0.98, sharpness=9.0, guile=1.0, farthest=6, view=60_000),
    ),
    graph=graph,
)
