"""The solvers of the variants, and `solve`."""

from collections.abc import Mapping
from types import MappingProxyType

from gridlock_rules import Position
from gridlock_solver.explanation import Explanation
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import FINISHED, Solution
from gridlock_solver.variant_solver import VariantSolver
from gridlock_solver.variants.blocking import BLOCKING
from gridlock_solver.variants.dodge import DODGE
from gridlock_solver.variants.isolation import ISOLATION
from gridlock_solver.variants.lines import LINES
from gridlock_solver.variants.standoff import STANDOFF

SOLVERS: Mapping[str, VariantSolver] = MappingProxyType(
    {"lines": LINES, "standoff": STANDOFF, "dodge": DODGE, "blocking": BLOCKING, "isolation": ISOLATION}
)
"""The solvers by the keys of their variants. A variant that has none is searched by its rules."""

_GENERAL = VariantSolver()


def find_solver(key: str) -> VariantSolver:
    """Return the solver of the variant with this key, or the general one."""
    return SOLVERS.get(key, _GENERAL)


def fixed_length(position: Position) -> Explanation | None:
    """Return why no move from a position on changes who wins; None if moves matter."""
    tell = find_solver(position.variant.key).fixed_length
    return tell(position) if tell else None


def solve(position: Position, budget: Budget | None = None) -> Solution:
    """Return the winning moves of a position, the best move, and whether they are proved.

    Args:
        position: A position of any variant and size, unfinished or finished.
        budget: The limit of a search that may not find a proof; None means `Budget()`.
    """
    if not position.legal_moves:
        return FINISHED
    return find_solver(position.variant.key).solve(position, Budget() if budget is None else budget)
