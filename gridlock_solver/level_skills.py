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
class Foresight:
    """The skill of a level that judges each move by itself, the worse the longer the game would last after it.

    Attributes:
        reach: The number of plies at which it misjudges half as many moves as at most.
        error: The most moves that it misjudges, as a share.
        sharpness: How suddenly the error rises about the reach.
        guile: The share of lost positions in which it makes winning hard for the opponent.
        farthest: The most plies that it looks ahead. What lasts longer is as far as one ply more.
        view: The most moves that it looks at for one purpose.
    """

    reach: float
    error: float
    sharpness: float
    guile: float
    farthest: int
    view: int

    def oversight(self, plies: int) -> float:
        """Return the share of the moves that it misjudges after which the game lasts so many plies.

        It rises smoothly from 0, for moves that end the game, to `error`.
        """
        far: float = (min(plies, self.farthest + 1) / self.reach) ** self.sharpness
        return self.error * far / (far + 1)


Skills = tuple[Sense, Sense, Sense, Sense] | tuple[Foresight, Foresight, Foresight, Foresight]
"""The skills of levels 1 to 4."""

GENERAL_SKILLS: Skills = (
    Sense(insight=0.08, guile=0.0, view=2, care=False),
    Sense(insight=0.48, guile=0.5, view=2),
    Sense(insight=0.64, guile=0.8, view=3),
    Sense(insight=0.81, guile=1.0, view=4),
)
"""For every variant that declares none. Tuned on Standoff, by the measure of docs/strength.md."""
