"""Claims on a PostgreSQL database: advisory locks of one connection, which the database releases with it.

The lock `_MUTEX` serialises claiming. The lock `_ALL` is exclusive for a process that serves all servers, and shared by
processes that serve some shards. In `_PARTS` each lock stands for a shard, and in `_COUNTS` for a number of shards.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from gridlock_host.ownership.shards import Shards

# Arbitrary numbers, the same in every process.
_WHOLE, _PARTS, _COUNTS = 5_173_943, 5_173_944, 5_173_945
_MUTEX, _ALL = 0, 1
# A machine that disappears keeps its connection, and so its claim, for half a minute. These are set after connecting:
# as startup parameters, a connection pooler would refuse them.
_SETTINGS: Final = text("""
    SELECT set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false), set_config('lock_timeout', '5s', false)""")
_OTHER_COUNTS: Final = text("""
    SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid::bigint = :counts
    AND objid::bigint <> :count AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""")


@asynccontextmanager
async def claimed(url: URL, shards: Shards, look_every: float) -> AsyncIterator[Callable[[], Awaitable[None]] | None]:
    """Hold a claim inside the block.

    Args:
        url: The database.
        shards: The servers.
        look_every: Seconds between two checks of the connection.

    Yields:
        A function that returns when the claim is lost to another process; None if another process has the claim.

    Raises:
        DBAPIError, OSError: The database cannot be used or reached.
    """
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    holder = _Holder(engine, shards)
    try:
        yield (lambda: holder.lost(look_every)) if await holder.take() else None
    finally:
        await holder.release()


class _Holder:
    """The connection that holds the locks."""

    def __init__(self, engine: AsyncEngine, shards: Shards) -> None:
        self._engine = engine
        self._shards = shards
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        await self.release()
        self._connection = await self._engine.connect()
        await self._connection.execute(_SETTINGS)
        await _call(self._connection, "pg_advisory_lock", _WHOLE, _MUTEX)
        is_ours = await _claim(self._connection, self._shards)
        await _call(self._connection, "pg_advisory_unlock", _WHOLE, _MUTEX)
        return is_ours

    async def release(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def lost(self, look_every: float) -> None:
        while True:
            await asyncio.sleep(look_every)
            try:
                if not await self._is_connected() and not await self.take():
                    return
            except (DBAPIError, OSError):
                # No other process can take the claim either, and the next use of the database logs the failure.
                continue

    async def _is_connected(self) -> bool:
        if self._connection is None or self._connection.invalidated:
            return False
        try:
            await self._connection.execute(text("SELECT 1"))
        except (DBAPIError, OSError):
            return False
        return True


async def _claim(connection: AsyncConnection, shards: Shards) -> bool:
    if len(shards.ids) == shards.count:
        return await _call(connection, "pg_try_advisory_lock", _WHOLE, _ALL)
    if not await _call(connection, "pg_try_advisory_lock_shared", _WHOLE, _ALL):
        return False
    if await connection.scalar(_OTHER_COUNTS, {"counts": _COUNTS, "count": shards.count}):
        return False
    for shard_id in shards.ids:
        if not await _call(connection, "pg_try_advisory_lock", _PARTS, shard_id):
            return False
    return await _call(connection, "pg_try_advisory_lock_shared", _COUNTS, shards.count)


async def _call(connection: AsyncConnection, function: str, key: int, number: int) -> bool:
    statement = text(f"SELECT {function}(CAST(:key AS integer), CAST(:number AS integer))")
    return bool(await connection.scalar(statement, {"key": key, "number": number}))
