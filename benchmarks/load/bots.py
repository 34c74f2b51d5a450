"""A bot on a prepared database, measured from outside while players use it."""

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
from benchmarks.load.world import World
from gridlock_host import Database, migrate
from gridlock_host.storage.address import sqlite_address
from local_discord import Interaction, LocalDiscord, Message

T = TypeVar("T")
_LOOK_AGAIN_SECONDS = 0.5


@dataclass(frozen=True)
class LoadedBot:
    """A running bot, in a folder of its own.

    Attributes:
        discord: The stand-in.
        process_id: Its process id.
        store: The file of its database.
        started: When its process was started, on the monotonic clock, in seconds.
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
        """The number that a statement selects from its database."""
        with closing(sqlite3.connect(f"file:{self.store}?mode=ro", uri=True)) as connection:
            return int(connection.execute(statement, values).fetchone()[0])

    async def until(self, condition: Callable[[], bool], within: float) -> None:
        """Wait until a condition on its database is true.

        Args:
            condition: The condition.
            within: The timeout in seconds.

        Raises:
            TimeoutError: It did not become true in time.
        """
        async with asyncio.timeout(within):
            while not condition():  # noqa: ASYNC110  # a database file has no change notification
                await asyncio.sleep(_LOOK_AGAIN_SECONDS)


@dataclass(frozen=True)
class Figures:
    """The figures of a run.

    Attributes:
        seconds: The duration of each part, by its name.
        memory: The resident memory in MB, by the name of the moment.
        latencies: Seconds until each answer was shown, by the kind of request.
        rounds: The rounds of the event loop, by the part of the run.
        late: The number of interactions not answered within Discord's three seconds.
        load: The load average of the machine at the end.
    """

    seconds: dict[str, float]
    memory: dict[str, float]
    latencies: dict[str, list[float]]
    rounds: dict[str, list[Round]]
    late: int
    load: float


class Notes:
    """Collects figures while a bot runs."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self.memory: dict[str, float] = {}
        self.latencies: dict[str, list[float]] = {}
        self.parts: dict[str, tuple[float, float]] = {}
        self.late = 0

    async def time(self, name: str, work: Awaitable[T]) -> T:
        """Run a part, and note when it began and ended."""
        begin = time.monotonic()
        done = await work
        self.parts[name] = begin, time.monotonic()
        self.seconds[name] = self.parts[name][1] - begin
        return done


async def run(
    prepare: Callable[[Writer, World], Awaitable[T]], play: Callable[[LoadedBot, Notes, T], Awaitable[None]]
) -> Figures:
    """Run a bot on a prepared database, and return the figures.

    Args:
        prepare: Writes into a new database.
        play: Uses the bot, given the result of `prepare`.
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
async def _bot(folder: Path, prepare: Callable[[Writer, World], Awaitable[T]]) -> AsyncIterator[tuple[LoadedBot, T]]:
    async with LocalDiscord(clock=time.perf_counter) as discord:
        prepared = await _prepared(folder / "gridlock.db", discord, prepare)
        started = time.monotonic()
        async with watched_gridlock_on(discord, folder, folder / "lags") as process_id:
            yield LoadedBot(discord, process_id, folder / "gridlock.db", started, time.monotonic()), prepared


async def _prepared(store: Path, discord: LocalDiscord, prepare: Callable[[Writer, World], Awaitable[Any]]) -> Any:  # noqa: ANN401  # what `prepare` returns
    database = Database(sqlite_address(store))
    try:
        await migrate(database)
        return await prepare(Writer(database, datetime.now(UTC)), World(discord))
    finally:
        await database.close()


_PATIENCE_SECONDS = 60.0


async def answer(discord: LocalDiscord, asking: Awaitable[Interaction]) -> Message:
    """The message that answers.

    Args:
        discord: The stand-in.
        asking: The use of a command or a button.

    Raises:
        TimeoutError: It was not shown within a minute.
        Unanswered: Not even an announcement came within Discord's three seconds.
    """
    interaction = await asking
    return (await discord.until(lambda: _shown(interaction), f"what answers {interaction}", _PATIENCE_SECONDS))[0]


async def seconds_until_shown(discord: LocalDiscord, asking: Awaitable[Interaction]) -> float:
    """The seconds until the answer is shown."""
    begin = time.perf_counter()
    await answer(discord, asking)
    return time.perf_counter() - begin


def _shown(interaction: Interaction) -> list[Message]:
    """The message that answers, if it is shown; deferred responses and pointers to it do not count."""
    shown = interaction.followups[-1] if interaction.followups else interaction.reply
    if shown is None or shown.thinking or "see below" in shown.text:
        return []
    return [shown]
