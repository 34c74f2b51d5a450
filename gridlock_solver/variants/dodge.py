"""Solver of Dodge: geography on the graph in which cells that do not touch are neighbours."""

from functools import cache

from gridlock_rules import Move
from gridlock_rules.geometry import CELLS, geometry
from gridlock_rules.variants.dodge import DodgePosition
from gridlock_solver.explanation import Explanation
from gridlock_solver.level_skills import Foresight
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.geography import pairing, solve_geography
from gridlock_solver.search.matching import Graph
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


@cache
def graph(size: int) -> Graph:
    """Return for each cell the mask of the cells that may follow it."""
    board = geometry(size)
    return tuple(board.board & ~(board.neighbours[cell] | 1 << cell) for cell in CELLS)


def solve(position: DodgePosition, _budget: Budget) -> Solution:
    """Return the exact solution, on boards of every size."""
    return solve_geography(position, graph(position.size))


def reason(position: DodgePosition, move: Move) -> Explanation | None:
    """Return the pairs of answers and replies if the move wins."""
    return pairing(position, graph(position.size), move)


DODGE = VariantSolver(
    solve,
    reason,
    exact_to=8,
    skills=(
        Foresight(reach=1.0, error=1.0, sharpness=10.0, guile=0.4, farthest=1, view=2_000),
        Foresight(reach=1.6, error=0.997, sharpness=10.0, guile=0.85, farthest=3, view=2_000),
        Foresight(reach=2.68, error=0.996, sharpness=10.0, guile=1.0, farthest=5, view=20_000),
        Foresight(reach=3.7, error=0.995, sharpness=10.0, guile=1.0, farthest=6, view=60_000),
    ),
    graph=graph,
)
