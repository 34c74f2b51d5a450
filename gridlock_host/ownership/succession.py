"""Claims of processes that wait: on shards that become free, or that another process hands over."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from sqlalchemy.exc import DBAPIError

from gridlock_host.ownership.claim import LOOK_EVERY_SECONDS, Claim, hold
from gridlock_host.ownership.handover import DOCUMENT, Offer, Spare
from gridlock_host.ownership.shards import NO_SERVERS, FreeShards, Shards
from gridlock_host.ownership.shared_document import SharedDocument, shared_document
from gridlock_host.storage.database import Database
from gridlock_host.storage.unusable import DatabaseUnusable

_log = logging.getLogger(__name__)

_SECONDS_BETWEEN_LOOKS_FOR_FREE: Final = 1.0
_SECONDS_BETWEEN_WORDS: Final = 0.1
_SECONDS_BETWEEN_SIGNS_OF_LIFE: Final = 1.0


class Succession(Claim):
    """A claim on servers that another process still serves, and is about to hand over.

    Args:
        database: The database.
        offer: What is handed over.
        spare: This process, as the others see it.
        stack: Gives up the claim when it is closed.
        look_every: Seconds between two checks of the claim, if it can be lost.
        handovers: Where handovers are agreed on.
        most: How many shards it may have; it takes those that become free.
    """

    def __init__(
        self,
        database: Database,
        offer: Offer,
        spare: Spare,
        stack: AsyncExitStack,
        look_every: float,
        handovers: SharedDocument,
        most: int,
    ) -> None:
        super().__init__(database, offer.shards, stack, look_every, handovers, most)
        self._offer = offer
        self._spare = spare
        self._telling = asyncio.create_task(self._tell_alive(), name="telling the process before this one")
        stack.callback(self._telling.cancel)

    async def take_over(self, *, try_every: float = _SECONDS_BETWEEN_LOOKS_FOR_FREE) -> frozenset[int] | None:
        """Wait until the servers are handed over, or free, and claim them.

        Args:
            try_every: Seconds between two looks whether they are free although they were not handed over.

        Returns:
            The interactions that the predecessor has taken; None if it is gone without a word.
        """
        # From now on, each word that this process is ready tells that, too.
        self._telling.cancel()
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

    async def _tell_alive(self) -> None:
        """Tell the predecessor every second that this process is still there, and loads and connects."""
        while True:
            try:
                await self._spare.tell_alive()
            except (DBAPIError, OSError) as error:
                _log.debug("no word that this process connects: %s", type(error).__name__)
            await asyncio.sleep(_SECONDS_BETWEEN_SIGNS_OF_LIFE)

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
            held = await hold(stack, self._database, FreeShards.exactly(self.shards), self._look_every)
            if held is None or held.shards != self.shards:
                return False
            self._held = held
            self._stack.push_async_exit(stack.pop_all())
            return True


@asynccontextmanager
async def claimed_when_free(
    database: Database,
    wanted: FreeShards,
    *,
    told: Callable[[], object],
    try_every: float = _SECONDS_BETWEEN_LOOKS_FOR_FREE,
    look_every: float = LOOK_EVERY_SECONDS,
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
        # A lock file cannot tell which servers a process with another number of shards has.
        spare, has_waited = Spare(document, wanted, mixes_counts=database.path is None), False
        while True:
            offer, reserved = await _look(spare)
            async with AsyncExitStack() as stack:
                if offer is not None:
                    yield Succession(database, offer, spare, stack, look_every, document, wanted.most)
                    return
                claim = Claim(database, NO_SERVERS, stack, look_every, document, wanted.most)
                if await _take_free(claim, wanted.without(reserved), is_patient=has_waited):
                    await _withdraw(spare)
                    yield claim
                    return
            if not has_waited:
                told()
            has_waited = True
            try:
                await asyncio.sleep(try_every)
            except asyncio.CancelledError:
                # A process that is told to end must not keep another one waiting for it.
                await _withdraw(spare)
                raise


async def _look(spare: Spare) -> tuple[Offer | None, Iterable[Shards]]:
    """Look for an offer; there is none while the database cannot be used, which the claim then explains."""
    try:
        return await spare.look()
    except (DBAPIError, OSError) as error:
        _log.debug("no look for a handover: %s", type(error).__name__)
        return None, ()


async def _withdraw(spare: Spare) -> None:
    """Tell that this process waits no more; if that cannot be told, the others notice some seconds later."""
    try:
        await spare.withdraw()
    except (DBAPIError, OSError) as error:
        _log.debug("no word about the end of waiting: %s", type(error).__name__)


async def _take_free(claim: Claim, wanted: FreeShards, *, is_patient: bool) -> bool:
    try:
        return await claim.take(wanted)
    except DatabaseUnusable:
        if not is_patient:
            raise
        # The process that serves them needs the database, too.
        return False
