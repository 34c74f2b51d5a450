"""Reasons for moves as small values, from which a sentence can be made in any language."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gridlock_rules.wording import Phrase, translatable


class Reason(Enum):
    """Why a move is good or bad. The value is the template of the English sentence.

    `player` is the mark of whoever moves and `opponent` that of the other.
    """

    ENDS_GAME = translatable("It ends the game, because {opponent} cannot move: what would be needed is {needed}")
    FIXED_LENGTH = translatable(
        "Every game on this board lasts {length} moves, so {winner} makes the last one and wins"
    )
    PAIRED = translatable("To every answer of {opponent}, {player} has a reply that keeps the win: {pairs}")
    FORCED = translatable("It is the only legal move")
    ONLY_WINNING = translatable("Of {moves} moves it is the only one that wins")
    LOSES_TO = translatable("{opponent} can win by answering {answer}")
    LEAVES_ONE_WINNING = translatable("{opponent} wins with a single answer, {answer}")
    LEAVES_WINNING = translatable("{opponent} wins with {winning} of {answers} answers")
    LEAVES_ALL_WINNING = translatable("{opponent} wins with any answer")
    LEAVES_ONE_CELL = translatable("{opponent} then has a single cell to choose, {cell}")
    LEAVES_CELLS = translatable("{opponent} then has {cells} cells to choose from")


@dataclass(frozen=True, slots=True)
class Explanation:
    """One reason and what it speaks of. `str(explanation)` is the English sentence, without a full stop.

    Attributes:
        reason: Which reason it is.
        fields: The names in the template, each with its value: a number, or a text such as a mark or a cell.
    """

    reason: Reason
    fields: tuple[tuple[str, str | int], ...]

    @classmethod
    def of(cls, reason: Reason, **values: str | int) -> "Explanation":
        """Return the explanation with these values."""
        return cls(reason, tuple(values.items()))

    @property
    def template(self) -> str:
        """The English sentence with names in braces where values belong."""
        return str(self.reason.value)

    @property
    def values(self) -> Mapping[str, str | int]:
        """The values by their names in the template."""
        return dict(self.fields)

    @property
    def phrase(self) -> Phrase:
        """The sentence, which can be said in other languages, too."""
        return Phrase(self.template, **self.values)

    def __str__(self) -> str:
        return str(self.phrase)
