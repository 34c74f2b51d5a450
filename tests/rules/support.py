"""What the tests of the rules share: the vectors, the golden games, and ways to reach positions."""

import csv
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import gridlock_rules as rules

HERE = Path(__file__).parent
KEYS = [variant.key for variant in rules.VARIANTS]
SIZES = range(3, 9)


@dataclass(frozen=True)
class Refusal:
    """A text that the position at the end of a golden game refuses, with the error it must raise."""

    text: str
    reason: str
    cell: str | None = None
    sentence: str | None = None


@dataclass(frozen=True)
class GoldenGame:
    """A game and what must be true at its end; what is None is not looked at.

    Attributes:
        about: The behaviour that the game shows.
        moves: The moves as players write them; two numbers with a comma are one cell.
        winner: Name of the winning player; None means that the game is not over.
        legal: All legal moves in board order.
        marks: The rows of the board as the marks show it.
        drawn: Whether the rule text draws this very board.
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
    """Return the golden games of a variant; none where its file is missing."""
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
    """Return the position at the end of a golden game."""
    return rules.replay(key, game.size, game.moves)


def longest_game(start: rules.Position) -> int:
    """Return a number of moves that no game from this start exceeds.

    Most moves claim, occupy or remove a cell for good, so there are at most as many as cells. A step without a
    removal is legal only when every cell that is left touches or bears the opponent's token or is stepped to: at
    most ten cells. Two tokens stand on those in at most 90 ways, with either player to move, and none of these comes
    back before the next removal, of which at most eight are still to come.
    """
    cells = start.size**2
    return cells if start.variant.cells_per_move == 1 else cells + 9 * 2 * 90


def play_out(position: rules.Position, choices: Sequence[int]) -> list[rules.Position]:
    """Return every position of a game in which the choices, used again and again, pick the moves."""
    positions = [position]
    while moves := positions[-1].legal_moves:
        assert len(positions) <= longest_game(position), "the game goes on although it must have ended"
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
"""What decides a random game: see `play_out`."""


@st.composite
def positions(draw: st.DrawFn, *, keys: Sequence[str] = KEYS, sizes: Sequence[int] = SIZES) -> rules.Position:
    """Draw a position that random play has reached, at the start or the end of a game or between."""
    start = rules.find_variant(draw(st.sampled_from(keys))).start(draw(st.sampled_from(sizes)))
    reached = play_out(start, draw(CHOICES))
    return reached[draw(st.integers(0, len(reached) - 1))]
