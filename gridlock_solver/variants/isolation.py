"""Solver of Isolation: see `gridlock_solver.isolation`."""

from collections.abc import Mapping, Sequence

from gridlock_rules import Move
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.explanation import Explanation
from gridlock_solver.level_skills import Sense
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.variant_solver import VariantSolver


def solve(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the solution: exact up to 5x5, and on larger boards when few cells are left."""
    # It needs numpy, which costs memory and time that other games do not need.
    from gridlock_solver.isolation.solver import solve_isolation  # noqa: PLC0415  # as above

    return solve_isolation(position, budget)


def cut_off(position: IsolationPosition, move: Move) -> Explanation | None:
    """Return the cells to which a turn confines the opponent."""
    from gridlock_solver.isolation import reasons  # noqa: PLC0415  # as above

    return reasons.cut_off(position, move)


def punish(position: IsolationPosition, losing: Sequence[Move], budget: Budget) -> Mapping[Move, Sequence[Move]] | None:
    """Return the answers that win after each of some losing turns."""
    from gridlock_solver.isolation import reasons  # noqa: PLC0415  # as above

    return reasons.winning_answers(position, losing, budget)


ISOLATION = VariantSolver(
    solve,
    features=(cut_off,),
    punish=punish,
    exact_to=5,
    skills=(
        Sense(reach=4.0, sharpness=4.0, error=0.0, guile=0.0, view=1),
        Sense(reach=12.0, sharpness=4.0, error=0.0, guile=0.0, view=2),
        Sense(reach=30.0, sharpness=4.0, error=0.0, guile=0.0, view=3),
        Sense(reach=60.0, sharpness=4.0, error=0.0, guile=0.0, view=4),
    ),
)
