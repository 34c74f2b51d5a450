"""Shared times: when each limited thing may be done next, over all processes on a database.

A process that wants to act reserves the next free time, and waits until then. So two processes never do it at once,
also if one of them dies: a reserved time passes by itself.

This is the state of running processes, such as their locks, and no data: it is no part of the schema, and of no backup.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from gridlock_host.ownership.shared_document import FileDocument
from gridlock_host.storage.database import Database

# No process waits that long; a later time was reserved before a restart of the machine, or by a wrong clock.
_LONGEST_WAIT: Final = 900.0


@dataclass(frozen=True, slots=True)
class Reserved:
    """A reserved time.

    Attributes:
        wait: In how many seconds it begins; 0 if it has begun.
        end: When it ends, by the clock of the shared times.
    """

    wait: float
    end: float


class SharedTimes(Protocol):
    """Reserves times."""

    async def reserve(self, name: str, seconds: float) -> Reserved:
        """Reserve the next free time of something.

        Args:
            name: What it is.
            seconds: How long the reserved time lasts; the next one begins at its end.

        Raises:
            OSError, DBAPIError: The times cannot be read or written.
        """

    async def prolong(self, name: str, reserved: Reserved, seconds: float) -> bool:
        """Let a reserved time end later, unless the next one is reserved already.

        Args:
            name: What it is.
            reserved: The reserved time.
            seconds: How much later.

        Returns:
            Whether it ends later.

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

    async def reserve(self, name: str, seconds: float) -> Reserved:
        """Reserve the next free time of something; see `SharedTimes`."""
        return _reserve(self._times, name, seconds, self._clock())

    async def prolong(self, name: str, reserved: Reserved, seconds: float) -> bool:
        """Let a reserved time end later; see `SharedTimes`."""
        return _prolong(self._times, name, reserved, seconds)


class FileTimes:
    """Times in a file, for the processes of one machine.

    Args:
        path: The file.
        clock: A monotonic clock that all processes share, in seconds.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._document = FileDocument(path)
        self._clock = clock

    async def reserve(self, name: str, seconds: float) -> Reserved:
        """Reserve the next free time of something; see `SharedTimes`."""
        async with self._document.changing() as (document, _):
            return _reserve(_times_in(document), name, seconds, self._clock())

    async def prolong(self, name: str, reserved: Reserved, seconds: float) -> bool:
        """Let a reserved time end later; see `SharedTimes`."""
        async with self._document.changing() as (document, _):
            return _prolong(_times_in(document), name, reserved, seconds)


def _times_in(document: dict[str, Any]) -> dict[str, float]:
    """Return the times in a document, without what is none."""
    for name, at in list(document.items()):
        if not isinstance(at, int | float):
            del document[name]
    return document


def _reserve(times: dict[str, float], name: str, seconds: float, now: float) -> Reserved:
    free_at = times.get(name, now)
    begins = now if free_at > now + _LONGEST_WAIT else max(free_at, now)
    times[name] = begins + seconds
    return Reserved(begins - now, begins + seconds)


def _prolong(times: dict[str, float], name: str, reserved: Reserved, seconds: float) -> bool:
    if times.get(name) != reserved.end:
        return False
    times[name] += seconds
    return True


_CREATE: Final = text("""
    CREATE UNLOGGED TABLE IF NOT EXISTS gridlock_shared_times (name text PRIMARY KEY, free_at double precision NOT NULL)
    WITH (fillfactor = 50)""")
_NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
_RESERVE: Final = text(f"""
    INSERT INTO gridlock_shared_times AS found VALUES (:name, {_NOW} + :seconds)
    ON CONFLICT (name) DO UPDATE SET free_at = :seconds + CASE WHEN found.free_at > {_NOW} + :longest THEN {_NOW}
    ELSE greatest(found.free_at, {_NOW}) END
    RETURNING free_at - :seconds - {_NOW} AS wait, free_at""")  # noqa: S608  # all of it is written here


_PROLONG: Final = text(
    "UPDATE gridlock_shared_times SET free_at = free_at + :seconds WHERE name = :name AND free_at = :free_at"
)


class PostgresTimes:
    """Times in a table of PostgreSQL, by its clock.

    Args:
        url: The database.
    """

    def __init__(self, url: URL) -> None:
        self._engine = create_async_engine(url, isolation_level="AUTOCOMMIT", pool_size=1, max_overflow=0)
        self._is_there = False

    async def reserve(self, name: str, seconds: float) -> Reserved:
        """Reserve the next free time of something; see `SharedTimes`."""
        values = {"name": name, "seconds": seconds, "longest": _LONGEST_WAIT}
        async with self._engine.connect() as connection:
            if not self._is_there:
                # Of two that create it at once, one fails, and finds it.
                with suppress(DBAPIError):
                    await connection.execute(_CREATE)
                self._is_there = True
            row = (await connection.execute(_RESERVE, values)).one()
            return Reserved(max(0.0, row.wait), row.free_at)

    async def prolong(self, name: str, reserved: Reserved, seconds: float) -> bool:
        """Let a reserved time end later; see `SharedTimes`."""
        values = {"name": name, "free_at": reserved.end, "seconds": seconds}
        async with self._engine.connect() as connection:
            return (await connection.execute(_PROLONG, values)).rowcount == 1

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
