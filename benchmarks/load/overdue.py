"""A day's worth of sweeps in one go: games lost on time, players to be warned and challenges that have run out."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta

from benchmarks.load.bots import Figures, LoadedBot, Notes, run
from benchmarks.load.requests import seconds_until_shown
from benchmarks.load.stored import StoredGame, Writer
from benchmarks.load.world import Town
from benchmarks.progress import say
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
    """Return what happens when so many games are due at once: half of them lost, half of them to be warned of.

    A tenth as many challenges have run out. Meanwhile somebody else moves four times a second.
    """

    async def prepare(writer: Writer, town: Town) -> list[StoredGame]:
        half = number // 2
        await writer.add_games(town.seats(half), [timedelta(minutes=-5)] * half)
        await writer.add_games(town.seats(half), [timedelta(hours=5)] * half, warned=False)
        await writer.add_challenges(town.seats(number // 10, of_challenges=True), timedelta(minutes=-5))
        live = await writer.add_games(town.seats(_LIVE))
        say(f"load: {number} games stored that are due")
        return live

    return await run(prepare, _play)


async def _play(bot: LoadedBot, notes: Notes, live: list[StoredGame]) -> None:
    notes.memory["connected"] = bot.memory
    moving = asyncio.create_task(_keep_moving(bot.discord, live, notes.latencies.setdefault("move meanwhile", [])))
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
    """The time as the store writes it."""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S.%f}"


async def _keep_moving(discord: LocalDiscord, live: list[StoredGame], latencies: list[float]) -> None:
    """Move again and again, each time in another game."""
    for game in live:
        latencies.append(await seconds_until_shown(discord, game.move()))
        await asyncio.sleep(_EVERY_SECONDS)
