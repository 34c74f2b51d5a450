"""Parser for moves as people write them. It does not know which moves are legal.

A cell is its name (`C3`) or two numbers, row and column (`3,3` or `3 3`), which count from 1 or 0 as in the variant's
rule book. It may stand in parentheses, as in the books: `(3,3)`. Two cells are separated by a slash or a blank, and in
parentheses by nothing or a comma as well. Letters may be lower case, and blanks may surround everything. Characters
that look like those of a move count as them: full-width forms, letters and digits of other scripts, invisible ones.
Keyboards, fonts and copied texts put them in the place of ASCII, and a reader cannot tell them apart.
"""

# ruff: noqa: RUF001  # look-alikes and the multiplication sign are meant

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from string import ascii_uppercase
from typing import Final

from gridlock_rules.errors import InvalidNotation, OffBoard
from gridlock_rules.geometry import cell_at
from gridlock_rules.moves import Move
from gridlock_rules.wording import Phrase, quoted

_BLANKS = r"[ \t]"
_NUMBER = r"(?:0|[1-9][0-9]?)"
_BARE = rf"(?:[A-Za-z]{_NUMBER}|{_NUMBER}(?:{_BLANKS}*,{_BLANKS}*|{_BLANKS}+){_NUMBER})"
_CELL = rf"{_BARE}|\({_BLANKS}*{_BARE}{_BLANKS}*\)"
_BETWEEN = rf"{_BLANKS}*/{_BLANKS}*|{_BLANKS}+|(?<=\)){_BLANKS}*,?{_BLANKS}*(?=\()"
_MOVE = re.compile(rf"({_CELL})(?:(?:{_BETWEEN})({_CELL}))?")
# Longer than any move, and short enough that the pattern cannot take long.
_LONGEST = 60

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


def read_move(text: object, *, size: int, origin: int, cells: int) -> Move:
    """Return the move that a text names.

    Args:
        text: What a player wrote. Anything but a string is refused like a text that is not a move.
        size: Number of rows and columns of the board.
        origin: The number of the first row and column: 1 or 0.
        cells: The most cells that a move of the variant names: 1 or 2.

    Raises:
        InvalidNotation: The text is not a move.
        OffBoard: It names a cell the board does not have.
    """
    written = text.strip() if isinstance(text, str) else f"<{type(text).__name__}>"
    plain = ascii_look_alike(written).strip() if len(written) <= _LONGEST else ""
    match = _MOVE.fullmatch(plain) if len(plain) <= _LONGEST else None
    if match is None:
        raise InvalidNotation(_not_a_move(written, _how_to_write(origin, cells)))
    if match[2] is not None and cells == 1:
        raise InvalidNotation(
            Phrase(
                "{written} names two cells, but a move is one cell. {how}",
                written=quoted(written),
                how=_how_to_write(origin, cells),
            )
        )
    return Move(*(_read_cell(cell.strip("( \t)"), size, origin) for cell in match.groups() if cell is not None))


def _not_a_move(written: str, how: Phrase) -> Phrase:
    odd = odd_letter(written[:_LONGEST])
    if odd is None:
        return Phrase("{written} is not a move. {how}", written=_shown(written), how=how)
    letter, name = odd
    return Phrase(
        "{written} is not a move: {letter} is not a Latin letter or a digit, but {name}. {how}",
        written=_shown(written),
        letter=Phrase("“{letter}”", letter=letter),
        name=name,
        how=how,
    )


def _shown(written: str) -> str:
    return quoted(written) if written else Phrase("An empty text")


def _how_to_write(origin: int, cells: int) -> Phrase:
    number, step = 2 + origin, 1 + origin
    if cells == 1:
        return Phrase(
            "Write a cell like C3, or as row and column like {number},{number} (numbers count from {origin}).",
            number=number,
            origin=origin,
        )
    return Phrase(
        "Write a cell like C3, or a step and the cell to remove like B2/C3, "
        "or with numbers like {step},{step} {number},{number} (numbers count from {origin}).",
        step=step,
        number=number,
        origin=origin,
    )


def _read_cell(written: str, size: int, origin: int) -> int:
    by_name = written[0].isalpha()
    row, column = _named(written) if by_name else _numbered(written, origin)
    if row in range(size) and column in range(size):
        return cell_at(row, column)
    if by_name:
        raise off_board(written.upper(), size)
    raise _off_board_numbers(" ".join(written.split()), row, column, size, origin)


def _named(cell: str) -> tuple[int, int]:
    """Return row and column of a cell, counted from 0."""
    return ord(cell[0].upper()) - ord("A"), int(cell[1:]) - 1


def _numbered(cell: str, origin: int) -> tuple[int, int]:
    """Return row and column of a cell, counted from 0."""
    row, column = re.findall(_NUMBER, cell)
    return int(row) - origin, int(column) - origin


def off_board(name: str, size: int) -> OffBoard:
    """Return the error for a cell outside of the board, which says which cells there are."""
    return OffBoard(
        Phrase(
            "{cell} is not on this {size}×{size} board, which has rows A to {row} and columns 1 to {size}.",
            cell=name,
            size=size,
            row=ascii_uppercase[size - 1],
        ),
        name,
    )


def _off_board_numbers(written: str, row: int, column: int, size: int, origin: int) -> OffBoard:
    name = f"{ascii_uppercase[row]}{column + 1}" if row in range(len(ascii_uppercase)) and column >= 0 else None
    extent = Phrase(
        "it has rows A to {row} and columns 1 to {size}, and numbers for them count from {first} to {last}",
        row=ascii_uppercase[size - 1],
        size=size,
        first=origin,
        last=origin + size - 1,
    )
    if name is None:
        sentence = Phrase(
            "{written} is not on this {size}×{size} board: {extent}.",
            written=written,
            size=size,
            extent=extent,
        )
    else:
        sentence = Phrase(
            "{written} means {cell}, which is not on this {size}×{size} board: {extent}.",
            written=written,
            cell=name,
            size=size,
            extent=extent,
        )
    return OffBoard(sentence, name)


def ascii_look_alike(text: str) -> str:
    """Return the text with each character that looks like an ASCII one replaced by it, without invisible characters.

    Characters that look like none stay. The result may be longer than the text.
    """
    if text.isascii():
        return text
    normal = unicodedata.normalize("NFKC", text.translate(_ASCII)).translate(_ASCII)
    return "".join(_plain(character) for character in normal)


def odd_letter(text: str) -> tuple[str, str] | None:
    """Return the first letter or digit that looks like no ASCII one, with its name in Unicode, if there is one."""
    for character in ascii_look_alike(text):
        if character.isalnum() and not character.isascii():
            return character, unicodedata.name(character, f"U+{ord(character):04X}")
    return None


def _plain(character: str) -> str:
    if character.isascii():
        return character
    if unicodedata.category(character) == "Cf" or character in _PRESENTATION:
        return ""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)
