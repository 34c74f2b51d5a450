"""The bot in the process of the test, connected to a stand-in for Discord."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from cogs.runtime.client import GridlockBot
from gridlock_host import Database, Host
from gridlock_host.workers.pool import WorkerPool
from local_discord import LocalDiscord
from tests.support.migrated_sqlite import migrated_sqlite


def now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def running_bot(
    here: LocalDiscord,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    now: Callable[[], datetime] = now,
    **options: Any,
) -> AsyncIterator[GridlockBot]:
    """The bot, connected to a stand-in; the addresses that discord.py uses are put back afterwards.

    Its store is the file ``gridlock.db`` in the folder. The options are those of the bot.
    """
    monkeypatch.setattr(discord.http.Route, "BASE", here.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(here.gateway_url))
    async with AsyncExitStack() as stack:
        database = Database(f"sqlite:///{shutil.copy(migrated_sqlite(), folder / 'gridlock.db')}")
        stack.push_async_callback(database.close)
        pool = WorkerPool()
        stack.push_async_callback(pool.close)
        host = Host(
            database,
            now=now,
            toss=lambda: True,
            pool=pool,
            random=Random(0),  # noqa: S311  # for a game, no secret
        )
        bot = GridlockBot(host, **options)
        await stack.enter_async_context(bot)
        running = asyncio.create_task(bot.start(here.token))
        await here.until_ready()
        yield bot
        await bot.close()
        await running
