"""What a module of `gridlock_solver.variants` declares: a solver, its reasons, and the skills of the bot's levels."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridlock_rules import Move
from gridlock_solver.search.budget import Budget
from gridlock_solver.search.game_tree import solve_by_rules
from gridlock_solver.solution import Explanation, Solution

Solve = Callable[[Any, Budget], Solution]
"""Solves positions of one variant; the first argument is of the variant's own position class.

It is called with unfinished positions of every size. Between calls it may keep only what is the same for all
positions of a size, such as a table.
"""

ReasonFor = Callable[[Any, Move], Explanation | None]
"""Returns why a legal move wins or loses, by an argument that only this variant has, or None.

The first argument is the position before the move, and the move does not end the game.
"""


@dataclass(frozen=True, slots=True)
class Sense:
    """The skill of a level that solves a share of the positions, and plays the others by a sense of room.

    Attributes:
        insight: The share of won positions in which it finds the winning moves, if there are few target cells.
        guile: The share of lost positions in which it makes winning hard for the opponent.
        view: How many moves, and replies to each, it compares when it plays by its sense.
        care: Whether it plays the winning move that leaves the opponent the least room.
    """

    insight: float
    guile: float
    view: int
    care: bool = True


@dataclass(frozen=True, slots=True)
class Sight:
    """The skill of a level that solves endings up to a size, and gives larger ones away.

    Attributes:
        cells: The most empty cells with which it misjudges no position. The fraction is the share of the positions
            with one cell more that it does not misjudge either.
    """

    cells: float


Skills = tuple[Sense, Sense, Sense, Sense] | tuple[Sight, Sight, Sight, Sight]
"""The skills of levels 1 to 4."""

GENERAL_SKILLS: Skills = (
    Sense(insight=0.08, guile=0.0, view=2, care=False),
    Sense(insight=0.52, guile=0.5, view=2),
    Sense(insight=0.68, guile=0.8, view=3),
    Sense(insight=0.85, guile=1.0, view=4),
)
"""For every variant that declares none. Tuned on Standoff, by the measure of docs/strength.md."""


@dataclass(frozen=True, slots=True)
class VariantSolver:
    """How a variant is solved. All of it has a general default.

    Attributes:
        solve: Solves positions.
        reason: Gives reasons that only this variant has.
        exact_to: The largest board of which every position is solved exactly in time; 0 if that is not known.
        skills: The skills of levels 1 to 4.
    """

    solve: Solve = solve_by_rules
    reason: ReasonFor | None = None
    exact_to: int = 0
    skills: Skills = GENERAL_SKILLS
