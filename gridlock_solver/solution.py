"""Solutions of positions, and reasons for moves."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from gridlock_rules import Move
from gridlock_rules.wording import Phrase, translatable


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


class Reason(Enum):
    """Why a move is good or bad. The value is the template of the English sentence.

    `player` in a template is the mark of the player who moves, and `opponent` the mark of the other player.
    """

    ENDS_GAME = translatable("It ends the game, because {opponent} has no move left: {opponent} needs {needed}")
    FIXED_LENGTH = translatable(
        "Every game on this board lasts {length} moves, so {winner} makes the last one and wins"
    )
    PAIRED = translatable("{player} has a winning reply to every answer of {opponent}: {pairs}")
    FORCED = translatable("It is the only legal move")
    ONLY_WINNING = translatable("It is the only one of {moves} moves that wins")
    LOSES_TO = translatable("{opponent} can win by answering {answer}")
    LEAVES_ONE_WINNING = translatable("{opponent} wins with a single answer, {answer}")
    LEAVES_WINNING = translatable("{opponent} wins with {winning} of {answers} answers")
    LEAVES_ALL_WINNING = translatable("{opponent} wins with any answer")
    LEAVES_ONE_CELL = translatable("{opponent} then has a single cell to choose, {cell}")
    LEAVES_CELLS = translatable("{opponent} then has {cells} cells to choose from")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A reason with its values. `str(explanation)` is the English sentence, without a full stop.

    Attributes:
        reason: The reason.
        fields: The names in its template, each with its value: a number, or a text such as a mark or a cell.
    """

    reason: Reason
    fields: tuple[tuple[str, str | int], ...]

    @classmethod
    def of(cls, reason: Reason, **values: str | int) -> "Explanation":
        """Return the explanation with these values."""
        return cls(reason, tuple(values.items()))

    @property
    def template(self) -> str:
        """The English sentence with names in braces in place of the values."""
        return str(self.reason.value)

    @property
    def values(self) -> Mapping[str, str | int]:
        """The values by their names in the template."""
        return dict(self.fields)

    @property
    def phrase(self) -> Phrase:
        """The sentence, which can be translated."""
        return Phrase(self.template, **self.values)

    def __str__(self) -> str:
        return str(self.phrase)
