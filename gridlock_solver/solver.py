"""What a variant's own solver is: a function, in a module of `gridlock_solver.variants` named by its key."""

from collections.abc import Callable
from typing import Any

from gridlock_solver.budget import Budget
from gridlock_solver.solution import Solution

Solver = Callable[[Any, Budget], Solution]
"""Solves the positions of one variant; the first argument is of the variant's own position class.

It is asked about unfinished and finished positions of every size and may keep nothing between calls but
what is the same for all positions of a size, such as a table.
"""
