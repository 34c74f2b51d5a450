"""Claims: each shard is served by one process, which holds a lock until it ends."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from gridlock_host.ownership import advisory_lock as advisory_claim
from gridlock_host.ownership import file_lock as file_claim
from gridlock_host.ownership.handover import reserved_shards
from gridlock_host.ownership.shards import ALL_SERVERS, FreeShards, Held, Shards
from gridlock_host.ownership.shared_document import SharedDocument
from gridlock_host.storage.database import Database
from gridlock_host.storage.unusable import DatabaseUnusable, explaining_errors, unusable_file

LOOK_EVERY_SECONDS: Final = 2.0
"""The time between two checks of a claim. After a broken connection, another process could be faster in that time."""

_SECONDS_BETWEEN_TRIES: Final = 0.1

_log = logging.getLogger(__name__)


class AlreadyServed(DatabaseUnusable):
    """Another process serves some of the same servers on this database."""

    def __init__(self, name: str, shards: Shards) -> None:
        which = "" if shards == ALL_SERVERS else f", for some of the shards {shards} or with another number of shards"
        super().__init__(
            f"Another process of Gridlock uses the database {name}{which}. Stop that one first. Processes can share a "
            "database if each serves shards of its own, for example with GRIDLOCK_SHARDS=0/2 and GRIDLOCK_SHARDS=1/2."
        )


class Claim:
    """A claim on some servers.

    Args:
        database: The database.
        shards: The servers.
        stack: Gives up the claim when it is closed.
        look_every: Seconds between two checks of the claim, if it can be lost.
        handovers: Where handovers are agreed on; None if the servers are not handed over.
        most: How many shards it may have, if it takes those that become free.

    Attributes:
        shards: The servers.
        handovers: Where handovers are agreed on.
    """

    def __init__(
        self,
        database: Database,
        shards: Shards,
        stack: AsyncExitStack,
        look_every: float,
        handovers: SharedDocument | None = None,
        most: int = 0,
    ) -> None:
        self.shards = shards
        self._most = most
        self.handovers = handovers
        self._database = database
        self._stack = stack
        self._look_every = look_every
        self._held: Held | None = None

    async def take(self, wanted: Shards | FreeShards) -> bool:
        """Claim servers, and return whether this process has them now.

        Raises:
            DatabaseUnusable: The database cannot be reached, or its lock file cannot be locked.
        """
        self._held = await hold(self._stack, self._database, wanted, self._look_every)
        if self._held is not None:
            self.shards = self._held.shards
        return self._held is not None

    async def keep(self) -> None:
        """Watch the claim until cancelled. It is renewed if the database has lost it.

        Raises:
            AlreadyServed: The database lost the claim, and another process has taken it.
        """
        if self._held is not None:
            await self._held.lost()
        raise AlreadyServed(self._database.name, self.shards)

    @property
    def has_room(self) -> bool:
        """Whether this process would take further shards."""
        return len(self.shards.ids) < min(self._most, self.shards.count)

    async def take_more(self) -> tuple[int, ...]:
        """Claim shards that have become free, as far as there is room, and return which.

        A fault of the database counts as none, because the next try may find some.
        """
        room = self._most - len(self.shards.ids)
        if self.handovers is None or self._held is None or room <= 0:
            return ()
        wanted = FreeShards(room, self.shards.count, frozenset(self.shards.ids))
        try:
            more = await self._held.take_more(wanted.without(await reserved_shards(self.handovers)))
        except (DBAPIError, OSError) as error:
            _log.debug("no look for free shards: %s", type(error).__name__)
            return ()
        self.shards = Shards(tuple(sorted({*self.shards.ids, *more})), self.shards.count)
        return more

    async def give_up(self) -> None:
        """Let other processes serve the servers."""
        await self._stack.aclose()


@asynccontextmanager
async def claimed(
    database: Database,
    shards: Shards = ALL_SERVERS,
    *,
    patience: float = 0.0,
    look_every: float = LOOK_EVERY_SECONDS,
) -> AsyncIterator[Claim]:
    """Claim some servers until the end of the block, or of the process, however it ends.

    Args:
        database: The database.
        shards: The servers. A process that serves all of them must be the only one; processes that serve some of them
            must agree on the number of shards, unless they share a PostgreSQL database.
        patience: Seconds to wait for other processes: they may be stopping, or migrating the database.
        look_every: Seconds between two checks of the claim, if it can be lost.

    Raises:
        AlreadyServed: Another process serves some of them.
        DatabaseUnusable: The database cannot be reached, or its lock file cannot be locked.
    """
    async with AsyncExitStack() as stack:
        claim = Claim(database, shards, stack, look_every)
        until = time.monotonic() + patience
        while not await claim.take(shards):
            if time.monotonic() >= until:
                raise AlreadyServed(database.name, shards)
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        yield claim


async def hold(
    stack: AsyncExitStack, database: Database, shards: Shards | FreeShards, look_every: float
) -> Held | None:
    """Claim servers until a stack is closed; None if other processes have them.

    Raises:
        DatabaseUnusable: The database cannot be reached, or its lock file cannot be locked.
    """
    if database.path is None:
        with explaining_errors(database.name, None):
            return await stack.enter_async_context(advisory_claim.claimed(database.url, shards, look_every))
    try:
        return await stack.enter_async_context(file_claim.claimed(database.path, shards))
    except OSError as error:
        raise unusable_file(database.name, error) from error
