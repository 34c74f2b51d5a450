"""Benchmark of a rush: latencies of the bot player when many people move at the same moment.

Each person plays a game against the strongest level in their own channel: standoff on the largest board, where each
search uses its whole budget. All of them move at once. A latency goes from a command until the stand-in has shown the
bot's move.

Run it with `python -m benchmarks.crowd --only rush`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.players import Person
from benchmarks.bots.processes import DATA, watched_gridlock
from benchmarks.bots.watched_bot import Round, read_rounds
from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from local_discord import Guild, LocalDiscord

CROWD: Final = 200
_SIZES: Final = (1, 20, CROWD)
_GUILDS: Final = 20
_PATIENCE_SECONDS: Final = 120.0

_MEDIAN: Final = Goal(f"{CROWD} moves against level 5 at one moment: median until the answer is shown", 2, unit="s")
_SIMPLE: Final = Goal(f"{CROWD} moves against level 5 at one moment: not thought through", 0, unit="")


@dataclass(frozen=True)
class Rush:
    """The figures of a rush.

    Attributes:
        latencies: Seconds until each of the bot's moves was shown, at least one.
        rounds: The rounds of the bot's event loop.
        simple: The number of moves for which the bot had no worker.
    """

    latencies: list[float]
    rounds: list[Round]
    simple: int


class Hasty(Person):
    """A person who plays one long game against the bot.

    Args:
        discord: The stand-in.
        guild: A server.
        number: A number for the names of the person and the channel.
    """

    def __init__(self, discord: LocalDiscord, guild: Guild, number: int) -> None:
        super().__init__(guild, guild.add_channel(f"game-{number}"), f"Player {number}")
        self._discord = discord

    async def move(self) -> float:
        """Move, and return the seconds until the bot's answer is shown."""
        begin = time.perf_counter()
        await self.member.command(self.channel, "gridlock move", cell="D4")
        await self._discord.until(self._is_answered, "the bot's move", _PATIENCE_SECONDS)
        return time.perf_counter() - begin

    def _is_answered(self) -> bool:
        return any("· move 3" in message.text for message in self.channel.messages)


async def measure(*, quick: bool) -> list[Finding]:
    """Measure rushes of several sizes, print latencies and the lag of the event loop, and return the findings."""
    sizes = (CROWD,) if quick else _SIZES
    rushes = {size: await measure_rush(size) for size in sizes}
    print("milliseconds from a move until the bot's answer is shown, by the number of people who move at once")
    print(f"\n{'':26}{'median':>9}{'p99':>9}{'largest':>9}{'simple':>9}")
    for size, rush in rushes.items():
        print(f"{_row(str(size), rush.latencies)}{rush.simple:9}")
    print(f"\n{'the event loop in a round':26}{'median':>9}{'p99':>9}{'largest':>9}")
    for size, rush in rushes.items():
        print(_row(f"lag, {size} at once", [each.lag for each in rush.rounds]))
        print(_row("  processor used", [each.used for each in rush.rounds]))
        print(_row("  processor waited for", [each.queued for each in rush.rounds]))
    print(flush=True)
    rush = rushes[CROWD]
    return [Finding(_MEDIAN, Spread.of(rush.latencies).median / 1000), Finding(_SIMPLE, rush.simple)]


def _row(name: str, seconds: list[float]) -> str:
    spread = Spread.of(seconds)
    return f"{name:26}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}"


async def measure_rush(size: int) -> Rush:
    """Return the figures when so many people move at once."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        folder = Path(name)
        async with watched_gridlock(folder, folder / "lags") as discord:
            guilds = [discord.add_guild(f"Pretend server {number}") for number in range(_GUILDS)]
            people = [Hasty(discord, guilds[number % _GUILDS], number) for number in range(size + 1)]
            for person in people:
                await person.begin("standoff", 8)
            # The first move waits until a worker has started.
            await people[0].move()
            begin = time.monotonic()
            latencies = await asyncio.gather(*(person.move() for person in people[1:]))
            end = time.monotonic()
        rounds = read_rounds(folder / "lags", begin, end)
        say(f"rush: {size} at once measured")
        return Rush(latencies, rounds, sum(person.simple for person in people))
