"""Composition of the program: database, host, workers and bot, and the connection of the bot."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy.engine import URL

from cogs.runtime.client import GridlockBot
from cogs.runtime.gateway.sharded_client import BotLimits
from cogs.runtime.http_interactions.http_bot import HttpBot
from gridlock_host import Database, Host, migrate
from gridlock_host.bot_player.opponent import preparations
from gridlock_host.ownership.claim import Claim, claimed
from gridlock_host.ownership.migration_turn import migrate_alone
from gridlock_host.ownership.shards import ALL_SERVERS, SWEEPS, FreeShards, Shards
from gridlock_host.ownership.shared_times import shared_times
from gridlock_host.ownership.succession import Succession, claimed_when_free
from gridlock_host.ownership.sweep_claim import SweepClaim, sweep_claim
from gridlock_host.scheduler.steady_clock import SteadyClock
from gridlock_host.workers.pool import WorkerPool
from gridlock_solver.levels import LEVELS, choose
from operation.configuration.settings import Settings
from operation.database_commands import finish_pending_restore
from operation.supervision.metrics import Metrics

_PATIENCE_SECONDS: Final = 2.0


async def make_bot(
    stack: AsyncExitStack,
    settings: Settings,
    default_url: str | URL,
    metrics: Metrics,
    *,
    waits: Callable[[], object] = bool,
) -> tuple[GridlockBot, Claim | SweepClaim]:
    """Return a bot that is ready to connect, and its claim on the servers it serves, or on the sweeps.

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
    endpoint = settings.endpoint
    wanted = SWEEPS if endpoint is not None else settings.shards or ALL_SERVERS
    await finish_pending_restore(database)
    await migrate_alone(database, wanted)
    claim = await _claim(stack, database, wanted, waits)
    shards = claim.shards if isinstance(claim, Claim) else ALL_SERVERS
    is_alone = isinstance(wanted, Shards) and len(wanted.ids) == wanted.count
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
        is_shared=endpoint is not None,
        pool=pool,
        random=secrets.SystemRandom(),
    )
    options: dict[str, Any] = {
        "sweep_every": settings.sweep_every,
        "metrics": metrics.discord,
        "most_uses": settings.most_uses,
        "contact": settings.contact,
        "proxy": settings.proxy,
        "has_own_emoji": settings.has_own_emoji,
        "limits": BotLimits(times, settings.identify_seconds, settings.calls_per_second, is_alone),
    }
    bot: GridlockBot
    if endpoint is not None and isinstance(claim, SweepClaim):
        address = (endpoint.address.host, endpoint.address.port)
        bot = HttpBot(host, address=address, path=endpoint.path, claim=claim, **options)
    else:
        served = None if settings.shards is None else shards
        bot = GridlockBot(host, shards=served, is_standby=isinstance(claim, Succession), **options)
    await stack.enter_async_context(bot)
    _freeze_garbage_collector()
    return bot, claim


async def _claim(
    stack: AsyncExitStack, database: Database, wanted: Shards | FreeShards, waits: Callable[[], object]
) -> Claim | SweepClaim:
    if wanted == SWEEPS:
        return await stack.enter_async_context(sweep_claim(database))
    if isinstance(wanted, FreeShards):
        return await stack.enter_async_context(claimed_when_free(database, wanted, told=waits))
    # A process that starts at the same time claims everything while it looks whether the database must be migrated.
    patience = 0.0 if wanted == ALL_SERVERS else _PATIENCE_SECONDS
    return await stack.enter_async_context(claimed(database, wanted, patience=patience))


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
