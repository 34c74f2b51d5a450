"""Claim on the sweeps, among processes that all serve all servers: a request reaches any of them, and one sweeps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from gridlock_host.ownership import advisory_lock, file_lock
from gridlock_host.ownership.claim import AlreadyServed
from gridlock_host.ownership.shards import ALL_SERVERS, SWEEPS, SharedClaim, TakenAway
from gridlock_host.storage.database import Database
from gridlock_host.storage.unusable import explaining_errors, unusable_file

_LOOK_EVERY_SECONDS: Final = 2.0


class SweepClaim:
    """The claim on the sweeps.

    Args:
        name: The name of the database in messages.
        shared: Takes it.
        look_every: Seconds between two looks whether it is free, or still held.

    Attributes:
        is_held: Whether this process sweeps.
        listeners: Called after each look.
    """

    def __init__(self, name: str, shared: SharedClaim, look_every: float) -> None:
        self._name = name
        self._shared = shared
        self._look_every = look_every
        self.is_held = False
        self.listeners: list[Callable[[], object]] = []

    async def look(self) -> None:
        """Take the claim if it is free.

        Raises:
            AlreadyServed: The database lost the connection, and a process that serves shards has taken it since.
        """
        try:
            self.is_held = await self._shared.take()
        except TakenAway as error:
            self.is_held = False
            raise AlreadyServed(self._name, ALL_SERVERS) from error
        for listener in self.listeners:
            listener()

    async def keep(self) -> None:
        """Take the claim as soon as it is free, and watch it, until cancelled.

        Raises:
            AlreadyServed: As for `look`.
        """
        while True:
            await asyncio.sleep(self._look_every)
            await self.look()


@asynccontextmanager
async def sweep_claim(database: Database, *, look_every: float = _LOOK_EVERY_SECONDS) -> AsyncIterator[SweepClaim]:
    """Use a database along with other processes that serve all servers, until the end of the block.

    Args:
        database: The database.
        look_every: Seconds between two looks at the claim.

    Yields:
        The claim, taken if it was free.

    Raises:
        AlreadyServed: A process that serves shards uses the database.
        DatabaseUnusable: The database cannot be reached, or its lock file cannot be locked.
    """
    async with AsyncExitStack() as stack:
        shared = await _share(stack, database)
        if shared is None:
            raise AlreadyServed(database.name, ALL_SERVERS)
        claim = SweepClaim(database.name, shared, look_every)
        await claim.look()
        yield claim


async def _share(stack: AsyncExitStack, database: Database) -> SharedClaim | None:
    if database.path is None:
        with explaining_errors(database.name, None):
            return await stack.enter_async_context(advisory_lock.sharing(database.url, SWEEPS))
    try:
        return await stack.enter_async_context(file_lock.sharing(database.path, SWEEPS))
    except OSError as error:
        raise unusable_file(database.name, error) from error
