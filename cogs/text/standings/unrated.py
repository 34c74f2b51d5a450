"""Text about why games on a board are not rated."""

from __future__ import annotations

from cogs.text.shared import board_size
from gridlock_host.model.standings.rated import Unrated, unrated_board
from gridlock_host.model.terms import Terms
from gridlock_rules import Variant
from gridlock_rules.wording import Phrase


def board_reason(terms: Terms) -> Phrase | None:
    """Return why games by these terms give points but no rating because of their board; None if it is not the board."""
    reason = unrated_board(terms.variant_key, terms.board_size, is_plain=terms.starts_plain)
    return None if reason is None else _board_sentence(reason, terms.variant, terms.board_size)


def rules_note(variant: Variant, size: int) -> Phrase | None:
    """Return what the rules say about ratings on the plain board of a variant; None where games are rated."""
    reason = unrated_board(variant.key, size, is_plain=True)
    if reason is None:
        return None
    said = _board_sentence(reason, variant, size)
    if Terms(variant.key, size).fair_starts:
        return Phrase("{said} From a fair start, games are rated.", said=said)
    return said


def _board_sentence(reason: Unrated, variant: Variant, size: int) -> Phrase:
    said: dict[str, object] = {"title": variant.title, "board": board_size(size)}
    if reason is Unrated.SIZE_DECIDES:
        return Phrase(
            "{title} on the plain {board} board gives points but no rating, because the seat alone decides who wins.",
            **said,
        )
    return Phrase(
        "{title} on the plain {board} board gives points but no rating, because the first move can win at once.", **said
    )
