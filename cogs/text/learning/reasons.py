"""Text of reasons: why a move wins or loses, in a sentence and on a board."""

from __future__ import annotations

from string import ascii_letters
from typing import Final

from cogs.text.drawn import drawn_board
from gridlock_rules import Move, Position
from gridlock_rules.wording import Phrase
from gridlock_solver.explanation import Explanation, Reason

# Small letters first; none that looks like a player's mark.
_LETTERS: Final = [letter for letter in ascii_letters if letter.upper() not in "OX"]
_REGION: Final = "*"

_NO_REASONS: Final = (Reason.FIXED_LENGTH, Reason.FIXED_REST, Reason.FORCED, Reason.UNPROVED)
"""What a text that has judged the move has said already: there was no choice, or nothing is proved."""


def reason_text(explanation: Explanation) -> Phrase | None:
    """Return the sentences on why a move is good or bad, for a text that has said how good it is.

    None if they would only say that there was no choice, or that nothing is proved.
    """
    return None if explanation.reason in _NO_REASONS else Phrase("{reason}.", reason=explanation.phrase)


def short_reason(explanation: Explanation) -> Phrase | None:
    """Return the same without what is drawn: for a move that loses, the answer that wins."""
    return None if explanation.reason in _NO_REASONS else Phrase("{reason}.", reason=explanation.sentence)


def reason_board(position: Position, move: Move, explanation: Explanation) -> Phrase | None:
    """Return the board on which a reason is drawn: the pairs of cells with letters, or the region that is cut off.

    Args:
        position: The position before the move.
        move: The move.
        explanation: Why it wins or loses.

    Returns:
        A code block; None if there is nothing to draw.
    """
    after = position.play(move)
    if explanation.then is not None:
        return reason_board(after, explanation.line[0], explanation.then)
    notes = _notes(explanation)
    return drawn_board(after, move, notes) if notes else None


def _notes(explanation: Explanation) -> list[tuple[str, int]]:
    if explanation.reason is Reason.CUT_OFF:
        return [(_REGION, sum(1 << cell for cell in explanation.cells))]
    pairs = zip(_LETTERS, explanation.pairs, strict=False)
    return [(letter, 1 << answer | 1 << reply) for letter, (answer, reply) in pairs]
