"""Walks of the opening explorer: a position and the moves that lead to it, as a short text.

The text is a number in base 64. Each move adds a digit to the number: its place among the legal moves, in a base that
is their number. So the longest games without a lone step fit into 70 characters: those of Isolation on 8x8.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final, Self

from gridlock_rules import Move, Position, Variant

_DIGITS: Final = f"{digits}{ascii_letters}-_"
_BASE: Final = len(_DIGITS)
LONGEST_CODE: Final = 70
"""The most characters of a code. A longer one would not fit into a custom id along with a cell."""


EMPTY_CODE: Final = "1"
"""The code of the walk without a move."""


class NoSuchWalk(ValueError):
    """A code is none of a walk, as only a manipulated client sends it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A position and how it was reached.

    Attributes:
        position: The position after the moves.
        moves: The moves from the empty board.
    """

    position: Position
    moves: tuple[Move, ...] = ()

    @classmethod
    def start(cls, variant: Variant, size: int) -> Self:
        """Return the walk without a move.

        Raises:
            UnsupportedSize: The variant is not played on boards of this size.
        """
        return cls(variant.start(size))

    @classmethod
    def read(cls, variant: Variant, size: int, code: str) -> Self:
        """Return the walk of a code.

        Raises:
            NoSuchWalk: There is none.
            UnsupportedSize: The variant is not played on boards of this size.
        """
        position, moves, number = variant.start(size), [], _number(code)
        while number > 1:
            legal = position.legal_moves
            number, index = divmod(number, _radix(position))
            if index >= len(legal):
                raise NoSuchWalk(code)
            moves.append(legal[index])
            position = position.play(moves[-1])
        if number != 1:
            raise NoSuchWalk(code)
        return cls(position, tuple(moves))

    @property
    def code(self) -> str:
        """The text from which `read` makes the same walk."""
        number, place, position = 0, 1, self.position.variant.start(self.position.size)
        for move in self.moves:
            number += place * list(position.legal_moves).index(move)
            place *= _radix(position)
            position = position.play(move)
        return _text(number + place)

    def play(self, move: Move) -> Walk:
        """Return the walk with one more move.

        Raises:
            IllegalMove, GameOver: The rules forbid it.
        """
        return Walk(self.position.play(move), (*self.moves, move))

    def back(self) -> Walk:
        """Return the walk without its last move; the same one if it has none."""
        position = self.position.variant.start(self.position.size)
        for move in self.moves[:-1]:
            position = position.play(move)
        return Walk(position, self.moves[:-1])


def _radix(position: Position) -> int:
    # The highest digit is a 1, which ends the number. So a forced move needs a digit too.
    return max(2, len(position.legal_moves))


def _text(number: int) -> str:
    written = ""
    while number:
        number, digit = divmod(number, _BASE)
        written = _DIGITS[digit] + written
    return written


def _number(code: str) -> int:
    number = 0
    for character in code[:LONGEST_CODE]:
        number = number * _BASE + max(0, _DIGITS.find(character))
    return number
