"""Reading moves as people write them. Which of them are legal is not decided here.

A cell is its name (`C3`) or two numbers, row and column (`3,3` or `3 3`), counted from 1 or from 0 as
the variant's book counts. Two cells are put after each other with a slash or a blank between them.
Letters may be small, and blanks may surround everything.
"""

import re

from gridlock_rules.errors import InvalidNotation, OffBoard
from gridlock_rules.geometry import cell_at, cell_name
from gridlock_rules.values import Move
from gridlock_rules.wording import quoted

_BLANKS = r"[ \t]"
_NUMBER = r"(?:0|[1-9][0-9]?)"
_CELL = rf"[A-Za-z]{_NUMBER}|{_NUMBER}(?:{_BLANKS}*,{_BLANKS}*|{_BLANKS}+){_NUMBER}"
_MOVE = re.compile(rf"({_CELL})(?:(?:{_BLANKS}*/{_BLANKS}*|{_BLANKS}+)({_CELL}))?")
# Longer than any move, and short enough to be matched in no time.
_LONGEST = 60


def read_move(text: object, *, size: int, origin: int, cells: int) -> Move:
    """Read a move.

    Args:
        text: What a player wrote. Anything but a string is refused like a string that is no move.
        size: Number of rows and columns of the board.
        origin: What numbers count from: 1 or 0.
        cells: The most cells a move of the variant can name: 1 or 2.

    Raises:
        InvalidNotation: The text is not a move.
        OffBoard: It names a cell the board does not have.
    """
    written = text.strip() if isinstance(text, str) else repr(type(text).__name__)
    match = _MOVE.fullmatch(written) if len(written) <= _LONGEST else None
    if match is None:
        raise InvalidNotation(f"{_named(written)} is not a move. {_how_to_write(origin, cells)}")
    if match[2] is not None and cells == 1:
        raise InvalidNotation(
            f"{quoted(written)} names two cells, but a move is one cell. {_how_to_write(origin, cells)}"
        )
    return Move(*(_read_cell(cell, size, origin) for cell in match.groups() if cell is not None))


def _named(written: str) -> str:
    return quoted(written) if written else "An empty text"


def _how_to_write(origin: int, cells: int) -> str:
    number = 2 + origin
    counting = f"numbers count from {origin}"
    if cells == 1:
        return f"Write a cell like C3, or as row and column like {number},{number} ({counting})."
    step = f"{number - 1},{number - 1}"
    return (
        f"Write a cell like C3, or a step and the cell to remove like B2/C3, "
        f"or with numbers like {step} {number},{number} ({counting})."
    )


def _read_cell(written: str, size: int, origin: int) -> int:
    if written[0].isalpha():
        row, column = ord(written[0].upper()) - ord("A"), int(written[1:]) - 1
        name: str | None = written.upper()
    else:
        row, column = (int(number) - origin for number in re.findall(_NUMBER, written))
        name = None
    if row in range(size) and column in range(size):
        return cell_at(row, column)
    raise _off_board(written, name, size, origin)


def _off_board(written: str, name: str | None, size: int, origin: int) -> OffBoard:
    rows_and_columns = f"rows A to {chr(ord('A') + size - 1)} and columns 1 to {size}"
    if name is not None:
        return OffBoard(f"{name} is not on this {size}x{size} board, which has {rows_and_columns}.", name)
    return OffBoard(
        f"{written} is not on this {size}x{size} board: as numbers, rows and columns count from "
        f"{origin} to {origin + size - 1} (by name, {rows_and_columns})."
    )


def off_board_cell(cell: int, size: int) -> OffBoard:
    """Return the error for a cell that was not written but is not on the board either."""
    return _off_board(cell_name(cell), cell_name(cell), size, 1)
