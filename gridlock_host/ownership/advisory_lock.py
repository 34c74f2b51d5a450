"""Claims on a PostgreSQL database: advisory locks of one connection, which the database releases with it.

The lock `_MUTEX` serialises claiming. The lock `_ALL` is exclusive for a process that serves all servers, and shared by
processes that serve some shards. In `_PARTS` each lock stands for a shard, in `_COUNTS` for a number of shards, and in
`_SPANS` for both. By the last ones, processes with other numbers of shards see which servers are taken. Processes of
earlier versions have none, and keep all other numbers of shards away.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from gridlock_host.ownership.shards import FreeShards, Held, Shards, SharedClaim, TakenAway

# Arbitrary numbers, the same in every process.
_WHOLE, _PARTS, _COUNTS, _SPANS = 5_173_943, 5_173_944, 5_173_945, 5_173_946
_MUTEX, _ALL = 0, 1
# A lock has 31 bits for the shard and the number of shards.
_SPAN_BITS: Final = 15
# A machine that disappears keeps its connection, and so its claim, for half a minute. These are set after connecting:
# as startup parameters, a connection pooler would refuse them.
_SETTINGS: Final = text("""
    SELECT set_config('tcp_keepalives_idle', '15', false), set_config('tcp_keepalives_interval', '5', false),
    set_config('tcp_keepalives_count', '3', false), set_config('lock_timeout', '5s', false)""")
_LOCKS: Final = text("""
    SELECT pid, classid::bigint AS key, objid::bigint AS number FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND classid::bigint IN (:counts, :spans)
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())""")


@asynccontextmanager
async def claimed(url: URL, wanted: Shards | FreeShards, look_every: float) -> AsyncIterator[Held | None]:
    """Hold a claim inside the block.

    Args:
        url: The database.
        wanted: The servers.
        look_every: Seconds between two checks of the connection.

    Yields:
        The claim; None if other processes have it.

    Raises:
        DBAPIError, OSError: The database cannot be used or reached.
    """
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    holder = _Holder(engine, wanted)
    try:
        ids = await holder.take()
        held = Held(Shards(ids, wanted.count), lambda: holder.lost(look_every), holder.take_more)
        yield held if ids else None
    finally:
        await holder.release()


@asynccontextmanager
async def sharing(url: URL, wanted: Shards) -> AsyncIterator[SharedClaim | None]:
    """Use the database along with others inside the block; one of them has the claim.

    Args:
        url: The database.
        wanted: What is claimed.

    Yields:
        The claim; None if a process uses the database otherwise.

    Raises:
        DBAPIError, OSError: The database cannot be used or reached.
    """
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    sharer = _Sharer(engine, wanted)
    try:
        yield sharer if await sharer.join() else None
    finally:
        await sharer.release()


class _Connected:
    """A connection that holds locks.

    Args:
        engine: Connects.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def release(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None

    async def _connect(self) -> AsyncConnection:
        await self.release()
        self._connection = await self._engine.connect()
        await self._connection.execute(_SETTINGS)
        return self._connection

    async def _is_connected(self) -> bool:
        if self._connection is None or self._connection.invalidated:
            return False
        try:
            await self._connection.execute(text("SELECT 1"))
        except (DBAPIError, OSError):
            return False
        return True


class _Sharer(_Connected):
    """The connection of a process that uses the database along with others."""

    def __init__(self, engine: AsyncEngine, wanted: Shards) -> None:
        super().__init__(engine)
        self._wanted = wanted
        self._has_claim = False

    async def join(self) -> bool:
        """Connect, and return whether no process uses the database otherwise."""
        self._has_claim = False
        connection = await self._connect()
        await _call(connection, "pg_advisory_lock", _WHOLE, _MUTEX)
        count = self._wanted.count
        is_free = await _keep_whole_away(connection) and await _held_with_other_counts(connection, count) == []
        has_joined = is_free and await _call(connection, "pg_try_advisory_lock_shared", _COUNTS, count)
        await _call(connection, "pg_advisory_unlock", _WHOLE, _MUTEX)
        return has_joined

    async def take(self) -> bool:
        """Take the claim if it is free, and return whether this process has it; False without a connection.

        Raises:
            TakenAway: The connection was lost, and a process that uses the database otherwise has come since.
        """
        try:
            if not await self._is_connected() and not await self.join():
                raise TakenAway
            if not self._has_claim and self._connection is not None:
                self._has_claim = await _call(self._connection, "pg_try_advisory_lock", _PARTS, self._wanted.ids[0])
        except (DBAPIError, OSError):
            # No other process can use the database either, and its next use logs the failure.
            return False
        return self._has_claim


class _Holder(_Connected):
    """The connection that holds the locks."""

    def __init__(self, engine: AsyncEngine, wanted: Shards | FreeShards) -> None:
        super().__init__(engine)
        self._wanted = wanted
        self._in_use = asyncio.Lock()

    async def take(self) -> tuple[int, ...]:
        """Take the claim, and return its shards; none if other processes have it."""
        connection = await self._connect()
        await _call(connection, "pg_advisory_lock", _WHOLE, _MUTEX)
        ids = await _claim(connection, self._wanted)
        await _call(connection, "pg_advisory_unlock", _WHOLE, _MUTEX)
        if ids:
            # If the connection breaks, exactly these are to be taken again.
            self._wanted = Shards(ids, self._wanted.count)
        return ids

    async def take_more(self, wanted: FreeShards) -> tuple[int, ...]:
        """Take further shards, and return which."""
        async with self._in_use:
            if self._connection is None or not isinstance(self._wanted, Shards):
                return ()
            await _call(self._connection, "pg_advisory_lock", _WHOLE, _MUTEX)
            ids = await _lock_shards(self._connection, wanted)
            await _call(self._connection, "pg_advisory_unlock", _WHOLE, _MUTEX)
            self._wanted = Shards(tuple(sorted({*self._wanted.ids, *ids})), wanted.count)
            return ids

    async def lost(self, look_every: float) -> None:
        while True:
            await asyncio.sleep(look_every)
            try:
                async with self._in_use:
                    if not await self._is_connected() and not await self.take():
                        return
            except (DBAPIError, OSError):
                # No other process can take the claim either, and the next use of the database logs the failure.
                continue


async def _claim(connection: AsyncConnection, wanted: Shards | FreeShards) -> tuple[int, ...]:
    """Lock shards, and return which; none if it may have none."""
    if isinstance(wanted, Shards) and len(wanted.ids) == wanted.count:
        return wanted.ids if await _call(connection, "pg_try_advisory_lock", _WHOLE, _ALL) else ()
    if not await _keep_whole_away(connection):
        return ()
    free = wanted if isinstance(wanted, FreeShards) else FreeShards.exactly(wanted)
    taken = await _lock_shards(connection, free)
    is_enough = taken and (isinstance(wanted, FreeShards) or taken == wanted.ids)
    if is_enough and await _call(connection, "pg_try_advisory_lock_shared", _COUNTS, wanted.count):
        return taken
    return ()


async def _keep_whole_away(connection: AsyncConnection) -> bool:
    """Keep away processes that serve all servers alone; return whether there is none."""
    return await _call(connection, "pg_try_advisory_lock_shared", _WHOLE, _ALL)


async def _lock_shards(connection: AsyncConnection, wanted: FreeShards) -> tuple[int, ...]:
    """Lock shards that share no server with those of other processes, and return which."""
    others = await _held_with_other_counts(connection, wanted.count)
    if others is None:
        return ()
    taken: list[int] = []
    for shard_id in wanted.without(others).candidates:
        if len(taken) < wanted.most and await _call(connection, "pg_try_advisory_lock", _PARTS, shard_id):
            taken.append(shard_id)
            if wanted.count < 1 << _SPAN_BITS:
                await _call(connection, "pg_advisory_lock", _SPANS, wanted.count << _SPAN_BITS | shard_id)
    return tuple(taken)


async def _held_with_other_counts(connection: AsyncConnection, count: int) -> list[Shards] | None:
    """Return the shards of processes that divide the servers into another number; None if one does not tell which."""
    locks = (await connection.execute(_LOCKS, {"counts": _COUNTS, "spans": _SPANS})).all()
    spans = [(lock.pid, *divmod(lock.number, 1 << _SPAN_BITS)) for lock in locks if lock.key == _SPANS]
    told = {(pid, number) for pid, number, _ in spans}
    if any((lock.pid, lock.number) not in told for lock in locks if lock.key == _COUNTS and lock.number != count):
        return None
    return [Shards((shard_id,), number) for _, number, shard_id in spans if number != count]


async def _call(connection: AsyncConnection, function: str, key: int, number: int) -> bool:
    statement = text(f"SELECT {function}(CAST(:key AS integer), CAST(:number AS integer))")
    return bool(await connection.scalar(statement, {"key": key, "number": number}))
