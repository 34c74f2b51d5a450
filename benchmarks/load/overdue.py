"""Many due games at once: time forfeits, warnings and expired challenges."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta

from benchmarks.figures import say
from benchmarks.load.bots import Figures, LoadedBot, Notes, run, seconds_until_shown
from benchmarks.load.stored import StoredGame, Writer
from benchmarks.load.world import World
from local_discord import LocalDiscord

_LIVE = 2_000
_EVERY_SECONDS = 0.25
_PATIENCE_SECONDS = 1_800.0
_DUE = """
    SELECT (SELECT count(*) FROM games WHERE status = 'active' AND wake_at <= ?)
         + (SELECT count(*) FROM challenges WHERE status = 'open' AND expires_at <= ?)
"""
_UNSHOWN = """
    SELECT (SELECT count(*) FROM games WHERE unshown_since IS NOT NULL)
         + (SELECT count(*) FROM challenges WHERE unshown_since IS NOT NULL)
"""


async def measure(number: int) -> Figures:
    """Return the figures of so many due games: half of them time forfeits, half of them warnings.

    A tenth as many challenges have expired. At the same time a player of other games moves four times a second.
    """

    async def prepare(writer: Writer, world: World) -> list[StoredGame]:
        half = number // 2
        await writer.add_games(world.seats(half), [timedelta(minutes=-5)] * half)
        await writer.add_games(world.seats(half), [timedelta(hours=5)] * half, warned=False)
        await writer.add_challenges(world.seats(number // 10, of_challenges=True), timedelta(minutes=-5))
        live = await writer.add_games(world.seats(_LIVE))
        say(f"load: {number} games stored that are due")
        return live

    return await run(prepare, _play)


async def _play(bot: LoadedBot, notes: Notes, live: list[StoredGame]) -> None:
    notes.memory["connected"] = bot.memory
    moving = asyncio.create_task(
        _keep_moving(bot.discord, live, notes.latencies.setdefault("move at the same time", []))
    )
    await notes.time("until all is done and shown", _until_done(bot, notes))
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    notes.memory["all shown"] = bot.memory
    say("load: what was due measured")


async def _until_done(bot: LoadedBot, notes: Notes) -> None:
    begin = time.monotonic()
    await bot.until(lambda: bot.count(_DUE, *[_now()] * 2) == 0, _PATIENCE_SECONDS)
    notes.seconds["until all is done"] = time.monotonic() - begin
    await bot.until(lambda: bot.count(_UNSHOWN) == 0, _PATIENCE_SECONDS)


def _now() -> str:
    """The time as stored in SQLite."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"


async def _keep_moving(discord: LocalDiscord, live: list[StoredGame], latencies: list[float]) -> None:
    """Move four times a second, each time in another game."""
    for game in live:
        latencies.append(await seconds_until_shown(discord, game.move()))
        await asyncio.sleep(_EVERY_SECONDS)
