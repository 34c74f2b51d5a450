"""Isolation: exact on every board while few cells are free, and always up to 5x5."""

from gridlock_rules.geometry import geometry
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.budget import Budget
from gridlock_solver.solution import Solution
from gridlock_solver.variants.isolation_cells import FreeCells
from gridlock_solver.variants.isolation_close import solve_close
from gridlock_solver.variants.isolation_open import solve_open
from gridlock_solver.variants.isolation_opening import KNOWN
from gridlock_solver.variants.isolation_search import solve_by_search
from gridlock_solver.variants.isolation_symmetry import SIZE as KNOWN_SIZE

_CLOSE = 11
"""Most free cells with which a step alone can come within two plies: it takes ten at most."""

_MOST = max(18, min(KNOWN) + 1)
"""Most free cells from which all positions that follow are worked out in time."""


def solve(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the solution of a position: exact up to 5x5, and on larger boards when few cells are left."""
    free = geometry(position.size).board & ~position.removed
    count = free.bit_count()
    if count > _MOST and position.size > KNOWN_SIZE:
        return solve_by_search(position, budget)
    cells = FreeCells(position.size, free)
    return solve_close(position, cells) if count <= _CLOSE else solve_open(position, cells)
