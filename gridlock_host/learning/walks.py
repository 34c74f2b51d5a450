"""Walks of the opening explorer: a position and the moves that lead to it, as a short text.

The text is a number in base 64. Each move adds a digit to the number: its place among the legal moves, in a base that
is their number. So the longest games without a lone step fit into 70 characters: those of Isolation on 8x8. Before the
number of a walk from a fair start stand the place of the start in its pool, as a digit, and a point.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final, Self

from gridlock_rules import Move, Position, Variant
from gridlock_rules.start_pools import fair_starts

_DIGITS: Final = f"{digits}{ascii_letters}-_"
_BASE: Final = len(_DIGITS)
LONGEST_CODE: Final = 70
"""The most characters of a code, without a start. A longer one would not fit into a custom id along with a cell."""


EMPTY_CODE: Final = "1"
"""The code of the walk without a move, from the empty board."""

_POINT: Final = "."


class NoSuchWalk(ValueError):
    """A code is none of a walk, as only a manipulated client sends it."""


@dataclass(frozen=True, slots=True)
class Walk:
    """A position and how it was reached.

    Attributes:
        position: The position after the moves.
        moves: The moves from the start.
        fair_start: The place of the start among the fair ones of the board; None for the empty board.
    """

    position: Position
    moves: tuple[Move, ...] = ()
    fair_start: int | None = None

    @classmethod
    def start(cls, variant: Variant, size: int, fair_start: int | None = None) -> Self:
        """Return the walk without a move.

        Raises:
            NoSuchWalk: There is no such fair start.
            UnsupportedSize: The variant is not played on boards of this size.
        """
        if fair_start is None:
            return cls(variant.start(size))
        pool = fair_starts(variant.key, size)
        if fair_start not in range(len(pool)):
            raise NoSuchWalk(f"there is no fair start {fair_start}")
        return cls(variant.start(size, pool[fair_start]), (), fair_start)

    @classmethod
    def read(cls, variant: Variant, size: int, code: str) -> Self:
        """Return the walk of a code.

        Raises:
            NoSuchWalk: There is none.
            UnsupportedSize: The variant is not played on boards of this size.
        """
        place, point, written = code.rpartition(_POINT)
        begin = cls.start(variant, size, _number(place) if point else None)
        position, moves, number = begin.position, [], _number(written)
        while number > 1:
            legal = position.legal_moves
            number, index = divmod(number, _radix(position))
            if index >= len(legal):
                raise NoSuchWalk(code)
            moves.append(legal[index])
            position = position.play(moves[-1])
        if number != 1:
            raise NoSuchWalk(code)
        return cls(position, tuple(moves), begin.fair_start)

    @property
    def code(self) -> str:
        """The text from which `read` makes the same walk."""
        number, place, position = 0, 1, self.reset().position
        for move in self.moves:
            number += place * list(position.legal_moves).index(move)
            place *= _radix(position)
            position = position.play(move)
        begun = "" if self.fair_start is None else f"{_DIGITS[self.fair_start]}{_POINT}"
        return f"{begun}{_text(number + place)}"

    def play(self, move: Move) -> Walk:
        """Return the walk with one more move.

        Raises:
            IllegalMove, GameOver: The rules forbid it.
        """
        return Walk(self.position.play(move), (*self.moves, move), self.fair_start)

    def back(self) -> Walk:
        """Return the walk without its last move; the same one if it has none."""
        walk = self.reset()
        for move in self.moves[:-1]:
            walk = walk.play(move)
        return walk

    def reset(self) -> Walk:
        """Return the walk without its moves, from the same start."""
        return self.start(self.position.variant, self.position.size, self.fair_start)


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
