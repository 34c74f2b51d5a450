"""Starts: positions to begin a game from, written as text.

A start is a list of words: obstacles, each a cell after `#`, and then moves that count as played, such as `#B2 #D4` in
Blocking, `C3 E3` in Lines, or `#A1 A3 E5` in Isolation. After an odd number of moves, Player 2 moves first.
"""

import re
from functools import partial
from itertools import product
from typing import Final, Protocol, Self, TypeVar

from gridlock_rules.errors import InvalidStart, RulesError
from gridlock_rules.geometry import cell_at, cell_name
from gridlock_rules.moves import LegalMoves, Move
from gridlock_rules.notation import read_move
from gridlock_rules.wording import Phrase, quoted

OBSTACLE_SIGN = "#"
"""What stands before the cell of an obstacle."""

_CELL: Final = re.compile("[A-H][1-8]")


class Beginning(Protocol):
    """What is needed of a position to begin from it."""

    @property
    def size(self) -> int:
        """Number of rows, and of columns."""

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves."""

    def with_obstacles(self, cells: int) -> Self:
        """Return the empty board with obstacles on the cells of a mask."""

    def parse(self, text: str) -> Move:
        """Return the legal move that a text means."""

    def play(self, move: Move) -> Self:
        """Return the position after a move."""


_Position = TypeVar("_Position", bound=Beginning)


def begun_from(empty: _Position, start: str) -> _Position:
    """Return the position that a start makes of the empty board.

    Raises:
        InvalidStart: The text describes no position in which a game can begin.
    """
    parts = start.split()
    cells = [word.removeprefix(OBSTACLE_SIGN) for word in parts if word.startswith(OBSTACLE_SIGN)]
    try:
        position = empty.with_obstacles(_mask(cells, empty.size)) if cells else empty
        for move in parts[len(cells) :]:
            position = position.play(position.parse(move))
    except RulesError as error:
        problem = error.args[0]
        raise InvalidStart(Phrase("{start} is no start. {problem}", start=quoted(start), problem=problem)) from error
    if not position.legal_moves:
        raise InvalidStart(Phrase("{start} is no start, because nobody can move.", start=quoted(start)))
    return position


def _mask(cells: list[str], size: int) -> int:
    # A cell is written by its name here, so it makes no difference from which number a variant counts.
    return sum({1 << read_move(cell, size=size, origin=1, cells=1).cell for cell in cells})


def images_of_start(text: str, size: int) -> tuple[str, ...]:
    """Return the eight starts that the symmetries of the board make of a start, itself first.

    Obstacles are in board order in each, so two starts that differ by a symmetry alone have the same images.

    Args:
        text: A start that `Variant.start` accepts.
        size: Number of rows and columns of the board.
    """
    symmetries = product((False, True), repeat=3)
    return tuple(_in_order(_CELL.sub(partial(_image, size - 1, each), text).split()) for each in symmetries)


def canonical_start(text: str, size: int) -> str:
    """Return the one of the images of a start that stands for all of them."""
    return min(images_of_start(text, size))


def _image(last: int, symmetry: tuple[bool, ...], cell: re.Match[str]) -> str:
    transposes, flips_rows, flips_columns = symmetry
    row, column = ord(cell[0][0]) - ord("A"), int(cell[0][1:]) - 1
    if transposes:
        row, column = column, row
    return cell_name(cell_at(last - row if flips_rows else row, last - column if flips_columns else column))


def _in_order(parts: list[str]) -> str:
    obstacles = sorted(word for word in parts if word.startswith(OBSTACLE_SIGN))
    return " ".join([*obstacles, *parts[len(obstacles) :]])
