"""Explanations: reasons why a move wins or loses, as values with a sentence and what is drawn with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from gridlock_rules import Move
from gridlock_rules.wording import Phrase, translatable


class Reason(Enum):
    """Why a move is good or bad. The value is the template of the English sentence.

    `player` in a template is the mark of the player who moves, and `opponent` the mark of the other player.
    docs/reasons.md says what each reason claims.
    """

    ENDS_GAME = translatable("It ends the game, because {opponent} has no move left: {opponent} needs {needed}")
    FIXED_LENGTH = translatable(
        "Every game on this board lasts {length} moves, so {winner} makes the last one and wins"
    )
    FIXED_REST = translatable(
        "However it goes on, the game lasts {length} moves, so {winner} makes the last one and wins"
    )
    FORCED = translatable("It is the only move")
    FORCED_ENDING = translatable("{opponent} must answer {answer}, and {reply} ends the game")
    ENDED_BY_ONE = translatable("Whatever {opponent} answers, {reply} ends the game")
    ENDED_NEXT = translatable(
        "Whatever {opponent} answers, the next move of {player} ends the game: after {answer}, for example, {reply}"
    )
    PAIRED = translatable(
        "Whatever {opponent} plays, {player} answers on the cell with the same letter, so {opponent} is the first "
        "without a move"
    )
    MIRRORED = translatable(
        "Whatever {opponent} plays, {player} answers on its mirror image, the cell with the same letter, so {opponent} "
        "is the first without a move"
    )
    OPPOSITE = translatable(
        "Whatever {opponent} plays, {player} answers opposite through the middle, on the cell with the same letter, "
        "so {opponent} is the first without a move"
    )
    CUT_OFF = translatable(
        "It cuts {opponent} off: {opponent} can reach only the cells with `*`, and {player} stands outside"
    )
    LAST_ESCAPE = translatable("It leaves {opponent} a single way out, {cell}")
    STOPS = translatable("Every losing move lets {opponent} win with {named}, but this one does not")
    STOPS_STEPS = translatable("Every losing move lets {opponent} win by a step to {named}, but this one does not")
    STOPS_REMOVALS = translatable(
        "Every losing move lets {opponent} win by the removal of {named}, but this one does not"
    )
    ANY_MOVE = translatable("Any move wins here")
    GOES_ON = translatable("If {opponent} answers {answer}, {player} wins with {reply}")
    LOSES_TO = translatable("{opponent} can win by answering {answer}")
    LEAVES_ONE_WINNING = translatable("{opponent} wins with a single answer, {answer}")
    LEAVES_FEW_WINNING = translatable("{opponent} wins only with {answers}")
    LEAVES_ALL_WINNING = translatable("{opponent} wins with any answer")
    UNPROVED = translatable("Too much is open on this board for a proof")


@dataclass(frozen=True, slots=True)
class Explanation:
    """A reason with its values. `str(explanation)` is the English sentence, or two, without the last full stop.

    Attributes:
        reason: The reason.
        fields: The names in its template, each with its value: a number, or a text such as a mark or a cell.
        line: The moves after the explained one that the sentence names, in the order in which they are played; of
            several answers that win, each stands alone.
        pairs: Pairs of cells that are drawn with one letter: an answer of the opponent, and the reply.
        cells: The cells that the sentence speaks of, in board order.
        then: Why the first move of the line wins, if that is known.
    """

    reason: Reason
    fields: tuple[tuple[str, str | int], ...]
    line: tuple[Move, ...] = ()
    pairs: tuple[tuple[int, int], ...] = ()
    cells: tuple[int, ...] = ()
    then: "Explanation | None" = None

    @classmethod
    def of(
        cls,
        reason: Reason,
        *,
        line: tuple[Move, ...] = (),
        pairs: tuple[tuple[int, int], ...] = (),
        cells: tuple[int, ...] = (),
        then: "Explanation | None" = None,
        **values: str | int,
    ) -> "Explanation":
        """Return the explanation with these values."""
        return cls(reason, tuple(values.items()), line, pairs, cells, then)

    @property
    def template(self) -> str:
        """The English sentence with names in braces in place of the values."""
        return str(self.reason.value)

    @property
    def values(self) -> Mapping[str, str | int]:
        """The values by their names in the template."""
        return dict(self.fields)

    @property
    def sentence(self) -> Phrase:
        """The sentence alone, which can be translated."""
        return Phrase(self.template, **self.values)

    @property
    def phrase(self) -> Phrase:
        """The sentence, followed by the one on why the first move of the line wins."""
        return (
            self.sentence
            if self.then is None
            else Phrase("{reason}. {then}", reason=self.sentence, then=self.then.phrase)
        )

    def __str__(self) -> str:
        return str(self.phrase)
