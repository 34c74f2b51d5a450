"""The solvers there are. A variant that has none is searched by the rules alone."""

from collections.abc import Mapping
from types import MappingProxyType

from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.search import by_rules
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.solver import Reasoner, Solver
from gridlock_solver.variants import blocking, dodge, lines, standoff


def _solve_isolation(position: IsolationPosition, budget: Budget) -> Solution:
    """Solve a position of Isolation; numpy, which that takes, is not loaded by those who never do."""
    from gridlock_solver.variants import isolation  # noqa: PLC0415  # as above

    return isolation.solve(position, budget)


SOLVERS: Mapping[str, Solver] = MappingProxyType(
    {
        "lines": lines.solve,
        "standoff": standoff.solve,
        "dodge": dodge.solve,
        "blocking": blocking.solve,
        "isolation": _solve_isolation,
    }
)
"""The solvers by the keys of their variants."""

REASONERS: Mapping[str, Reasoner] = MappingProxyType(
    {
        "lines": lines.reason,
        "dodge": dodge.reason,
        "blocking": blocking.reason,
    }
)
"""The arguments that only one variant has, by its key."""


def find_solver(key: str) -> Solver:
    """Return the solver of the variant with this key, or the one for any variant."""
    return SOLVERS.get(key, by_rules.solve)
