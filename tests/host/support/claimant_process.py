"""A process that claims shards until it is told to end or killed."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from gridlock_host import Database
from gridlock_host.ownership.claim import claimed
from gridlock_host.ownership.shards import Shards


def hold(url: str, shards: Shards, channel: Connection) -> None:
    """Claim these servers on this store, say so, and keep them until something is received."""
    asyncio.run(_hold(Database(url), shards, channel))


async def _hold(database: Database, shards: Shards, channel: Connection) -> None:
    async with claimed(database, shards):
        channel.send("has it")
        await asyncio.to_thread(channel.recv)
