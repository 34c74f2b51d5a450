"""Small helpers for sentences that players read."""

from collections.abc import Sequence

_LONGEST_QUOTE = 20


def quoted(text: str) -> str:
    """Return the text fit to stand in a sentence: short, in backticks, and unable to leave them."""
    shown = "".join(_harmless(character) for character in text[:_LONGEST_QUOTE])
    return f"`{shown}...`" if len(text) > _LONGEST_QUOTE else f"`{shown}`"


def _harmless(character: str) -> str:
    if character == "`":
        return "'"
    return character if character.isprintable() else "?"


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Return the words as a list in a sentence, such as "A1, B2 and C3"."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
