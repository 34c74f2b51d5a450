"""Commit recovery: if the connection fails during COMMIT, find out whether the change was stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import Busy, OutcomeUnknown, StoreFailed
from gridlock_host.storage.database import Database

_T = TypeVar("_T")

# By then, a server that restarts or a network that failed for a moment is back. The player waits that long.
_SECONDS: Final = 5.0
_SECONDS_BETWEEN_TRIES: Final = 0.2


async def commit_with_recovery(
    database: Database,
    change: Callable[[AsyncConnection], Awaitable[_T]],
    find: Callable[[AsyncConnection], Awaitable[_T | None]],
    *,
    changes: Collection[int] | None = None,
) -> _T:
    """Make a change in a transaction of its own, and return its result.

    Args:
        database: The database.
        change: Makes the change and returns its result; see `Database.transact`.
        find: Returns the same result in another write transaction, if the change was stored, else None. It locks the
            rows that the change has changed, and so waits for a commit that is still under way.
        changes: As for `Database.writing`.

    Raises:
        Busy, StoreFailed: As for `Database.writing`: the change was not stored.
        OutcomeUnknown: The connection failed during COMMIT, and the database cannot be reached for some seconds.
    """
    return await with_recovery(database, partial(database.transact, change, changes=changes), find)


async def with_recovery(
    database: Database, write: Callable[[], Awaitable[_T]], find: Callable[[AsyncConnection], Awaitable[_T | None]]
) -> _T:
    """Do the same with a write that makes its own transaction."""
    try:
        return await write()
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
                    async with database.recovering() as connection:
                        return await find(connection)
                except (Busy, StoreFailed):
                    await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
    except TimeoutError:
        raise unknown from unknown.__cause__
