"""How long a bot is connected, and what ends it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

from cogs.client import GridlockBot


def stop_signal() -> asyncio.Event:
    """The event that somebody has asked this process to stop, by SIGINT or SIGTERM, from now on."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, stopping.set)
    return stopping


@asynccontextmanager
async def connected(bot: GridlockBot, token: str) -> AsyncIterator[asyncio.Task[None]]:
    """Keep a bot connected, or connecting, until the end of the block; then it finishes what it has in hand.

    Yields:
        The connection. It ends early only if it fails, and then raises why.
    """
    connection = asyncio.create_task(bot.start(token))
    try:
        yield connection
    finally:
        await bot.close()
        # It may be far from noticing that: just connecting, or waiting to connect again.
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)


async def unless(task: asyncio.Task[None], waiting: Coroutine[object, object, object]) -> None:
    """Wait for something, unless a task ends before; then raise what ended that.

    Args:
        task: The task that may fail meanwhile.
        waiting: What is waited for.
    """
    waiter = asyncio.ensure_future(waiting)
    try:
        await asyncio.wait({task, waiter}, return_when=asyncio.FIRST_COMPLETED)
        await (waiter if waiter.done() else task)
    finally:
        waiter.cancel()
