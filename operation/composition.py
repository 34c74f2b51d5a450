"""Composition of the program: database, host, workers and bot, and the connection of the bot."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime

from sqlalchemy.engine import URL

from cogs.runtime.client import GridlockBot
from cogs.runtime.sharded_client import BotLimits
from gridlock_host import Database, Host, migrate
from gridlock_host.bot_player.opponent import preparations
from gridlock_host.ownership.claim import Claim, Succession, claimed, claimed_when_free, migrate_alone
from gridlock_host.ownership.shards import ALL_SERVERS, FreeShards, Shards
from gridlock_host.ownership.shared_times import shared_times
from gridlock_host.scheduler.steady_clock import SteadyClock
from gridlock_host.workers.pool import WorkerPool
from gridlock_solver.levels import LEVELS, choose
from operation.database_commands import finish_pending_restore
from operation.settings import Settings
from operation.supervision.metrics import Metrics


async def make_bot(
    stack: AsyncExitStack,
    settings: Settings,
    default_url: str | URL,
    metrics: Metrics,
    *,
    waits: Callable[[], object] = bool,
) -> tuple[GridlockBot, Claim]:
    """Return a bot that is ready to connect, and its claim on the servers it serves.

    Args:
        stack: Closes everything that was opened for the bot.
        settings: The settings.
        default_url: The database if the settings name none.
        metrics: The metrics of the bot.
        waits: Called if the process has to wait, because other processes serve all shards.

    Raises:
        DatabaseUnusable: The database cannot be used as it is.
    """
    database = Database(settings.database_url or default_url, metrics.host)
    stack.push_async_callback(database.close)
    wanted = settings.shards or ALL_SERVERS
    await finish_pending_restore(database)
    await migrate_alone(database, wanted)
    if isinstance(wanted, FreeShards):
        claim = await stack.enter_async_context(claimed_when_free(database, wanted, told=waits))
    else:
        claim = await stack.enter_async_context(claimed(database, wanted))
    shards, is_alone = claim.shards, isinstance(wanted, Shards) and len(wanted.ids) == wanted.count
    await migrate(database)
    times = await stack.enter_async_context(shared_times(database))
    pool = WorkerPool(preparations=preparations(choose, LEVELS[-1]), metrics=metrics.host)
    stack.push_async_callback(pool.close)
    pool.start()
    clock = SteadyClock(_now)
    host = Host(
        database,
        now=clock,
        clock=clock,
        toss=lambda: secrets.randbelow(2) == 0,
        metrics=metrics.host,
        shards=shards,
        pool=pool,
        random=secrets.SystemRandom(),
    )
    bot = GridlockBot(
        host,
        sweep_every=settings.sweep_every,
        metrics=metrics.discord,
        most_uses=settings.most_uses,
        shards=None if settings.shards is None else shards,
        contact=settings.contact,
        proxy=settings.proxy,
        has_own_emoji=settings.has_own_emoji,
        limits=BotLimits(times, settings.identify_seconds, settings.calls_per_second, is_alone),
        is_standby=isinstance(claim, Succession),
    )
    await stack.enter_async_context(bot)
    _freeze_garbage_collector()
    return bot, claim


def _freeze_garbage_collector() -> None:
    """Exclude everything allocated so far from garbage collection.

    Scanning all imported modules takes long enough to delay answers.
    """
    gc.collect()
    gc.freeze()


def _now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def connected(bot: GridlockBot, token: str) -> AsyncIterator[asyncio.Task[None]]:
    """Keep a bot connected until the end of the block; then it finishes its tasks and disconnects.

    Yields:
        The task of the connection, which ends early only with an error. Wait for it with `asyncio.wait`: cancelling an
        `await` of the task itself would cancel the connection first.
    """
    connection = asyncio.create_task(bot.start(token))
    try:
        yield connection
    finally:
        await bot.close()
        # It may be connecting, or waiting to reconnect, and not notice the close for long.
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)
