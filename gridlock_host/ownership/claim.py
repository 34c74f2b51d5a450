"""Claims: each shard is served by one process, which holds a lock until it ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from gridlock_host.ownership import advisory_lock as advisory_claim
from gridlock_host.ownership import file_lock as file_claim
from gridlock_host.ownership.shards import ALL_SERVERS, FreeShards, Held, Shards
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import is_outdated, migrate
from gridlock_host.storage.unusable import DatabaseUnusable, explaining_errors, unusable_file

_LOOK_EVERY_SECONDS: Final = 10.0
_PATIENCE_SECONDS: Final = 10.0
_SECONDS_BETWEEN_LOOKS_FOR_FREE: Final = 1.0
_SECONDS_BETWEEN_TRIES: Final = 0.2


class AlreadyServed(DatabaseUnusable):
    """Another process serves some of the same servers on this database."""

    def __init__(self, name: str, shards: Shards) -> None:
        which = "" if shards == ALL_SERVERS else f", for some of the shards {shards} or with another number of shards"
        super().__init__(
            f"Another process of Gridlock uses the database {name}{which}. Stop that one first. Processes can share a "
            "database if each serves shards of its own, for example with GRIDLOCK_SHARDS=0/2 and GRIDLOCK_SHARDS=1/2."
        )


class OlderProcesses(DatabaseUnusable):
    """The database needs a migration, while another process, usually of an older version, uses it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The database {name} must be brought up to date, and another process of Gridlock, probably of an older "
            "version, still uses it. A migration could change tables under it, so nothing was changed. Stop all "
            "processes that use this database, and start them again with this version."
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim on some servers.

    Attributes:
        name: The name of the database in messages.
        shards: The servers.
        lost: Returns when another process has taken them. It renews the claim if the database has lost it.
    """

    name: str
    shards: Shards
    lost: Callable[[], Awaitable[None]]

    async def keep(self) -> None:
        """Watch the claim until cancelled.

        Raises:
            AlreadyServed: The database lost the claim, and another process has taken it.
        """
        await self.lost()
        raise AlreadyServed(self.name, self.shards)


@asynccontextmanager
async def claimed(
    database: Database, shards: Shards = ALL_SERVERS, *, look_every: float = _LOOK_EVERY_SECONDS
) -> AsyncIterator[Claim]:
    """Claim some servers until the end of the block, or of the process, however it ends.

    Args:
        database: The database.
        shards: The servers. A process that serves all of them must be the only one; processes that serve some of them
            must agree on the number of shards.
        look_every: Seconds between two checks of the claim, if it can be lost.

    Raises:
        AlreadyServed: Another process serves some of them.
        DatabaseUnusable: The database cannot be reached, or its lock file cannot be locked.
    """
    async with AsyncExitStack() as stack:
        held = await _take(stack, database, shards, look_every)
        if held is None:
            raise AlreadyServed(database.name, shards)
        yield Claim(database.name, held.shards, held.lost)


@asynccontextmanager
async def claimed_when_free(
    database: Database,
    wanted: FreeShards,
    *,
    told: Callable[[], object],
    try_every: float = _SECONDS_BETWEEN_LOOKS_FOR_FREE,
    look_every: float = _LOOK_EVERY_SECONDS,
) -> AsyncIterator[Claim]:
    """Claim shards that no other process serves, as soon as there are some, until the end of the block.

    Args:
        database: The database.
        wanted: How many shards, and of how many.
        told: Called once if there are none yet, so that the process waits.
        try_every: Seconds between two tries.
        look_every: Seconds between two checks of the claim, if it can be lost.

    Raises:
        DatabaseUnusable: The database could not be reached at the first try, or its lock file cannot be locked.
    """
    has_waited = False
    while True:
        async with AsyncExitStack() as stack:
            try:
                held = await _take(stack, database, wanted, look_every)
            except DatabaseUnusable:
                if not has_waited:
                    raise
                # The process that serves them needs the database, too.
                held = None
            if held is not None:
                yield Claim(database.name, held.shards, held.lost)
                return
        if not has_waited:
            told()
        has_waited = True
        await asyncio.sleep(try_every)


async def migrate_alone(
    database: Database, shards: Shards | FreeShards, *, patience: float = _PATIENCE_SECONDS
) -> None:
    """Apply missing migrations while no other process uses the database, whatever servers it serves.

    Args:
        database: The database.
        shards: The servers of this process. A claim on all of them keeps other processes away anyway.
        patience: Seconds to wait for other processes: they may be stopping, or one of them may do the migration.

    Raises:
        OlderProcesses: Another process still uses the database.
        DatabaseUnusable: The database cannot be reached, or the migration failed.
    """
    until = time.monotonic() + patience
    has_company = isinstance(shards, FreeShards) or len(shards.ids) < shards.count
    while has_company and await is_outdated(database):
        try:
            async with claimed(database):
                await migrate(database)
        except AlreadyServed as error:
            if time.monotonic() >= until:
                raise OlderProcesses(database.name) from error
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)


async def _take(
    stack: AsyncExitStack, database: Database, shards: Shards | FreeShards, look_every: float
) -> Held | None:
    if database.path is None:
        with explaining_errors(database.name, None):
            return await stack.enter_async_context(advisory_claim.claimed(database.url, shards, look_every))
    try:
        return await stack.enter_async_context(file_claim.claimed(database.path, shards))
    except OSError as error:
        raise unusable_file(database.name, error) from error
