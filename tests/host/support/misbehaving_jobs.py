"""Jobs for worker processes, good and bad."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn

from gridlock_rules import Move, Position
from gridlock_solver import Budget, Explanation, Reason, Solution


def answer(value: object) -> object:
    """Give back what was given."""
    return value


def process_id() -> int:
    """Tell which process this is."""
    return os.getpid()


def print_and_answer(value: object) -> object:
    """Give back what was given, and write to standard output, where the answer goes as well."""
    print("thinking aloud", flush=True)  # noqa: T201
    return value


def complain() -> NoReturn:
    """Raise an ordinary exception."""
    raise ValueError("no answer to that")


def answer_with_what_cannot_be_sent() -> object:
    """Give back what cannot be pickled."""
    return lambda: None


def complain_about(_value: object) -> bytes:
    """Raise an ordinary exception about what was given."""
    complain()


def die() -> NoReturn:
    """Be killed in the middle of it."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def leave() -> NoReturn:
    """End the process in good order, as a library might."""
    raise SystemExit(0)


def never_answer() -> NoReturn:
    """Compute for ever."""
    while True:
        pass


def note_and_never_answer(path: Path) -> NoReturn:
    """Tell in a file which process this is, and compute for ever."""
    note_process(path)
    never_answer()


def note_process(path: Path) -> None:
    """Tell in a file which process this is."""
    path.with_suffix(".part").write_text(str(os.getpid()))
    path.with_suffix(".part").rename(path)


def tell_seconds(seconds: float) -> float:
    """Return the processor time that was given."""
    return seconds


def choose_first(position: Position, _level: int, _random: Random, _seconds: float) -> Move:
    """Choose the first legal move."""
    return position.legal_moves[0]


def choose_by_chance(position: Position, _level: int, random: Random, _seconds: float) -> Move:
    """Choose any legal move."""
    return random.choice(position.legal_moves)


def choose_what_is_illegal(_position: Position, _level: int, _random: Random, _seconds: float) -> Move:
    """Choose a cell that no board has."""
    return Move(63)


def choose_nonsense(_position: Position, _level: int, _random: Random, _seconds: float) -> str:
    """Return something that is no move."""
    return "B2"


def die_choosing(_position: Position, _level: int, _random: Random) -> Move:
    """Be killed while choosing."""
    die()


def choose_for_ever(_position: Position, _level: int, _random: Random, _seconds: float) -> Move:
    """Choose nothing, for ever."""
    never_answer()


def complain_choosing(_position: Position, _level: int, _random: Random, _seconds: float) -> Move:
    """Raise while choosing."""
    complain()


@dataclass(frozen=True)
class DieOnce:
    """Is killed the first time it is asked to choose, which it notes in a file, and chooses after that."""

    path: Path

    def __call__(self, position: Position, level: int, random: Random, seconds: float) -> Move:
        """Choose the first legal move, or be killed."""
        if not self.path.exists():
            note_process(self.path)
            die()
        return choose_first(position, level, random, seconds)


@dataclass(frozen=True)
class ExplainAfterDying:
    """Is killed the first time it is asked for a reason, which it notes in a file, and gives one after that."""

    path: Path

    def __call__(self, position: Position, move: Move, budget: Budget, *, solution: Solution) -> Explanation:  # noqa: ARG002  # of `explain`
        """Return a reason, or be killed."""
        if not self.path.exists():
            note_process(self.path)
            die()
        return Explanation.of(Reason.FORCED)
