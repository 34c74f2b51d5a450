"""Solver of a variant: what each module of `gridlock_solver.variants` declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gridlock_rules import Move
from gridlock_solver.explanation import Explanation
from gridlock_solver.level_skills import GENERAL_SKILLS, Skills
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.game_tree import solve_by_rules
from gridlock_solver.search.matching import Graph
from gridlock_solver.solution import Solution

Solve = Callable[[Any, Budget], Solution]
"""Solves positions of one variant; the first argument is of the variant's own position class.

It is called with unfinished positions of every size. Between calls it may keep what is true of every game, such as a
table or values by position. A budget of few positions has to be repeatable: what was kept must not change its result.
"""

ReasonFor = Callable[[Any, Move], Explanation | None]
"""Returns a proof that a legal move wins, which only this variant has, or None.

The first argument is the position before the move, and the move does not end the game.
"""

FixedLength = Callable[[Any], Explanation | None]
"""Returns why no move from a position on changes who wins; None if moves matter."""

Feature = Callable[[Any, Move], Explanation | None]
"""Returns something that a legal move does, and that helps to win without proving it, or None."""

Punish = Callable[[Any, Sequence[Move], Budget], Mapping[Move, Sequence[Move]] | None]
"""Returns winning answers to each of several losing moves of a position, at least one; None if that takes too long."""


@dataclass(frozen=True, slots=True)
class VariantSolver:
    """How a variant is solved. All of it has a general default.

    Attributes:
        solve: Solves positions.
        reason: Gives proofs that only this variant has.
        fixed_length: Tells positions in which moves do not matter.
        features: What a move of this variant may do, the most telling first.
        punish: Finds the answers to losing moves faster than `solve` does; None if `solve` is fast enough.
        exact_to: The largest board of which every position is solved exactly in time; 0 if that is not known.
        starts_exact_to: The largest board that is solved at once while it is empty; 0 if that is `exact_to`.
        skills: The skills of levels 1 to 4.
        graph: For games of geography, returns for each cell of a board of some size the mask of the cells that may
            follow it. Levels that play by foresight need it.
    """

    solve: Solve = solve_by_rules
    reason: ReasonFor | None = None
    fixed_length: FixedLength | None = None
    features: tuple[Feature, ...] = ()
    punish: Punish | None = None
    exact_to: int = 0
    starts_exact_to: int = 0
    skills: Skills = GENERAL_SKILLS
    graph: Callable[[int], Graph] | None = None
