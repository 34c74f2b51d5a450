"""Board text: a position as plain text for a code block."""

from __future__ import annotations

from string import ascii_uppercase

from gridlock_rules import Move, Position
from gridlock_rules.geometry import cell_at


def draw_board(position: Position, last_move: Move | None = None) -> str:
    """Draw the board with row letters and column numbers; the last move is in brackets.

    All lines of all boards of a game have the same width and are ASCII. So no font and no line break can damage the
    grid, and no move makes it jump::

           1   2   3
        A  .   .   .
        B  .  [X]  .
        C  .   .   .
    """
    variant = position.variant
    width = max(len(mark) for mark in (*variant.player_marks, *variant.other_marks))
    header = "  " + "".join(f" {column:^{width}} " for column in range(1, position.size + 1))
    rows = [
        f"{letter} "
        + "".join(_cell(mark, width, marked=_is(last_move, row, column)) for column, mark in enumerate(marks))
        for row, (letter, marks) in enumerate(zip(ascii_uppercase, position.marks, strict=False))
    ]
    return "\n".join([header, *rows])


def _cell(mark: str, width: int, *, marked: bool) -> str:
    return f"[{mark:^{width}}]" if marked else f" {mark:^{width}} "


def _is(move: Move | None, row: int, column: int) -> bool:
    return move is not None and move.cell == cell_at(row, column)
