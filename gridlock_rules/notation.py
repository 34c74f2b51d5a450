"""Reading moves as people write them. Which of them are legal is not decided here.

A cell is its name (`C3`) or two numbers, row and column (`3,3` or `3 3`), counted from 1 or from 0 as
the variant's book counts. Two cells are put after each other with a slash or a blank between them.
Letters may be small, and blanks may surround everything.
"""

import re
from string import ascii_uppercase

from gridlock_rules.errors import InvalidNotation, OffBoard
from gridlock_rules.geometry import cell_at
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
    written = text.strip() if isinstance(text, str) else f"<{type(text).__name__}>"
    match = _MOVE.fullmatch(written) if len(written) <= _LONGEST else None
    if match is None:
        raise InvalidNotation(f"{_shown(written)} is not a move. {_how_to_write(origin, cells)}")
    if match[2] is not None and cells == 1:
        raise InvalidNotation(
            f"{quoted(written)} names two cells, but a move is one cell. {_how_to_write(origin, cells)}"
        )
    return Move(*(_read_cell(cell, size, origin) for cell in match.groups() if cell is not None))


def _shown(written: str) -> str:
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
    by_name = written[0].isalpha()
    row, column = _named(written) if by_name else _numbered(written, origin)
    if row in range(size) and column in range(size):
        return cell_at(row, column)
    if by_name:
        raise off_board(written.upper(), size)
    raise _off_board_numbers(written, row, column, size, origin)


def _named(cell: str) -> tuple[int, int]:
    """Return the row and the column meant, counted from 0."""
    return ord(cell[0].upper()) - ord("A"), int(cell[1:]) - 1


def _numbered(cell: str, origin: int) -> tuple[int, int]:
    """Return the row and the column meant, counted from 0."""
    row, column = re.findall(_NUMBER, cell)
    return int(row) - origin, int(column) - origin


def off_board(name: str, size: int) -> OffBoard:
    """Return the error that says which cells a board of this size has."""
    return OffBoard(f"{name} is not on this {size}x{size} board, which has {_extent(size)}.", name)


def _off_board_numbers(written: str, row: int, column: int, size: int, origin: int) -> OffBoard:
    name = f"{ascii_uppercase[row]}{column + 1}" if row in range(len(ascii_uppercase)) and column >= 0 else None
    meant = f"{written} means {name}, which" if name else written
    return OffBoard(
        f"{meant} is not on this {size}x{size} board: it has {_extent(size)}, "
        f"and numbers for them count from {origin} to {origin + size - 1}.",
        name,
    )


def _extent(size: int) -> str:
    return f"rows A to {ascii_uppercase[size - 1]} and columns 1 to {size}"
