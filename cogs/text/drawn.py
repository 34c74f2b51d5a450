"""Boards in texts: a code block, and the same board as sentences for those who want it spoken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from gridlock_host import draw_board
from gridlock_rules import Move, Player, Position, cell_name
from gridlock_rules.geometry import cells_of, geometry
from gridlock_rules.wording import Phrase

_LETTERS = "ABCDEFGH"


class Drawn(Phrase):
    """A board as a code block, which also knows the sentences that say the same.

    Attributes:
        speak: Returns the sentences.
    """

    __slots__ = ("speak",)

    speak: Callable[[], Phrase]

    def __new__(cls, block: str, speak: Callable[[], Phrase]) -> Self:
        """Keep both ways of telling a board."""
        drawn = super().__new__(cls, "```\n{board}\n```", board=block)
        drawn.speak = speak
        return drawn


def drawn_board(position: Position, last_move: Move | None, notes: Sequence[tuple[str, int]] = ()) -> Drawn:
    """Return a board in a text.

    Args:
        position: The position.
        last_move: The last move.
        notes: What free cells show, such as a letter, each with the mask of these cells.
    """

    def speak() -> Phrase:
        signs = {cell: mark for mark, mask in notes for cell in cells_of(mask)}
        return spoken_board(position, changed_by(last_move), signs=signs)

    return Drawn(draw_board(position, last_move, notes=notes), speak)


def changed_by(move: Move | None) -> int:
    """Return the mask of the cells that a move changed."""
    if move is None:
        return 0
    return 1 << move.cell | (0 if move.removed is None else 1 << move.removed)


def spoken_board(
    position: Position,
    last: int,
    *,
    step: int | None = None,
    legal: int = 0,
    signs: Mapping[int, str] | None = None,
    reader: Player | None = None,
) -> Phrase:
    """Return a board as sentences, a line for each row, such as "Row B: B1 free. B2 yours, last move." of one.

    Args:
        position: The position.
        last: The mask of the cells that the last move changed.
        step: Where the token of the player to move is, and no longer where it was.
        legal: The mask of the cells that may be chosen; 0 where nothing is said of that.
        signs: What else is said of free cells, such as a letter.
        reader: The player who reads it; None for any other reader.
    """
    states: dict[int, Phrase | str] = {}
    for mark, mask in position.mark_masks:
        for cell in cells_of(mask):
            states[cell] = _state(position, mark, reader)
    if step is not None:
        mover = position.variant.mark(position.to_move)
        states = {cell: state for cell, state in states.items() if state != _state(position, mover, reader)}
        states[step] = _state(position, mover, reader)
    size = position.size
    rows = []
    for letter, row in zip(_LETTERS[:size], geometry(size).rows, strict=True):
        said = [_cell(cell, states.get(cell), last, legal, signs or {}) for cell in row]
        rows.append(Phrase("Row {row}: {cells}", row=letter, cells=_joined(said, " ")))
    return _joined(rows, "\n")


def _joined(parts: Sequence[Phrase], separator: str) -> Phrase:
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Phrase(separator.join(f"{{{name}}}" for name in values), **values)


def _state(position: Position, mark: str, reader: Player | None) -> Phrase | str:
    variant = position.variant
    if mark not in variant.player_marks:
        return variant.other_marks[mark]
    if reader is None:
        return mark
    return Phrase("yours") if variant.mark(reader) == mark else Phrase("your opponent's")


def _cell(cell: int, state: Phrase | str | None, last: int, legal: int, signs: Mapping[int, str]) -> Phrase:
    """Return the sentence about one cell."""
    name = cell_name(cell)
    if state is not None:
        if last >> cell & 1:
            return Phrase("{cell} {state}, last move.", cell=name, state=state)
        return Phrase("{cell} {state}.", cell=name, state=state)
    if cell in signs:
        return Phrase("{cell} free, {sign}.", cell=name, sign=signs[cell])
    if legal and not legal >> cell & 1:
        return Phrase("{cell} free, not allowed now.", cell=name)
    return Phrase("{cell} free.", cell=name)
