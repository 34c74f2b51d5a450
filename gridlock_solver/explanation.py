"""Reasons for moves as small values, from which a sentence can be made in any language."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gridlock_rules.wording import Phrase, translatable


class Reason(Enum):
    """Why a move is good or bad. The value is the template of the English sentence.

    `player` is the mark of whoever moves and `opponent` that of the other.
    """

    ENDS_GAME = translatable("it ends the game: {opponent} needs {needed}, and there is none")
    FIXED_LENGTH = translatable("every game on this board lasts {length} moves, so {winner} makes the last one")
    PAIRED = translatable("whatever {opponent} answers, {player} has a reply paired with it: {pairs}")
    ONLY_WINNING = translatable("it is the only one of {moves} moves that wins")
    LOSES_TO = translatable("{opponent} wins by answering {answer}")
    LEAVES_ONE_WINNING = translatable(
        "every move loses, and this one leaves {opponent} a single winning answer, {answer}"
    )
    LEAVES_WINNING = translatable("every move loses, and this one leaves {opponent} {winning} winning answers")
    LEAVES_ONE_CELL = translatable("it leaves {opponent} one cell, {cell}")
    LEAVES_CELLS = translatable("it leaves {opponent} {cells} cells")


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
