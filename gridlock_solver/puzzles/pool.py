"""Pool of puzzles: positions in which exactly one move wins, and which of them a server gets on a day.

The file has one puzzle a line, made by `gridlock_solver.puzzles.make_pool`: the day of the week from 0 for Monday, the
key of the variant, the size, the depth, the answer, and the moves before the position.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from types import MappingProxyType
from zlib import crc32

from gridlock_rules import Move, Position, find_variant
from gridlock_rules.notation import read_move

WEEKDAYS = range(7)
"""The days of the week, from 0 for Monday to 6 for Sunday."""

MOST_MOVES = 25
"""The most legal moves of a puzzle: a message has five rows of five buttons."""

_NUMBERS = 1_000_000_000
"""The numbers of puzzles have at most nine digits."""

FILE = "puzzles.txt"
"""The name of the file, among the tables of the solver."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which exactly one of five or more moves wins, and does not end the game at once.

    Attributes:
        variant_key: The key of the variant.
        size: Number of rows, and of columns.
        moves: The moves before the position.
        answer: The move that wins.
        depth: How many plies ahead one must look to tell the answer from all other moves; see `depth`.
    """

    variant_key: str
    size: int
    moves: tuple[Move, ...]
    answer: Move
    depth: int

    @property
    def position(self) -> Position:
        """The position to solve."""
        position = find_variant(self.variant_key).start(self.size)
        for move in self.moves:
            position = position.play(move)
        return position

    @property
    def number(self) -> int:
        """A number of at most nine digits that tells this puzzle from others, also in pools of other versions."""
        told = " ".join([self.variant_key, str(self.size), str(self.answer), *map(str, self.moves)])
        return crc32(told.encode()) % _NUMBERS


@cache
def pool() -> Mapping[int, tuple[str, ...]]:
    """Return the lines of the puzzles for each day of the week. `read_puzzle` reads one."""
    text = files("gridlock_solver").joinpath("tables", FILE).read_text(encoding="ascii")
    lines = text.splitlines()
    return MappingProxyType({day: tuple(line[2:] for line in lines if line[0] == str(day)) for day in WEEKDAYS})


def read_puzzle(line: str) -> Puzzle:
    """Return the puzzle of a line of the pool."""
    key, size_text, depth_text, answer, *moves = line.split()
    variant, size = find_variant(key), int(size_text)

    def read(text: str) -> Move:
        return read_move(text, size=size, origin=variant.origin, cells=variant.cells_per_move)

    return Puzzle(key, size, tuple(map(read, moves)), read(answer), int(depth_text))


def puzzle_line(weekday: int, puzzle: Puzzle) -> str:
    """Return a puzzle as a line of the file."""
    told = (weekday, puzzle.variant_key, puzzle.size, puzzle.depth, puzzle.answer, *puzzle.moves)
    return " ".join(map(str, told))


def puzzle_of_day(seed: int | str, day: int) -> Puzzle:
    """Return the puzzle of a day, the same one on every machine.

    Each seed has the puzzles of a day of the week in an order of its own, one a week. So no puzzle comes twice before
    all of that day of the week have come, which takes more than a year.

    Args:
        seed: Any number or text, for instance the id of a server. A number and its text give the same puzzles.
        day: The day, as the number of days since the Monday 0001-01-01, which is day 1.
    """
    week, weekday = divmod(day - 1, len(WEEKDAYS))
    lines = pool()[weekday]
    # `Random` hashes a text by SHA-512, and Python promises that the numbers of `random` never change.
    chance = Random(f"{seed}:{weekday}")  # noqa: S311  # for puzzles, not for secrets
    order = sorted(range(len(lines)), key=lambda _: chance.random())
    return read_puzzle(lines[order[week % len(lines)]])
