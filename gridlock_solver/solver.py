"""What a module of `gridlock_solver.variants`, named by the key of its variant, can hold."""

from collections.abc import Callable
from typing import Any

from gridlock_rules import Move
from gridlock_solver.judgement.reasons import Explanation
from gridlock_solver.search.budget import Budget
from gridlock_solver.solution import Solution

Solver = Callable[[Any, Budget], Solution]
"""Solves the positions of one variant; the first argument is of the variant's own position class.

It is asked about unfinished positions of every size and may keep nothing between calls but what is the same for
all positions of a size, such as a table.
"""

Reasoner = Callable[[Any, Move], Explanation | None]
"""Says why a legal move wins or loses by an argument that only this variant has, or None if there is none.

The first argument is the position before the move, and the move does not end the game.
"""
