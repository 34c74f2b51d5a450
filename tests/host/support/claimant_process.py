"""A process that claims shards until it is told to end or killed."""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection

from gridlock_host import Database
from gridlock_host.ownership.claim import claimed
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.ownership.succession import claimed_when_free
from gridlock_host.ownership.sweep_claim import sweep_claim


def hold(url: str, shards: Shards, channel: Connection) -> None:
    """Claim these servers on this store, say so, and keep them until something is received."""
    asyncio.run(_hold(Database(url), shards, channel))


async def _hold(database: Database, shards: Shards, channel: Connection) -> None:
    async with claimed(database, shards):
        channel.send("has it")
        await asyncio.to_thread(channel.recv)


def share(url: str, channel: Connection) -> None:
    """Use this store along with others, and say at each change whether the process has the claim on the sweeps."""
    asyncio.run(_share(Database(url), channel))


async def _share(database: Database, channel: Connection) -> None:
    async with sweep_claim(database, look_every=0.02) as claim:
        channel.send(claim.is_held)
        told = [claim.is_held]

        def tell() -> None:
            if claim.is_held != told[-1]:
                told.append(claim.is_held)
                channel.send(claim.is_held)

        claim.listeners.append(tell)
        await claim.keep()


def hold_free(url: str, wanted: FreeShards, channel: Connection) -> None:
    """Claim free shards on this store, say which, and take more whenever something is received, until it is "end"."""
    asyncio.run(_hold_free(Database(url), wanted, channel))


async def _hold_free(database: Database, wanted: FreeShards, channel: Connection) -> None:
    async with claimed_when_free(database, wanted, told=bool) as claim:
        channel.send(str(claim.shards))
        while await asyncio.to_thread(channel.recv) != "end":
            await claim.take_more()
            channel.send(str(claim.shards))
