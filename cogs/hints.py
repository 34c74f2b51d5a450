"""A hint as a text."""

from __future__ import annotations

from cogs.texts import listed
from gridlock_host.hinting import Hint
from gridlock_rules.wording import Phrase


def hint_text(hint: Hint) -> Phrase:
    """The move, why it is good, and what the hint costs."""
    return listed([_advice(hint), Phrase("If you win this game, it counts as won with help.")], "\n")


def _advice(hint: Hint) -> Phrase:
    said = {"id": hint.game.id, "move": hint.move, "why": hint.explanation.phrase}
    if hint.wins:
        return Phrase("In game #{id}, **{move}** wins: {why}.", **said)
    if hint.exact:
        return Phrase("In game #{id}, **{move}** makes it hardest for me: {why}.", **said)
    return Phrase("In game #{id}, **{move}** looks best, though nobody has proved it: {why}.", **said)
