"""Benchmark of what follows the end of a game: its story, its accuracies and the exercises from its slips.

Two people play games of which each move is random or perfect, so that there are slips. All positions of a game are
solved in this process, one after the other, as the bot's worker does it; everything else runs as in the bot, with a
database on disk. Processor time is that of all threads. The games of all variants are as many, on the rule book's
boards.

Run it with `python -m benchmarks.speed.lessons`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final, TypeVar, TypeVarTuple

from benchmarks.bots.processes import DATA
from benchmarks.figures import say
from benchmarks.goal_table import Finding, Goal
from benchmarks.parts import Part, print_parts
from gridlock_host import Database, First, Game, Host, Person, Place, Terms, migrate
from gridlock_host.bot_player.stories import Stories
from gridlock_host.learning.lessons import Lessons
from gridlock_host.storage.address import sqlite_address
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import VARIANTS, Position, Variant
from gridlock_solver import JudgedPly, solve

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

_GAMES = 60
_FEWER_GAMES = 15
_GAMES_A_MINUTE: Final = 10
_HERE: Final = Place(1, 2)
_ADA: Final = 3
_BOB: Final = 4
_NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)

_GOAL: Final = Goal("CPU of the exercises of 10 games a minute, of a core", 1.0, "%")


@dataclass
class Cost:
    """Processor seconds for the games of a variant, by game.

    Attributes:
        solving: For the solutions of all positions, which the story needs.
        whole: For everything, that included.
        exercises: For making exercises of the slips, and storing them.
        slips: The number of slips.
    """

    solving: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    exercises: list[float] = field(default_factory=list)
    slips: int = 0


class InThisProcess(WorkerPool):
    """Runs jobs in this process, and adds up their processor time."""

    used = 0.0

    async def run(
        self,
        function: Callable[[*_Ts], _T],
        *args: *_Ts,
        seconds: float,  # noqa: ARG002  # as the pool
        urgent: bool = False,  # noqa: ARG002
        server: int = 0,  # noqa: ARG002
        person: int = 0,  # noqa: ARG002
    ) -> _T:
        """Run a job at once."""
        begin = time.thread_time()
        try:
            return function(*args)
        finally:
            self.used += time.thread_time() - begin


class TimedLessons(Lessons):
    """Adds exercises, and measures the processor time of that."""

    used = 0.0
    slips = 0

    async def add(self, game: Game, slips: Sequence[JudgedPly]) -> None:
        """Add the exercises of a game."""
        begin = time.process_time()
        await super().add(game, slips)
        self.used += time.process_time() - begin
        self.slips += len(slips)


async def measure(*, quick: bool) -> list[Finding]:
    """Print the table, and return what it says about the goal."""
    costs: dict[str, Cost] = {}
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as folder:
        database = Database(sqlite_address(Path(folder) / "gridlock.db"))
        await migrate(database)
        for variant in VARIANTS:
            costs[variant.title] = await _cost(database, variant, _FEWER_GAMES if quick else _GAMES)
            say(f"lessons: {variant.key} measured")
        await database.close()
    _print(costs)
    exercises = mean(each for cost in costs.values() for each in cost.exercises)
    return [Finding(_GOAL, _share(exercises))]


async def _cost(database: Database, variant: Variant, games: int) -> Cost:
    pool = InThisProcess()
    host = Host(database, now=lambda: _NOW, toss=lambda: True, pool=pool)
    lessons = TimedLessons(database, host.games, pool, now=lambda: _NOW)
    stories = Stories(host.games.end_cards, host.learning.accuracies, lessons, pool)
    random, cost = Random(variant.key), Cost()  # noqa: S311  # for moves, not for secrets
    # The first story loads the tables.
    for number in range(games + 1):
        game = await _played(host, variant, random, number)
        pool.used = lessons.used = 0.0
        begin = time.process_time()
        await stories.tell(game)
        if number:
            cost.whole.append(time.process_time() - begin)
            cost.solving.append(pool.used)
            cost.exercises.append(lessons.used)
        else:
            lessons.slips = 0
    cost.slips = lessons.slips
    return cost


async def _played(host: Host, variant: Variant, random: Random, number: int) -> Game:
    """Play a game to its end."""
    terms, request_id = Terms(variant.key, variant.default_size, First.ME), random.getrandbits(60) + number
    challenge = await host.challenges.propose(_HERE, _ADA, Person(_BOB), terms, request_id=request_id)
    game = await host.challenges.accept(_HERE.guild_id, challenge.id, _BOB, channel_id=_HERE.channel_id)
    while game.to_move_id is not None:
        move = _move(game.position, random)
        game = await host.games.move(_HERE.guild_id, game.id, game.to_move_id, move)
    return game


def _move(position: Position, random: Random) -> str:
    perfect = solve(position).winning_moves if random.random() < 0.5 else ()
    return str(random.choice(perfect or tuple(position.legal_moves)))


def _print(costs: dict[str, Cost]) -> None:
    print(f"{'milliseconds of the processor a game':40}{'solving':>10}{'the rest':>10}{'exercises':>11}{'slips':>8}")
    for title, cost in costs.items():
        rest = mean(cost.whole) - mean(cost.solving)
        figures = (1000 * mean(cost.solving), 1000 * rest, 1000 * mean(cost.exercises))
        print(f"{title:40}{figures[0]:10.2f}{figures[1]:10.2f}{figures[2]:11.2f}{cost.slips / len(cost.whole):8.2f}")
    whole = mean(each for cost in costs.values() for each in cost.whole)
    print(f"\n{_GAMES_A_MINUTE} games a minute, as many of each: everything takes {_share(whole):.2f} % of a core")


def _share(seconds: float) -> float:
    """Return the percentage of a core that so many processor seconds for each game take."""
    return 100 * seconds * _GAMES_A_MINUTE / 60


PARTS: Final[dict[str, Part]] = {"lessons": measure}

if __name__ == "__main__":
    print_parts(PARTS, quick=False)
