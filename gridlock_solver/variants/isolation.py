"""Solver of Isolation: see `gridlock_solver.isolation`."""

from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.level_skills import Sense
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


def solve(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the solution: exact up to 5x5, and on larger boards when few cells are left."""
    # It needs numpy, which costs memory and time that other games do not need.
    from gridlock_solver.isolation.solver import solve_isolation  # noqa: PLC0415  # as above

    return solve_isolation(position, budget)


ISOLATION = VariantSolver(
    solve,
    exact_to=5,
    skills=(
        Sense(insight=0.22, guile=0.0, view=2, care=False),
        Sense(insight=0.50, guile=0.5, view=2),
        Sense(insight=0.73, guile=0.8, view=3),
        Sense(insight=0.87, guile=1.0, view=4),
    ),
)
