"""Players, moves and outcomes."""

from dataclasses import dataclass
from enum import Enum

from gridlock_rules.geometry import CELLS, cell_name


class Player(Enum):
    """One of the two players. Player ONE always moves first."""

    ONE = 1
    TWO = 2

    @property
    def opponent(self) -> "Player":
        """The other player."""
        return Player.TWO if self is Player.ONE else Player.ONE


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of a player. `str(move)` is its canonical text, such as "C3" or "B2/C3".

    Attributes:
        cell: The cell that is claimed, or that the token goes to.
        removed: The cell that is removed from the board in the same turn, or None.

    Raises:
        ValueError: A cell is not in 0..63.
    """

    cell: int
    removed: int | None = None

    def __post_init__(self) -> None:
        if self.cell not in CELLS or not (self.removed is None or self.removed in CELLS):
            raise ValueError(f"cells are numbers from 0 to 63, not {self.cell!r}, {self.removed!r}")

    def __str__(self) -> str:
        if self.removed is None:
            return cell_name(self.cell)
        return f"{cell_name(self.cell)}/{cell_name(self.removed)}"


class Termination(Enum):
    """Why a game has ended by its rules."""

    NO_LEGAL_MOVE = "no_legal_move"
    """The player to move has no legal move, and so loses."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: who won, and why. There are no draws."""

    winner: Player
    termination: Termination
