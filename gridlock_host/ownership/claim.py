"""Each part of the servers is served by one process on one store; a lock says so that ends with the process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from gridlock_host.ownership import advisory_lock as advisory_claim
from gridlock_host.ownership import file_lock as file_claim
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.storage.database import Database
from gridlock_host.storage.unusable import DatabaseUnusable, told_if_unusable, unusable_file

_LOOK_EVERY_SECONDS: Final = 10.0


class AlreadyServed(DatabaseUnusable):
    """Another process serves some of the same servers on this store."""

    def __init__(self, name: str, shards: Shards) -> None:
        which = "" if shards == ALL_SERVERS else f", for some of the shards {shards} or with another number of shards"
        super().__init__(
            f"Another process of Gridlock uses the database {name}{which}. Stop that one first. Processes can share a "
            "database if each serves shards of its own, for example with GRIDLOCK_SHARDS=0/2 and GRIDLOCK_SHARDS=1/2."
        )


@dataclass(frozen=True, slots=True)
class Claim:
    """That nobody else serves the same servers.

    Attributes:
        name: How whoever hosts the bot knows the database.
        shards: The servers.
        lost: Ends when another process serves them. Meanwhile it takes the claim anew where the store has lost it.
    """

    name: str
    shards: Shards
    lost: Callable[[], Awaitable[None]]

    async def keep(self) -> None:
        """Watch over the claim until cancelled.

        Raises:
            AlreadyServed: The store had lost it, and another process was faster to take it.
        """
        await self.lost()
        raise AlreadyServed(self.name, self.shards)


@asynccontextmanager
async def claimed(
    database: Database, shards: Shards = ALL_SERVERS, *, look_every: float = _LOOK_EVERY_SECONDS
) -> AsyncIterator[Claim]:
    """Serve some servers alone until the end of the block, or of the process, however it ends.

    Args:
        database: The store.
        shards: The servers. All of them are served by one process alone, and some of them only beside processes for
            which the servers are dealt into as many parts.
        look_every: Seconds between two looks at whether the claim still stands, where it can be lost.

    Raises:
        AlreadyServed: Another process serves some of them.
        DatabaseUnusable: The store cannot be reached, or nothing can be locked where it is.
    """
    async with AsyncExitStack() as stack:
        lost = await _take(stack, database, shards, look_every)
        if lost is None:
            raise AlreadyServed(database.name, shards)
        yield Claim(database.name, shards, lost)


async def _take(
    stack: AsyncExitStack, database: Database, shards: Shards, look_every: float
) -> Callable[[], Awaitable[None]] | None:
    if database.path is None:
        with told_if_unusable(database.name, None):
            return await stack.enter_async_context(advisory_claim.claimed(database.url, shards, look_every))
    try:
        return await stack.enter_async_context(file_claim.claimed(database.path, shards))
    except OSError as error:
        raise unusable_file(database.name, error) from error
