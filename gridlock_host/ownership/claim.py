"""Claims: each shard is served by one process, which holds a lock until it ends."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from gridlock_host.ownership import advisory_lock as advisory_claim
from gridlock_host.ownership import file_lock as file_claim
from gridlock_host.ownership.handover import DOCUMENT, Offer, Spare
from gridlock_host.ownership.shards import ALL_SERVERS, NO_SERVERS, FreeShards, Held, Shards
from gridlock_host.ownership.shared_document import SharedDocument, shared_document
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import is_outdated, migrate
from gridlock_host.storage.unusable import DatabaseUnusable, explaining_errors, unusable_file

_LOOK_EVERY_SECONDS: Final = 10.0
_PATIENCE_SECONDS: Final = 10.0
_SECONDS_BETWEEN_LOOKS_FOR_FREE: Final = 1.0
_SECONDS_BETWEEN_TRIES: Final = 0.2
_SECONDS_BETWEEN_WORDS: Final = 0.1

_log = logging.getLogger(__name__)


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


class Claim:
    """A claim on some servers.

    Args:
        database: The database.
        shards: The servers.
        stack: Gives up the claim when it is closed.
        look_every: Seconds between two checks of the claim, if it can be lost.
        handovers: Where handovers are agreed on; None if the servers are not handed over.

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
    ) -> None:
        self.shards = shards
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
        self._held = await _take(self._stack, self._database, wanted, self._look_every)
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

    async def give_up(self) -> None:
        """Let other processes serve the servers."""
        await self._stack.aclose()


class Succession(Claim):
    """A claim on servers that another process still serves, and is about to hand over.

    Args:
        database: The database.
        offer: What is handed over.
        spare: This process, as the others see it.
        stack: Gives up the claim when it is closed.
        look_every: Seconds between two checks of the claim, if it can be lost.
        handovers: Where handovers are agreed on.
    """

    def __init__(
        self,
        database: Database,
        offer: Offer,
        spare: Spare,
        stack: AsyncExitStack,
        look_every: float,
        handovers: SharedDocument,
    ) -> None:
        super().__init__(database, offer.shards, stack, look_every, handovers)
        self._offer = offer
        self._spare = spare

    async def take_over(self, *, try_every: float = _SECONDS_BETWEEN_LOOKS_FOR_FREE) -> frozenset[int] | None:
        """Wait until the servers are handed over, or free, and claim them.

        Args:
            try_every: Seconds between two looks whether they are free although they were not handed over.

        Returns:
            The interactions that the predecessor has taken; None if it is gone without a word.
        """
        while True:
            await self._wait_for_word(try_every)
            try:
                if await self._take_all():
                    # The predecessor tells what it has taken before it gives up its claim.
                    return await self._hear()
            except DatabaseUnusable:
                # The process that serves them needs the database, too.
                await asyncio.sleep(try_every)

    async def until_predecessor_is_done(self) -> None:
        """Wait until the predecessor has finished what it had taken, or is gone."""
        try:
            await self._spare.until_done(self._offer)
        except (DBAPIError, OSError) as error:
            _log.warning("whether the process before this one is done is unknown: %s", type(error).__name__)

    async def _wait_for_word(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and await self._hear() is None:  # noqa: ASYNC110  # another process tells
            await asyncio.sleep(_SECONDS_BETWEEN_WORDS)

    async def _hear(self) -> frozenset[int] | None:
        """Tell the predecessor that this process is ready, and hear what that has taken, if it takes no more."""
        try:
            return await self._spare.tell_ready(self._offer)
        except (DBAPIError, OSError) as error:
            _log.debug("no word about the handover: %s", type(error).__name__)
            return None

    async def _take_all(self) -> bool:
        async with AsyncExitStack() as stack:
            held = await _take(stack, self._database, FreeShards.exactly(self.shards), self._look_every)
            if held is None or held.shards != self.shards:
                return False
            self._held = held
            self._stack.push_async_exit(stack.pop_all())
            return True


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
        claim = Claim(database, shards, stack, look_every)
        if not await claim.take(shards):
            raise AlreadyServed(database.name, shards)
        yield claim


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

    Yields:
        The claim; a `Succession` if another process hands its shards over.

    Raises:
        DatabaseUnusable: The database could not be reached at the first try, or its lock file cannot be locked.
    """
    async with shared_document(database, DOCUMENT) as document:
        spare, has_waited = Spare(document, wanted), False
        while True:
            offer, reserved = await _look(spare)
            async with AsyncExitStack() as stack:
                if offer is not None:
                    yield Succession(database, offer, spare, stack, look_every, document)
                    return
                claim = Claim(database, NO_SERVERS, stack, look_every, document)
                if await _take_free(claim, wanted.without(reserved), is_patient=has_waited):
                    yield claim
                    return
            if not has_waited:
                told()
            has_waited = True
            await asyncio.sleep(try_every)


async def _look(spare: Spare) -> tuple[Offer | None, Iterable[Shards]]:
    """Look for an offer; there is none while the database cannot be used, which the claim then explains."""
    try:
        return await spare.look()
    except (DBAPIError, OSError) as error:
        _log.debug("no look for a handover: %s", type(error).__name__)
        return None, ()


async def _take_free(claim: Claim, wanted: FreeShards, *, is_patient: bool) -> bool:
    try:
        return await claim.take(wanted)
    except DatabaseUnusable:
        if not is_patient:
            raise
        # The process that serves them needs the database, too.
        return False


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
