"""Look-alike characters: full-width forms, letters of other scripts, digits of other scripts, invisible characters.

Keyboards, fonts and copied texts put them in the place of ASCII, and a reader cannot tell them apart.
"""

# ruff: noqa: RUF001  # look-alikes are its subject

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

# By what they look like: Cyrillic, Greek, Armenian, Cherokee, Lisu, Coptic, and the small capitals of phonetics. Only
# letters that may name a row, and signs between numbers; NFKC handles full-width, circled, bold and similar forms.
_LETTERS: Final = {
    "A": "АаΑαᎪꓮᴀ",
    "B": "ВвΒβᏴꓐⲂʙ",
    "C": "СсϹϲᏟꓚⲤᴄ",
    "D": "ԀԁᎠꓓᴅ",
    "E": "ЕеΕεᎬꓰⲈᴇ",
    "F": "Ϝꓝꜰ",
    "G": "ԌԍᏀꓖɢ",
    "H": "НнΗᎻꓧⲎʜ",
    "3": "Зз",
    ",": "、،‚٫",
    "/": "\u2044\u2215\u29f8\\",
}
_ASCII: Final[Mapping[int, str]] = {
    ord(odd): plain for plain, look_alikes in _LETTERS.items() for odd in look_alikes
} | dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
# Variation selectors, and the sign that draws a box around a digit: they change only the look of the character before.
_PRESENTATION: Final = frozenset({*map(chr, range(0xFE00, 0xFE10)), "\u20e3"})


def ascii_look_alike(text: str) -> str:
    """Return the text with each character that looks like an ASCII one replaced by it, without invisible characters.

    Characters that look like none stay. The result may be longer than the text.
    """
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", text.translate(_ASCII)).translate(_ASCII)
    return "".join(_shown(character) for character in normal)


def odd_letter(text: str) -> tuple[str, str] | None:
    """Return the first letter or digit that looks like no ASCII one, with its name in Unicode, if there is one."""
    for character in ascii_look_alike(text):
        if character.isalnum() and not character.isascii():
            return character, unicodedata.name(character, f"U+{ord(character):04X}")
    return None


def _shown(character: str) -> str:
    if character.isascii():
        return character
    if unicodedata.category(character) == "Cf" or character in _PRESENTATION:
        return ""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)
