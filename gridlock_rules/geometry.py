"""Cells and sets of cells of a square board, as ints.

A cell is an int from 0 to 63: eight times its row plus its column, on boards of every size. A set of cells is a mask:
an int whose bit `1 << cell` is set for each member. So a cell has the same number on every board, and ascending
numbers are in board order: row by row from the top left.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

STRIDE = 8
CELLS = range(STRIDE * STRIDE)
SIZES = range(3, STRIDE + 1)

_ALL_ROWS = (1 << len(CELLS)) - 1
_FIRST_COLUMN = sum(1 << STRIDE * row for row in range(STRIDE))
_LAST_COLUMN = _FIRST_COLUMN << (STRIDE - 1)


def cell_at(row: int, column: int) -> int:
    """Return the cell in this row and column, both counted from 0."""
    return row * STRIDE + column


def row_name(cell: int) -> str:
    """Return the letter of the cell's row, such as "C"."""
    return chr(ord("A") + cell // STRIDE)


def column_name(cell: int) -> str:
    """Return the number of the cell's column, such as "3"."""
    return str(cell % STRIDE + 1)


def cell_name(cell: int) -> str:
    """Return the canonical name of the cell, such as "C3"."""
    return row_name(cell) + column_name(cell)


def cells_of(mask: int) -> Iterator[int]:
    """Yield the cells of the mask in board order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def touching(mask: int) -> int:
    """Return the mask and all cells that touch one of its cells, also diagonally.

    The result may have cells outside of boards smaller than 8x8.
    """
    wide = mask | (mask & ~_LAST_COLUMN) << 1 | (mask & ~_FIRST_COLUMN) >> 1
    return (wide | wide << STRIDE | wide >> STRIDE) & _ALL_ROWS


@dataclass(frozen=True, slots=True)
class Geometry:
    """Cells and their neighbours on boards of one size.

    Attributes:
        size: Number of rows, and of columns.
        board: Mask of all cells of the board.
        rows: The cells, row by row.
        lines: For each cell from 0 to 63, the mask of the other cells in its row and column.
        neighbours: For each cell from 0 to 63, the mask of the up to eight cells around it.
    """

    size: int
    board: int
    rows: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...]
    neighbours: tuple[int, ...]


@cache
def geometry(size: int) -> Geometry:
    """Return the geometry of the board with this many rows and columns (3 to 8), cached."""
    rows = tuple(tuple(cell_at(row, column) for column in range(size)) for row in range(size))
    board = sum(1 << cell for row in rows for cell in row)
    return Geometry(
        size=size,
        board=board,
        rows=rows,
        lines=tuple(_lines(cell) & board for cell in CELLS),
        neighbours=tuple(touching(1 << cell) & board & ~(1 << cell) for cell in CELLS),
    )


def _lines(cell: int) -> int:
    row, column = divmod(cell, STRIDE)
    whole_row = ((1 << STRIDE) - 1) << row * STRIDE
    return (whole_row | _FIRST_COLUMN << column) & ~(1 << cell)
