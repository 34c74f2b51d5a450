"""Vectors, golden games and random play for the tests of the rules."""

import csv
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.claim_position import ClaimPosition

HERE = Path(__file__).parent
KEYS = [variant.key for variant in rules.VARIANTS]
SIZES = range(3, 9)


@dataclass(frozen=True)
class Refusal:
    """A text that the last position of a golden game refuses, with the expected error."""

    text: str
    reason: str
    cell: str | None = None
    sentence: str | None = None


@dataclass(frozen=True)
class GoldenGame:
    """A game and its expected last position. None means that a field is not compared.

    Attributes:
        about: What the game shows.
        moves: The moves as players write them; two numbers with a comma are one cell.
        winner: Name of the winning player; None if the game is not over.
        legal: All legal moves in board order.
        marks: The rows of the board.
        drawn: Whether the rule text shows this board.
    """

    about: str
    size: int
    moves: tuple[str, ...]
    refused: tuple[Refusal, ...]
    winner: str | None = None
    legal: tuple[str, ...] | None = None
    restriction: str | None = None
    marks: tuple[tuple[str, ...], ...] | None = None
    drawn: bool = False


def golden_games(key: str) -> list[GoldenGame]:
    """Return the golden games of a variant; none if its file is missing."""
    path = HERE / "golden" / f"{key}.toml"
    games = tomllib.loads(path.read_text(encoding="utf-8"))["game"] if path.exists() else []
    return [_golden_game(game) for game in games]


def _golden_game(game: dict[str, Any]) -> GoldenGame:
    split: dict[str, Any] = {"moves": tuple(game["moves"].split())}
    split["refused"] = tuple(Refusal(**refusal) for refusal in game.get("refused", ()))
    if "legal" in game:
        split["legal"] = tuple(game["legal"].split())
    if "marks" in game:
        split["marks"] = tuple(tuple(row.split()) for row in game["marks"].strip().splitlines())
    return GoldenGame(**{**game, **split})


def vector_rows(name: str) -> Iterator[list[str]]:
    """Yield the rows of a vector file without its heading."""
    with (HERE / "vectors" / name).open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter="\t"):
            if not row[0].startswith("#"):
                yield row


def final(game: GoldenGame, key: str) -> rules.Position:
    """Return the last position of a golden game."""
    return rules.replay(key, game.size, game.moves)


def longest_game(start: rules.Position) -> int:
    """Return a bound on the number of moves of a game from this start.

    A move that claims or removes a cell can happen at most once for each cell. A step of Isolation without a removal
    needs a board of at most ten free cells. Two tokens stand on ten cells in at most 90 ways, with either player to
    move. None of these positions comes back before the next removal, and at most eight removals are still to come.
    """
    cells = start.size**2
    return cells if start.variant.cells_per_move == 1 else cells + 9 * 2 * 90


def play_out(position: rules.Position, choices: Sequence[int]) -> list[rules.Position]:
    """Return every position of a game whose moves are picked by the choices, used in turn."""
    positions = [position]
    while moves := positions[-1].legal_moves:
        assert len(positions) <= longest_game(position), "the game should have ended"
        choice = choices[(len(positions) - 1) % len(choices)]
        positions.append(positions[-1].play(moves[choice % len(moves)]))
    return positions


def moves_between(positions: Sequence[rules.Position]) -> list[rules.Move]:
    """Return the moves that lead from each position to the next."""
    return [
        next(move for move in before.legal_moves if before.play(move) == after) for before, after in pairwise(positions)
    ]


def every_move(size: int) -> Iterator[rules.Move]:
    """Yield each move that can be written on a board of this size, legal or not."""
    cells = [8 * row + column for row in range(size) for column in range(size)]
    for cell in cells:
        yield rules.Move(cell)
        yield from (rules.Move(cell, removed) for removed in cells)


def texts(moves: Iterable[rules.Move]) -> list[str]:
    """Return the canonical texts of the moves."""
    return [str(move) for move in moves]


CHOICES = st.lists(st.integers(0, 10_000), min_size=1, max_size=24)
"""The choices of a random game: see `play_out`."""


@st.composite
def positions(
    draw: st.DrawFn, *, keys: Sequence[str] = KEYS, sizes: Sequence[int] = SIZES, last: int | None = None
) -> rules.Position:
    """Draw a position from a random game: any position, or one of the last ones before the end."""
    start = rules.find_variant(draw(st.sampled_from(keys))).start(draw(st.sampled_from(sizes)))
    reached = play_out(start, draw(CHOICES))
    earliest = 0 if last is None else max(0, len(reached) - 1 - last)
    return reached[draw(st.integers(earliest, len(reached) - 1))]


@dataclass(frozen=True)
class FillPosition(ClaimPosition):
    """A position of Fill, in which every free cell may be claimed."""

    __slots__ = ()

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0)

    @property
    def variant(self) -> rules.Variant:
        """Fill."""
        return FILL

    @property
    def restriction(self) -> str:
        """Always the same."""
        return "any free cell"

    @property
    def _open(self) -> int:
        return self._free

    def _after(self, move: rules.Move) -> Self:
        return type(self)(self.size, *self._claims_with(move.cell))

    def _why_closed(self, cell: int) -> rules.IllegalMove:
        raise AssertionError(f"every free cell may be claimed, {cell} too")


FILL = rules.Variant(
    key="fill",
    title="Fill",
    summary="Claim any free cell.",
    default_size=3,
    position_class=FillPosition,
    player_marks=("F", "G"),
)
"""A variant that is not registered, and has neither a rule text nor a solver."""
