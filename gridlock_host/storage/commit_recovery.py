"""Changes of which it is found out what became of them, where the store breaks down while it stores them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Busy, OutcomeUnknown, StoreFailed
from gridlock_host.storage.database import Database

_T = TypeVar("_T")

# A server that starts again, or a network that was away for a moment, is back by then. The person waits meanwhile.
_SECONDS: Final = 5.0
_SECONDS_BETWEEN_TRIES: Final = 0.2


async def commit_with_recovery(
    database: Database,
    change: Callable[[AsyncConnection], Awaitable[_T]],
    find: Callable[[AsyncConnection], Awaitable[_T | None]],
) -> _T:
    """Make a change in a transaction of its own, and return what it led to.

    Args:
        database: The store.
        change: Makes the change.
        find: What the change has led to, as it is found in another write transaction; None if it was not stored. It
            locks what the change has changed, and so waits if that is still under way.

    Raises:
        Busy, StoreFailed: As for `Database.writing`: it was not stored.
        OutcomeUnknown: The store broke down meanwhile, and cannot be looked at for some seconds.
    """
    try:
        async with database.writing() as connection:
            return await change(connection)
    except OutcomeUnknown as unknown:
        found = await _find_out(database, find, unknown)
        if found is None:
            raise StoreFailed from unknown
        return found


async def _find_out(
    database: Database, find: Callable[[AsyncConnection], Awaitable[_T | None]], unknown: OutcomeUnknown
) -> _T | None:
    try:
        async with asyncio.timeout(_SECONDS):
            while True:
                try:
                    async with database.settling() as connection:
                        return await find(connection)
                except (Busy, StoreFailed):
                    await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
    except TimeoutError:
        raise unknown from unknown.__cause__
