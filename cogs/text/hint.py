"""A hint as a text."""

from __future__ import annotations

from typing import Final

from cogs.text.shared import listed
from gridlock_host.bot_player.hints import Hint
from gridlock_rules.wording import Phrase, translatable
from gridlock_solver.solution import Reason

_WINS: Final = translatable("In game #{id} you ({mark}) win with **{move}**. {why}.")
_HARDEST: Final = translatable(
    "In game #{id} you ({mark}) win only if I ({other}) make a mistake. **{move}** makes it hardest for me. {why}."
)
_LOST: Final = translatable(
    "In game #{id} you ({mark}) win only if I ({other}) make a mistake later on. **{move}** is as good as any move. "
    "{why}."
)
_FORCED: Final = translatable("In game #{id} you ({mark}) have no choice: **{move}** is the only legal move.")
_NO_CHOICE: Final = translatable(
    "In game #{id} it makes no difference what you ({mark}) play: **{move}**, for example. {why}."
)
_NOT_PROVED: Final = translatable(
    "In game #{id}, **{move}** looks best for you ({mark}), though that is not proved. {why}."
)
_NONE_FOUND: Final = translatable(
    "In game #{id} I know of no move with which you ({mark}) win. **{move}** is as good as any. {why}."
)


def hint_text(hint: Hint) -> Phrase:
    """The move, why it is good, and what the hint costs."""
    return listed([_advice(hint), Phrase("If you win this game, it counts as won with help.")], "\n")


def _advice(hint: Hint) -> Phrase:
    marks = hint.game.variant.mark
    own = hint.game.position.to_move
    said = {
        "id": hint.game.id,
        "move": hint.move,
        "mark": marks(own),
        "other": marks(own.opponent),
        "why": hint.explanation.phrase,
    }
    return Phrase(_template(hint), **said)


def _template(hint: Hint) -> str:
    reason = hint.explanation.reason
    if reason is Reason.FIXED_LENGTH:
        return _NO_CHOICE
    if hint.wins:
        return _WINS
    if reason is Reason.FORCED:
        return _FORCED
    if not hint.exact:
        return _NONE_FOUND if reason is Reason.LOSES_TO else _NOT_PROVED
    return _LOST if reason is Reason.LEAVES_ALL_WINNING else _HARDEST
