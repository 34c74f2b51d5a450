"""Benchmark of many open games: start, memory and moves, beside a bot with an empty database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.cpu import until_quiet
from benchmarks.bots.databases import postgres_database
from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA
from benchmarks.figures import ratio_by_round, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.actors import ButtonMover, movers
from benchmarks.moves.lanes import Lane, one_by_one, settled
from benchmarks.moves.report import cpu_ratio, spread_of
from benchmarks.stored.bots import Start, filled_bot, pretend_servers
from benchmarks.stored.fill import add_open_games
from gridlock_host import Database
from gridlock_host.storage.address import sqlite_address

_NUMBERS: Final = (0, 10_000, 100_000)
_STARTS: Final = 5
_ACTIONS: Final = 20
_HEAD: Final = (
    *("start", "x empty", "its CPU", "x empty", "memory"),
    *("median", "x empty", "p99", "x empty", "CPU", "x empty"),
)
_ROUNDS, _QUICK_ROUNDS = 15, 6

_START: Final = Goal("start with 100,000 open games stored, to an empty store", 1.2)
_MEMORY: Final = Goal("memory with 100,000 open games stored, beyond an empty store", 50, unit="MB")
_LATENCY: Final = Goal("latency of a move with 100,000 open games stored, to an empty store", 1.1)


@dataclass
class Stored:
    """What was measured with so many stored games.

    Attributes:
        number: The number of games.
        database: The URL of the database.
        starts: The costs of its starts.
        memory: The resident memory after the moves, in MB.
        lane: The moves.
    """

    number: int
    database: str
    starts: list[Start] = field(default_factory=list)
    memory: float = 0.0
    lane: Lane | None = None

    @property
    def moves(self) -> Lane:
        """The moves.

        Raises:
            RuntimeError: None were measured.
        """
        if self.lane is None:
            raise RuntimeError("no moves were measured")
        return self.lane


async def measure(*, quick: bool) -> list[Finding]:
    """Measure starts and moves with different numbers of open games, print the table, and return the findings."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        folder = Path(name)
        numbers = (_NUMBERS[0], _NUMBERS[-1]) if quick else _NUMBERS
        measured = [
            await _filled(number, sqlite_address(folder / f"open-{number}.db").render_as_string(hide_password=False))
            for number in numbers
        ]
        await _measure(folder, measured, quick=quick)
    print("\n".join(_lines(measured)), end="\n\n", flush=True)
    return _findings(measured)


async def measure_on_postgres(*, quick: bool) -> list[Finding]:
    """Measure the same on a PostgreSQL server, and print the table. The goals are those of SQLite."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        async with AsyncExitStack() as stack:
            measured = []
            for number in (_NUMBERS[0], _NUMBERS[-1]):
                url = await stack.enter_async_context(postgres_database())
                if url is None:
                    return []
                measured.append(await _filled(number, url))
            await _measure(Path(name), measured, quick=quick)
    print("\n".join(_lines(measured, ", PostgreSQL")), end="\n\n", flush=True)
    return []


async def _measure(folder: Path, measured: Sequence[Stored], *, quick: bool) -> None:
    for each in range(_STARTS):
        for stored in measured:
            async with filled_bot(folder, stored.database, str(stored.number)) as bot:
                stored.starts.append(bot.start)
                await settled([bot.bot])
        say(f"stored: {each + 1} of {_STARTS} starts")
    await _move(folder, measured, _QUICK_ROUNDS if quick else _ROUNDS)


async def _filled(number: int, url: str) -> Stored:
    database = Database(url)
    async with pretend_servers() as (_, guilds):
        await add_open_games(database, guilds, number)
    await database.close()
    say(f"stored: {number} open games")
    return Stored(number, url)


async def _move(folder: Path, measured: Sequence[Stored], rounds: int) -> None:
    """Let people move, one after the other, on all stores by turns."""
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(filled_bot(folder, stored.database, str(stored.number)))
            for stored in measured
        ]
        for stored, bot in zip(measured, bots, strict=True):
            turns = await stack.enter_async_context(listening(bot.bot.discord))
            stored.lane = Lane(f"{stored.number} open games", bot.bot, movers(ButtonMover, turns), bot.guilds)
        await settled([bot.bot for bot in bots])
        await one_by_one([stored.moves for stored in measured], rounds, _ACTIONS)
        await until_quiet([bot.bot.clock for bot in bots])
        for stored, bot in zip(measured, bots, strict=True):
            stored.memory = bot.memory


def _lines(measured: Sequence[Stored], where: str = "") -> list[str]:
    empty = measured[0]
    lines = [
        f"open games stored{where}; starts in seconds, memory in MB, moves by button in milliseconds",
        f"{'':20}" + "".join(f"{name:>9}" for name in _HEAD),
    ]
    for stored in measured:
        spread, reference = spread_of(stored.moves), spread_of(empty.moves)
        blocks = stored.moves.blocks
        lines.append(
            f"{stored.number:<20,}"
            f"{median(one.seconds for one in stored.starts):9.2f}{_start_ratio(stored, empty):8.2f}x"
            f"{median(one.cpu for one in stored.starts):9.2f}{_start_cpu_ratio(stored, empty):8.2f}x"
            f"{stored.memory:9.1f}"
            f"{spread.median:9.2f}{spread.median / reference.median:8.2f}x"
            f"{spread.p99:9.2f}{spread.p99 / reference.p99:8.2f}x"
            f"{1000 * sum(one.cpu for one in blocks) / sum(one.actions for one in blocks):9.2f}"
            f"{cpu_ratio(stored.moves, empty.moves):8.2f}x"
        )
    return lines


def _findings(measured: Sequence[Stored]) -> list[Finding]:
    empty, full = measured[0], measured[-1]
    latency = spread_of(full.moves).median / spread_of(empty.moves).median
    return [
        Finding(_START, _start_ratio(full, empty), f"CPU {_start_cpu_ratio(full, empty):.2f}x"),
        Finding(_MEMORY, full.memory - empty.memory),
        Finding(_LATENCY, latency, f"median; CPU {cpu_ratio(full.moves, empty.moves):.2f}x"),
    ]


def _start_ratio(stored: Stored, empty: Stored) -> float:
    return ratio_by_round([one.seconds for one in stored.starts], [one.seconds for one in empty.starts])


def _start_cpu_ratio(stored: Stored, empty: Stored) -> float:
    return ratio_by_round([one.cpu for one in stored.starts], [one.cpu for one in empty.starts])
