"""Putting the program together: store, host, solver, bot."""

from __future__ import annotations

import gc
import secrets
from contextlib import AsyncExitStack
from datetime import UTC, datetime

from cogs.components.puzzle import MOST_PUZZLE_MOVES
from cogs.runtime.client import GridlockBot
from gridlock_host import Database, Host, migrate
from gridlock_host.bot_player.opponent import preparations
from gridlock_host.ownership.claim import Claim, claimed
from gridlock_host.ownership.shards import ALL_SERVERS
from gridlock_host.workers.pool import Thinker
from gridlock_solver.levels import LEVELS, choose
from operation.database_commands import finish_a_restore
from operation.metrics import Metrics
from operation.settings import Settings


async def make_bot(
    stack: AsyncExitStack, settings: Settings, default_url: str, metrics: Metrics
) -> tuple[GridlockBot, Claim]:
    """Make a bot that is ready to be connected, and has the store to itself as far as it serves the same servers.

    Args:
        stack: Closes, at its end, all that was opened for the bot.
        settings: The settings.
        default_url: The database that is used if the settings name none.
        metrics: Where it is counted what the bot does.

    Raises:
        DatabaseUnusable: The database cannot be used as it is.
    """
    database = Database(settings.database_url or default_url)
    stack.push_async_callback(database.close)
    shards = settings.shards or ALL_SERVERS
    await finish_a_restore(database)
    claim = await stack.enter_async_context(claimed(database, shards))
    await migrate(database)
    thinker = Thinker(preparations=preparations(choose, LEVELS[-1]), figures=metrics.host)
    stack.push_async_callback(thinker.close)
    thinker.start()
    host = Host(
        database,
        now=_now,
        toss=lambda: secrets.randbelow(2) == 0,
        figures=metrics.host,
        shards=shards,
        thinker=thinker,
        random=secrets.SystemRandom(),
        most_puzzle_moves=MOST_PUZZLE_MOVES,
    )
    bot = GridlockBot(
        host,
        sweep_every=settings.sweep_every,
        figures=metrics.discord,
        most_uses=settings.most_uses,
        shards=settings.shards,
    )
    await stack.enter_async_context(bot)
    _spare_what_stays()
    return bot, claim


def _spare_what_stays() -> None:
    """Let the garbage collector leave out what is there for good.

    To look through all that is imported takes it long enough for everybody to feel it, again and again.
    """
    gc.collect()
    gc.freeze()


def _now() -> datetime:
    return datetime.now(UTC)
