"""Solver of a variant: what each module of `gridlock_solver.variants` declares."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridlock_rules import Move
from gridlock_solver.level_skills import GENERAL_SKILLS, Skills
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.game_tree import solve_by_rules
from gridlock_solver.solution import Explanation, Solution

Solve = Callable[[Any, Budget], Solution]
"""Solves positions of one variant; the first argument is of the variant's own position class.

It is called with unfinished positions of every size. Between calls it may keep what is true of every game, such as a
table or values by position. A budget of few positions has to be repeatable: what was kept must not change its result.
"""

ReasonFor = Callable[[Any, Move], Explanation | None]
"""Returns why a legal move wins or loses, by an argument that only this variant has, or None.

The first argument is the position before the move, and the move does not end the game.
"""


@dataclass(frozen=True, slots=True)
class VariantSolver:
    """How a variant is solved. All of it has a general default.

    Attributes:
        solve: Solves positions.
        reason: Gives reasons that only this variant has.
        exact_to: The largest board of which every position is solved exactly in time; 0 if that is not known.
        starts_exact_to: The largest board that is solved at once while it is empty; 0 if that is `exact_to`.
        skills: The skills of levels 1 to 4.
    """

    solve: Solve = solve_by_rules
    reason: ReasonFor | None = None
    exact_to: int = 0
    starts_exact_to: int = 0
    skills: Skills = GENERAL_SKILLS
