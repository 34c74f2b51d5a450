"""A bot that begins with a prepared store, and what is seen of its process."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from benchmarks.bots.processes import DATA, watched_gridlock_on
from benchmarks.bots.watched_bot import Round, read_rounds
from benchmarks.load.stored import Writer
from benchmarks.load.world import Town
from gridlock_host import Database, migrate
from local_discord import LocalDiscord

T = TypeVar("T")
_LOOK_AGAIN_SECONDS = 0.5


@dataclass(frozen=True)
class LoadedBot:
    """A bot that runs, in a folder of its own.

    Attributes:
        discord: Where it is connected.
        process_id: Its process.
        store: The file with its store.
        started: When its process was made, in seconds of the monotonic clock.
        ready: When it was connected.
    """

    discord: LocalDiscord
    process_id: int
    store: Path
    started: float
    ready: float

    @property
    def memory(self) -> float:
        """Its resident memory now, in MB."""
        pages = int(Path(f"/proc/{self.process_id}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def count(self, statement: str, *values: object) -> int:
        """The number that a statement selects from its store."""
        with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
            return int(connection.execute(statement, values).fetchone()[0])

    async def until(self, condition: Callable[[], bool], within: float) -> None:
        """Wait until its store is as it should be.

        Args:
            condition: What must become true.
            within: Seconds to wait at most.

        Raises:
            TimeoutError: It did not become true in time.
        """
        async with asyncio.timeout(within):
            while not condition():  # noqa: ASYNC110  # a file tells nobody that it has changed
                await asyncio.sleep(_LOOK_AGAIN_SECONDS)


@dataclass(frozen=True)
class Figures:
    """What a run has shown.

    Attributes:
        seconds: How long each part took, by its name.
        memory: The resident memory in MB, by the moment's name.
        latencies: Seconds until each answer was shown, by what was asked for.
        rounds: The rounds of the event loop, by the part of the run.
        late: How many interactions were not answered within Discord's three seconds.
        load: The load average of the machine at the end.
    """

    seconds: dict[str, float]
    memory: dict[str, float]
    latencies: dict[str, list[float]]
    rounds: dict[str, list[Round]]
    late: int
    load: float


class Notes:
    """Takes down figures while a bot runs."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.memory: dict[str, float] = {}
        self.latencies: dict[str, list[float]] = {}
        self.parts: dict[str, tuple[float, float]] = {}
        self.late = 0

    async def time(self, name: str, work: Awaitable[T]) -> T:
        """Do a part of a run, and note when it began and ended."""
        begin = time.monotonic()
        done = await work
        self.parts[name] = begin, time.monotonic()
        self.seconds[name] = self.parts[name][1] - begin
        return done


async def run(
    prepare: Callable[[Writer, Town], Awaitable[T]], play: Callable[[LoadedBot, Notes, T], Awaitable[None]]
) -> Figures:
    """Let a bot begin with a store that was prepared, and return what was noted and seen.

    Args:
        prepare: Writes into a new store.
        play: Does something with the bot, given what `prepare` has returned.
    """
    notes = Notes()
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        folder = Path(name)
        async with _bot(folder, prepare) as (bot, prepared):
            notes.parts["start"] = bot.started, bot.ready
            notes.seconds["start"] = bot.ready - bot.started
            await play(bot, notes, prepared)
            load = os.getloadavg()[0]
        rounds = {part: read_rounds(folder / "lags", *moments) for part, moments in notes.parts.items()}
    return Figures(notes.seconds, notes.memory, notes.latencies, rounds, notes.late, load)


@asynccontextmanager
async def _bot(folder: Path, prepare: Callable[[Writer, Town], Awaitable[T]]) -> AsyncIterator[tuple[LoadedBot, T]]:
    async with LocalDiscord(clock=time.perf_counter) as discord:
        prepared = await _prepared(folder / "gridlock.db", discord, prepare)
        started = time.monotonic()
        async with watched_gridlock_on(discord, folder, folder / "lags") as process_id:
            yield LoadedBot(discord, process_id, folder / "gridlock.db", started, time.monotonic()), prepared


async def _prepared(store: Path, discord: LocalDiscord, prepare: Callable[[Writer, Town], Awaitable[Any]]) -> Any:  # noqa: ANN401  # what `prepare` returns
    database = Database(f"sqlite:///{store}")
    try:
        await migrate(database)
        return await prepare(Writer(database, datetime.now(UTC)), Town(discord))
    finally:
        await database.close()
