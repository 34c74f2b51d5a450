"""Start with many open games after an hour of downtime, and latencies while all boards are redrawn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

from benchmarks.figures import say
from benchmarks.load.bots import Figures, LoadedBot, Notes, run, seconds_until_shown
from benchmarks.load.stored import StoredGame, Writer
from benchmarks.load.world import World
from local_discord import Interaction

_SWEEPS = 50
_SINGLE = 200
_AT_ONCE = 200
_DOWN_FOR = timedelta(hours=1)
_PATIENCE_SECONDS = 60.0
_OUTDATED = "SELECT count(*) FROM games WHERE redraw_since IS NOT NULL"


async def measure(number: int) -> Figures:
    """Return the figures of a start with so many open games.

    Players move and list their games one by one; then 200 of them move at once.
    """

    async def prepare(writer: Writer, world: World) -> tuple[list[StoredGame], list[float]]:
        random = Random("open games")  # noqa: S311  # for times, not for secrets
        deadlines = [timedelta(hours=random.uniform(7, 23)) for _ in range(number)]
        stored = await writer.add_games(world.seats(number), deadlines, warned=False)
        sweeps = await writer.sweep(_DOWN_FOR, _SWEEPS)
        random.shuffle(stored)
        say(f"load: {number} open games stored")
        return stored, sweeps

    return await run(prepare, _play)


async def _play(bot: LoadedBot, notes: Notes, prepared: tuple[list[StoredGame], list[float]]) -> None:
    stored, notes.latencies["sweep with nothing due"] = prepared
    notes.memory["connected"] = bot.memory
    await notes.time("giving an hour back", _until_credited(bot))
    one_by_one, at_once = stored[:_SINGLE], stored[_SINGLE : _SINGLE + _AT_ONCE]
    notes.latencies["move"] = await notes.time("moves one by one", _one_by_one(bot, one_by_one, StoredGame.move))
    notes.latencies["list of games"] = await notes.time(
        "lists one by one", _one_by_one(bot, one_by_one, StoredGame.list_games)
    )
    notes.latencies["moves at once"] = await notes.time(
        "moves at once", asyncio.gather(*(seconds_until_shown(bot.discord, game.move()) for game in at_once))
    )
    notes.memory["at the end"] = bot.memory
    say("load: open games measured")


async def _one_by_one(
    bot: LoadedBot, stored: list[StoredGame], ask: Callable[[StoredGame], Awaitable[Interaction]]
) -> list[float]:
    return [await seconds_until_shown(bot.discord, ask(game)) for game in stored]


async def _until_credited(bot: LoadedBot) -> None:
    """Wait until the deadlines are extended and the boards are due for a redraw."""
    await bot.until(lambda: bot.count(_OUTDATED) > 0, _PATIENCE_SECONDS)
