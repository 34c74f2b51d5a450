"""Shared times: when each limited thing may be done next, over all processes on a database.

Whoever wants to do something reserves its next free time, and waits until then. So two processes never do it at once,
also if one of them dies: a reserved time passes by itself.

This is the state of running processes, such as their locks, and no data: it is no part of the schema, and of no backup.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from gridlock_host.storage.database import Database
from gridlock_host.storage.sqlite import OWNER_ONLY

# No process waits that long; a later time was reserved before a restart of the machine, or by a wrong clock.
_LONGEST_WAIT: Final = 900.0
# The lock of the file is held for microseconds, unless a process is stopped while it has it.
_MOST_TRIES: Final = 250
_SECONDS_BETWEEN_TRIES: Final = 0.002


class SharedTimes(Protocol):
    """Reserves times."""

    async def reserve(self, name: str, seconds: float) -> float:
        """Reserve the next free time of something.

        Args:
            name: What it is.
            seconds: How long the reserved time lasts; the next one begins at its end.

        Returns:
            In how many seconds the reserved time begins; 0 if it has begun.

        Raises:
            OSError, DBAPIError: The times cannot be read or written.
        """


class LocalTimes:
    """Times of this process alone.

    Args:
        clock: A monotonic clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: dict[str, float] = {}

    async def reserve(self, name: str, seconds: float) -> float:
        """Reserve the next free time of something; see `SharedTimes`."""
        return _reserve(self._times, name, seconds, self._clock())


class FileTimes:
    """Times in a file, for the processes of one machine.

    Args:
        path: The file.
        clock: A monotonic clock that all processes share, in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock

    async def reserve(self, name: str, seconds: float) -> float:
        """Reserve the next free time of something; see `SharedTimes`."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        with os.fdopen(descriptor, "r+", encoding="ascii") as file:
            await _lock(file.fileno())
            times = _read(file.read())
            wait = _reserve(times, name, seconds, self._clock())
            file.seek(0)
            file.write(json.dumps(times))
            file.truncate()
        return wait


async def _lock(descriptor: int) -> None:
    for _ in range(_MOST_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return
    raise OSError(errno.ETIMEDOUT, "a process that reserves a time does not get on")


def _read(written: str) -> dict[str, float]:
    """Return the times in a file; what is unreadable counts for nothing, as in a new file."""
    try:
        found = json.loads(written or "{}")
        return {str(name): float(at) for name, at in found.items()}
    except (ValueError, TypeError, AttributeError):
        return {}


def _reserve(times: dict[str, float], name: str, seconds: float, now: float) -> float:
    free_at = times.get(name, now)
    begins = now if free_at > now + _LONGEST_WAIT else max(free_at, now)
    times[name] = begins + seconds
    return begins - now


_CREATE: Final = text("""
    CREATE UNLOGGED TABLE IF NOT EXISTS gridlock_shared_times (name text PRIMARY KEY, free_at double precision NOT NULL)
    WITH (fillfactor = 50)""")
_NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
_RESERVE: Final = text(f"""
    INSERT INTO gridlock_shared_times AS found VALUES (:name, {_NOW} + :seconds)
    ON CONFLICT (name) DO UPDATE SET free_at = :seconds + CASE WHEN found.free_at > {_NOW} + :longest THEN {_NOW}
    ELSE greatest(found.free_at, {_NOW}) END
    RETURNING free_at - :seconds - {_NOW}""")  # noqa: S608  # all of it is written here


class PostgresTimes:
    """Times in a table of PostgreSQL, by its clock.

    Args:
        url: The database.
    """

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, isolation_level="AUTOCOMMIT", pool_size=1, max_overflow=0)
        self._is_there = False

    async def reserve(self, name: str, seconds: float) -> float:
        """Reserve the next free time of something; see `SharedTimes`."""
        values = {"name": name, "seconds": seconds, "longest": _LONGEST_WAIT}
        async with self._engine.connect() as connection:
            if not self._is_there:
                # Of two that create it at once, one fails, and finds it.
                with suppress(DBAPIError):
                    await connection.execute(_CREATE)
                self._is_there = True
            return max(0.0, float(await connection.scalar(_RESERVE, values)))

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


@asynccontextmanager
async def shared_times(database: Database) -> AsyncIterator[SharedTimes]:
    """Open the times that all processes on a database share, until the end of the block."""
    if database.path is not None:
        yield FileTimes(database.path.resolve().with_name(f"{database.path.resolve().name}.times"))
        return
    times = PostgresTimes(database.url)
    try:
        yield times
    finally:
        with suppress(DBAPIError, OSError, asyncio.CancelledError):
            await times.close()
