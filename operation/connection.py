"""How long a bot is connected, and what ends it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from cogs.runtime.client import GridlockBot


@asynccontextmanager
async def connected(bot: GridlockBot, token: str) -> AsyncIterator[asyncio.Task[None]]:
    """Keep a bot connected, or connecting, until the end of the block; then it finishes what it has in hand.

    Yields:
        The connection. It ends early only if it fails, and then raises why. Whoever waits for it waits by
        `asyncio.wait`: to be cancelled while awaiting the task itself would break the connection first.
    """
    connection = asyncio.create_task(bot.start(token))
    try:
        yield connection
    finally:
        await bot.close()
        # It may be far from noticing that: just connecting, or waiting to connect again.
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)
