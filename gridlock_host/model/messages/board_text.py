"""Board text: a position as plain text for a code block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from gridlock_rules import EMPTY_MARK, Move, Position, Variant
from gridlock_rules.geometry import CELLS, STRIDE, cells_of

LEGAL_MARK: Final = "+"
"""What a cell shows that the player to move may choose."""

_LETTERS: Final = "ABCDEFGH"


def draw_board(
    position: Position,
    last_move: Move | None = None,
    *,
    marked: int | None = None,
    step: int | None = None,
    legal: int = 0,
    notes: Sequence[tuple[str, int]] = (),
) -> str:
    """Draw the board with row letters and column numbers; what the last move changed is in brackets.

    All lines of all boards of a game have the same width and are ASCII. So no font and no line break can damage the
    grid, and no move makes it jump::

           1   2   3
        A  .   +   .
        B  +  [X]  +
        C  .   +   .

    Args:
        position: The position.
        last_move: The last move.
        marked: The mask of the cells in brackets, in place of those of the last move.
        step: Where the token of the player to move is drawn, and no longer where it was.
        legal: The mask of the cells that are marked as legal.
        notes: What empty cells show in place of the mark of empty cells, each with the mask of these cells.
    """
    width = _width(position.variant)
    if marked is None:
        marked = _changed_by(last_move)
    grid = _empty_grid(width).copy()
    for mark, mask in (*_shown(position, step, legal), *notes):
        text = _cell_text(mark, width)
        for cell in cells_of(mask):
            grid[cell] = text
    for cell in cells_of(marked):
        grid[cell] = f"[{grid[cell][1:-1]}]"
    size = position.size
    lines = [_header(size, width)]
    for letter, start in zip(_LETTERS[:size], range(0, len(CELLS), STRIDE), strict=False):
        lines.append(f"{letter} {''.join(grid[start : start + size])}")
    return "\n".join(lines)


@cache
def _width(variant: Variant) -> int:
    return max(len(mark) for mark in (*variant.player_marks, *variant.other_marks))


@cache
def _cell_text(mark: str, width: int) -> str:
    return f" {mark:^{width}} "


@cache
def _empty_grid(width: int) -> list[str]:
    return [_cell_text(EMPTY_MARK, width)] * len(CELLS)


@cache
def _header(size: int, width: int) -> str:
    return "  " + "".join(f" {column:^{width}} " for column in range(1, size + 1))


def _changed_by(move: Move | None) -> int:
    if move is None:
        return 0
    return 1 << move.cell | (0 if move.removed is None else 1 << move.removed)


def _shown(position: Position, step: int | None, legal: int) -> list[tuple[str, int]]:
    """Return each mark with the mask of the cells that show it, after a step."""
    masks = [(mark, mask) for mark, mask in position.mark_masks if mask]
    if step is not None:
        token = position.variant.mark(position.to_move)
        masks = [(mark, 1 << step if mark == token else mask) for mark, mask in masks]
    return [*masks, (LEGAL_MARK, legal)] if legal else masks
