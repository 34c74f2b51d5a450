"""The steps of the tutorial: positions to solve by one move, and the check of an answer.

`python -m scripts.make_tutorial` finds the positions and writes them to `tutorial_steps.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Final

from gridlock_rules import Move, Position, replay

FILE_NAME: Final = "tutorial_steps.json"


class Goal(StrEnum):
    """What a step teaches."""

    LEGAL = "legal"
    """What a legal move is: any legal move is right."""

    STUCK = "stuck"
    """The player who cannot move loses: the only legal move leaves the opponent none."""

    WIN_IN_ONE = "win_in_one"
    """One of several moves ends the game at once."""

    KEEP_WIN = "keep_win"
    """One of several moves keeps the win."""

    BLOCKS = "blocks"
    """What a claim blocks in Blocking: a move must block two given cells."""

    NOTHING_LOST = "nothing_lost"
    """In Blocking every move keeps the win."""

    PARITY = "parity"
    """In Blocking the number of open rows decides."""

    PAIRS = "pairs"
    """The free cells are paired: the partner of the opponent's last cell is right."""

    MIRROR = "mirror"
    """The image of the opponent's last cell under a half-turn is right."""

    CUT_OFF = "cut_off"
    """A move that separates the tokens, and wins, is right."""


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A position to solve by one move.

    Attributes:
        variant_key: The key of the variant.
        number: Its number in the tutorial of the variant, from 1.
        goal: What it teaches.
        position: The position; the person who learns is to move.
        moves: The moves that lead to it.
        right: The right moves; all legal moves if it has none.
        replies: For wrong moves, a winning answer of the opponent.
        cells: The names of cells that the text names.
        pairs: The names of cells that are partners of each other.
    """

    variant_key: str
    number: int
    goal: Goal
    position: Position
    moves: tuple[Move, ...]
    right: frozenset[Move]
    replies: Mapping[Move, Move]
    cells: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]

    def check(self, text: str) -> TutorialAnswer:
        """Return what is to be said of a move.

        Raises:
            InvalidNotation: The text is not a move.
            IllegalMove: The rules forbid the move here; the sentence says which rule.
        """
        move = self.position.parse(text)
        is_right = not self.right or move in self.right
        return TutorialAnswer(move, self.position.play(move), is_right, self.replies.get(move))


@dataclass(frozen=True, slots=True)
class TutorialAnswer:
    """A legal move in a step.

    Attributes:
        move: The move.
        after: The position after it.
        is_right: Whether it solves the step.
        reply: A winning answer of the opponent; None if none is known.
    """

    move: Move
    after: Position
    is_right: bool
    reply: Move | None


@cache
def tutorial_steps(variant_key: str) -> tuple[TutorialStep, ...]:
    """Return the steps of a variant in order; none if it has no tutorial."""
    return tuple(_step(variant_key, number, entry) for number, entry in enumerate(_entries().get(variant_key, ()), 1))


@cache
def _entries() -> Mapping[str, list[dict[str, Any]]]:
    entries: dict[str, list[dict[str, Any]]] = json.loads(files(__package__).joinpath(FILE_NAME).read_text("utf-8"))
    return entries


def _step(variant_key: str, number: int, entry: Mapping[str, Any]) -> TutorialStep:
    moves, position = [], replay(variant_key, entry["size"], ())
    for text in entry["moves"].split():
        moves.append(position.parse(text))
        position = position.play(moves[-1])
    replies = {}
    for text, reply in entry.get("replies", {}).items():
        move = position.parse(text)
        replies[move] = position.play(move).parse(reply)
    return TutorialStep(
        variant_key,
        number,
        Goal(entry["goal"]),
        position,
        tuple(moves),
        frozenset(position.parse(text) for text in entry.get("right", "").split()),
        replies,
        tuple(entry.get("cells", "").split()),
        tuple((one, other) for one, other in map(str.split, entry.get("pairs", ()))),
    )
