"""Text of the welcome card, and of the page of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.text.drawn import drawn_board
from cogs.text.i18n import Words
from cogs.text.shared import board_size
from gridlock_rules import VARIANTS, Variant, replay
from gridlock_rules.wording import Phrase

_RULES: Final[Mapping[str, tuple[Phrase, ...]]] = {
    "lines": (
        Phrase("Claim a free cell in the row or the column of your opponent's last cell."),
        Phrase("The first cell is free to choose."),
        Phrase("If that row and that column are full, you lose."),
    ),
    "standoff": (
        Phrase("Claim a free cell that touches none of your opponent's cells, not even diagonally."),
        Phrase("You may touch your own cells. Keep some that only you can claim."),
        Phrase("If every free cell touches your opponent, you lose."),
    ),
    "dodge": (
        Phrase("Claim a free cell that does not touch your opponent's last marker, not even diagonally."),
        Phrase("Older markers do not matter."),
        Phrase("If every free cell touches that marker, you lose."),
    ),
    "blocking": (
        Phrase("Claim a free cell. It blocks its row and its column for both of you."),
        Phrase("A blocked cell never opens again."),
        Phrase("If every cell is blocked, you lose."),
    ),
    "isolation": (
        Phrase("Move your token one step, then remove a free cell."),
        Phrase("You cannot remove a cell that touches your opponent's token."),
        Phrase("If your token cannot step anywhere, you lose."),
    ),
}
# A position of each game, in the middle of it.
_EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "lines": ("C3", "C5", "A5", "A2", "D2"),
    "standoff": ("C3", "A1", "E5", "A5", "C2"),
    "dodge": ("C3", "A1", "D4", "B1", "D2"),
    "blocking": ("C3", "A1", "E5"),
    "isolation": ("A1", "E5", "B2/C3", "D4/D5"),
}
EXAMPLE_SIZE: Final = 5


def card_text(words: Words) -> str:
    """Return the text of the welcome card."""
    titles = " · ".join(variant.title for variant in VARIANTS)
    return "\n".join(
        [
            words("## 👋 Hi, I am Gridlock!"),
            words("{number} tiny board games, one idea: **if you cannot move, you lose.**", number=len(VARIANTS)),
            words("-# {titles} · 3×3 to 8×8, against people or me", titles=titles),  # noqa: RUF001  # as boards are named
        ]
    )


def page_text(variant: Variant, words: Words) -> str:
    """Return the page of a game: a position, and its rules in short."""
    position = replay(variant, EXAMPLE_SIZE, _EXAMPLES.get(variant.key, ()))
    rules = _RULES.get(variant.key, (variant.summary,))
    return "\n".join(
        [
            f"## {variant.title}",
            words.say(drawn_board(position, None)),
            *(f"{number}. {words.say(rule)}" for number, rule in enumerate(rules, start=1)),
            words("-# `/gridlock rules` has all the rules. *Try it* plays on {board}.", board=board_size(EXAMPLE_SIZE)),
        ]
    )
