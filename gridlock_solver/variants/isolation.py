"""Isolation: exact up to 5x5, and on larger boards when few cells are left."""

from gridlock_rules import Player
from gridlock_rules.geometry import geometry, touching
from gridlock_rules.variants.isolation import IsolationPosition
from gridlock_solver.isolation.cells import FreeCells
from gridlock_solver.isolation.few_free import solve_close
from gridlock_solver.isolation.many_free import solve_open
from gridlock_solver.isolation.search import solve_by_search
from gridlock_solver.isolation.symmetry import SIZE as SIZE_OF_TABLES
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

_CLOSE = 11
"""Most free cells with which a step alone can come within two plies: it takes ten at most."""

_MOST = 18
"""Most free cells from which all positions that follow are worked out in time, without a table.

Each spare cell takes a pass of its own through the sets of the others.
"""


def solve(position: IsolationPosition, budget: Budget) -> Solution:
    """Return the solution of a position. Only searches on larger boards look at the budget."""
    free = geometry(position.size).board & ~position.removed
    count = free.bit_count()
    if count <= _CLOSE:
        return solve_close(position, FreeCells(position.size, free))
    if count <= _MOST or position.size <= SIZE_OF_TABLES:
        return solve_open(position, FreeCells(position.size, free))
    in_reach = reached(position, free) if len(position.tokens) == len(Player) else free
    spare = count - in_reach.bit_count()
    if (spare + 1) << in_reach.bit_count() <= 1 << _MOST:
        return solve_open(position, FreeCells(position.size, in_reach), spare)
    return solve_by_search(position, budget)


def reached(position: IsolationPosition, free: int) -> int:
    """Return the mask of those free cells that either token may still get to, if nothing more is removed."""
    cells, wider = 0, sum(1 << token for token in position.tokens)
    while cells != wider:
        cells, wider = wider, touching(wider) & free
    return cells
