"""The solvers there are. A variant that has none is searched by the rules alone."""

from collections.abc import Mapping
from types import MappingProxyType

from gridlock_solver import by_rules
from gridlock_solver.solver import Reasoner, Solver
from gridlock_solver.variants import blocking, dodge, isolation, lines, standoff

SOLVERS: Mapping[str, Solver] = MappingProxyType(
    {
        "lines": lines.solve,
        "standoff": standoff.solve,
        "dodge": dodge.solve,
        "blocking": blocking.solve,
        "isolation": isolation.solve,
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
