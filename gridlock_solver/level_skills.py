"""Level skills: how weak levels 1 to 4 of the bot are, the noise in their play."""

from dataclasses import dataclass


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
