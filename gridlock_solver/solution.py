"""Solutions of positions: the winning moves, and what is proved."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from gridlock_rules import Move


class Value(Enum):
    """What is proved about a position."""

    WON = "won"
    """The player to move wins against any play."""

    LOST = "lost"
    """Every move loses against the best play."""

    OPEN = "open"
    """Neither is proved."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The winning moves of a position, and what is proved about them.

    Attributes:
        winning_moves: The moves that win against any play, in board order. All of them if the solution is exact, else
            those that were proved. Empty in a lost position.
        best: The move to play: a winning one; in a lost position, the first of those that leave the opponent the fewest
            winning answers, if they are counted; without a proof, the most promising one. None when the game is over.
        exact: Whether it is proved for every move if it wins.
        counted: Whether `best` is proved to leave the fewest winning answers. False only in a lost position, when the
            answers were not counted in time: `best` is then the most promising move.
    """

    winning_moves: tuple[Move, ...]
    best: Move | None
    exact: bool
    counted: bool = True

    @property
    def value(self) -> Value:
        """Whether the position is won, lost or open."""
        if self.winning_moves:
            return Value.WON
        return Value.LOST if self.exact else Value.OPEN

    @property
    def is_won(self) -> bool:
        """Whether the player to move is proved to win."""
        return self.value is Value.WON

    @property
    def is_lost(self) -> bool:
        """Whether the player to move is proved to lose. True also of a finished position."""
        return self.value is Value.LOST


FINISHED = Solution((), None, exact=True)
"""The solution of every finished position."""


def exact_solution(moves: Iterable[Move], wins: Callable[[Move], bool], answers: Callable[[Move], int]) -> Solution:
    """Return the exact solution of a position.

    Args:
        moves: The legal moves in board order.
        wins: Whether a move wins.
        answers: How many answers to a move win for the opponent. Called only if no move wins.
    """
    legal = tuple(moves)
    winning = tuple(move for move in legal if wins(move))
    if winning:
        return Solution(winning, winning[0], exact=True)
    return Solution((), min(legal, key=answers), exact=True) if legal else FINISHED
