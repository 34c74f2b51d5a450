"""Emoji of a board: the drawn ones of the application, or Unicode's until those are there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cogs.discord_api.components import Component

_ROWS: Final = tuple(f"row_{letter}" for letter in "abcdefgh")
_COLUMNS: Final = tuple(f"column_{number}" for number in range(1, 9))


@dataclass(frozen=True, slots=True)
class EmojiSet:
    """All emoji that a board can show, by the names of their pictures.

    Attributes:
        codes: The text that shows each in a message.
        partials: Each as a button takes it.
        rows: The codes of the letters at the edge, from the top.
        header: The code of the corner, and of the numbers at the edge.
    """

    codes: Mapping[str, str]
    partials: Mapping[str, Component]
    rows: tuple[str, ...]
    header: tuple[str, ...]


def drawn_set(ids: Mapping[str, int]) -> EmojiSet:
    """Return the application's own emoji.

    Args:
        ids: The id of each, by the name of its picture.
    """
    codes = {name: f"<:{_spoken(name)}:{number}>" for name, number in ids.items()}
    partials: dict[str, Component] = {name: {"id": str(number), "name": _spoken(name)} for name, number in ids.items()}
    return _set_of(codes, partials)


def _spoken(name: str) -> str:
    """Return what a screen reader is to say. Discord finds an emoji by its id, and a short name leaves room for 81."""
    return name.replace("_last_cell", "_last").removesuffix("_cell")


def _set_of(codes: Mapping[str, str], partials: Mapping[str, Component]) -> EmojiSet:
    header = tuple(codes[name] for name in ("corner", *_COLUMNS))
    return EmojiSet(codes, partials, tuple(codes[name] for name in _ROWS), header)


_UNICODE: Final = {
    "free_cell": "⬜",
    "legal_cell": "✅",
    "barred_cell": "➖",  # noqa: RUF001  # the emoji is what is meant
    "blocked_cell": "✖️",
    "removed_cell": "✖️",
    "removed_cell_last_move": "❌",
    "corner": "⬛",
    **{f"{stone}{state}": "🟦" for stone in ("blue_square", "blue_token") for state in ("", "_cell")},
    **{f"{stone}{state}": "🟠" for stone in ("orange_circle", "orange_token") for state in ("", "_cell")},
    **{f"{stone}{state}": "🔷" for stone in ("blue_square", "blue_token") for state in ("_last_move", "_last_cell")},
    **{
        f"{stone}{state}": "🔶" for stone in ("orange_circle", "orange_token") for state in ("_last_move", "_last_cell")
    },
    **{name: chr(0x1F1E6 + place) for place, name in enumerate(_ROWS)},
    **{name: f"{place + 1}\ufe0f\u20e3" for place, name in enumerate(_COLUMNS)},
}

UNICODE: Final = _set_of(_UNICODE, {name: {"id": None, "name": character} for name, character in _UNICODE.items()})
"""Unicode's emoji, which are always there. Their shapes differ as those of the drawn ones do."""
