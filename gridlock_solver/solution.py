"""What a solver says of a position."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gridlock_rules import Move


@dataclass(frozen=True, slots=True)
class Solution:
    """The worth of a position for the player to move.

    Attributes:
        winning_moves: The moves that win against any play, in board order. All of them if the solution
            is exact, else those that were proved. Empty in a lost position.
        best: A move to play: a winning one, or in a lost position the first of those that leave the opponent
            the fewest winning answers. Without a proof, the move that looks best. None when the game is over.
        exact: Whether all of this is proved.
    """

    winning_moves: tuple[Move, ...]
    best: Move | None
    exact: bool

    @property
    def is_won(self) -> bool:
        """Whether the player to move is proved to win."""
        return bool(self.winning_moves)


FINISHED = Solution((), None, exact=True)
"""The solution of every finished position."""


def exact_solution(moves: Iterable[Move], wins: Callable[[Move], bool], answers: Callable[[Move], int]) -> Solution:
    """Return the solution of a position of which everything can be known.

    Args:
        moves: The legal moves in board order.
        wins: Whether a move wins.
        answers: How many answers to a move win for the opponent. Asked only when no move wins.
    """
    legal = tuple(moves)
    winning = tuple(move for move in legal if wins(move))
    if winning:
        return Solution(winning, winning[0], exact=True)
    return Solution((), min(legal, key=answers), exact=True) if legal else FINISHED
