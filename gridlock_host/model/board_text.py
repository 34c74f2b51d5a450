"""Board text: a position as plain text for a code block."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from gridlock_rules import EMPTY_MARK, Move, Position
from gridlock_rules.geometry import cell_at


def draw_board(position: Position, last_move: Move | None = None, *, step: int | None = None) -> str:
    """Draw the board with row letters and column numbers; the last move is in brackets.

    With a step, the token of the player to move is drawn on that cell, in brackets, and no longer where it was.

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
    marked = step if step is not None or last_move is None else last_move.cell
    rows = [
        f"{letter} "
        + "".join(
            _cell(mark, width, marked=cell_at(row, column) == marked)
            for column, mark in enumerate(_after(position, step, row, marks))
        )
        for row, (letter, marks) in enumerate(zip(ascii_uppercase, position.marks, strict=False))
    ]
    return "\n".join([header, *rows])


def _after(position: Position, step: int | None, row: int, marks: Sequence[str]) -> Sequence[str]:
    """Return the marks of a row after a step."""
    if step is None:
        return marks
    token = position.variant.mark(position.to_move)
    left = [EMPTY_MARK if mark == token else mark for mark in marks]
    return [token if cell_at(row, column) == step else mark for column, mark in enumerate(left)]


def _cell(mark: str, width: int, *, marked: bool) -> str:
    return f"[{mark:^{width}}]" if marked else f" {mark:^{width}} "
