"""Level skills: how weak levels 1 to 4 of the bot are, the noise in their play."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sense:
    """The skill of a level that solves a share of the positions, and plays the others by a sense of room.

    Attributes:
        reach: The number of legal moves with which it solves half of the positions.
        sharpness: How suddenly it solves fewer about the reach.
        error: The share of the won positions it does not solve in which it plays a losing move.
        guile: The share of lost positions in which it makes winning hard for the opponent.
        view: How many moves, and replies to each, it compares when it plays by its sense.
    """

    reach: float
    sharpness: float
    error: float
    guile: float
    view: int

    def insight(self, moves: int) -> float:
        """Return the share of the positions with so many legal moves that it solves: the more moves, the fewer."""
        many: float = (moves / self.reach) ** self.sharpness
        return 1 / (many + 1)


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
    Sense(reach=6.0, sharpness=8.0, error=1.0, guile=1.0, view=2),
    Sense(reach=7.85, sharpness=8.0, error=1.0, guile=1.0, view=2),
    Sense(reach=10.5, sharpness=8.0, error=1.0, guile=1.0, view=3),
    Sense(reach=14.1, sharpness=8.0, error=1.0, guile=1.0, view=4),
)
"""For every variant that declares none. Tuned on Standoff, by the measure of docs/strength.md."""
