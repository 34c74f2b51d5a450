"""Shared documents: small JSON objects that all processes on a database read and change, one after the other.

This is the state of running processes, such as their locks, and no data: it is no part of the schema, and of no backup.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

from sqlalchemy import text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from gridlock_host.storage.database import Database
from gridlock_host.storage.sqlite import OWNER_ONLY

# The lock of the file is held for microseconds, unless a process is stopped while it has it.
_MOST_TRIES: Final = 250
_SECONDS_BETWEEN_TRIES: Final = 0.002


class SharedDocument(Protocol):
    """A JSON object that one process at a time changes."""

    def changing(self) -> AbstractAsyncContextManager[tuple[dict[str, Any], float]]:
        """A block that has the document for itself. What it changes is stored at its end, unless it raises an error.

        Returns:
            The document, empty if it is new or unreadable, and the time in seconds by a clock that all processes share.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """


class FileDocument:
    """A document in a file, for the processes of one machine.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[tuple[dict[str, Any], float]]:
        """Change the document; see `SharedDocument`."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
        with os.fdopen(descriptor, "r+", encoding="ascii") as file:
            await _lock(file.fileno())
            document = _read(file.read())
            yield document, time.time()
            file.seek(0)
            file.write(json.dumps(document))
            file.truncate()


async def _lock(descriptor: int) -> None:
    for _ in range(_MOST_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        else:
            return
    raise OSError(errno.ETIMEDOUT, "a process that changes a shared file does not get on")


def _read(written: str) -> dict[str, Any]:
    try:
        found = json.loads(written or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


_CREATE: Final = text(
    "CREATE UNLOGGED TABLE IF NOT EXISTS gridlock_shared_documents (name text PRIMARY KEY, body text NOT NULL)"
)
_ADD: Final = text("INSERT INTO gridlock_shared_documents VALUES (:name, '{}') ON CONFLICT DO NOTHING")
_LOCK: Final = text("""
    SELECT body, extract(epoch FROM clock_timestamp())::double precision AS now
    FROM gridlock_shared_documents WHERE name = :name FOR UPDATE""")
_STORE: Final = text("UPDATE gridlock_shared_documents SET body = :body WHERE name = :name")


class PostgresDocument:
    """A document in a table of PostgreSQL.

    Args:
        url: The database.
        name: The name of the document.
    """

    def __init__(self, url: URL, name: str) -> None:
        self._engine = create_async_engine(url, pool_size=1, max_overflow=0)
        self._name = name
        self._is_there = False

    @asynccontextmanager
    async def changing(self) -> AsyncIterator[tuple[dict[str, Any], float]]:
        """Change the document; see `SharedDocument`."""
        if not self._is_there:
            await self._create()
        async with self._engine.begin() as connection:
            row = (await connection.execute(_LOCK, {"name": self._name})).one()
            document = _read(row.body)
            yield document, row.now
            await connection.execute(_STORE, {"name": self._name, "body": json.dumps(document)})

    async def _create(self) -> None:
        # Of two that create the table at once, one fails, and finds it.
        with suppress(DBAPIError):
            async with self._engine.begin() as connection:
                await connection.execute(_CREATE)
        async with self._engine.begin() as connection:
            await connection.execute(_ADD, {"name": self._name})
        self._is_there = True

    async def close(self) -> None:
        """Close the connection."""
        await self._engine.dispose()


@asynccontextmanager
async def shared_document(database: Database, name: str) -> AsyncIterator[SharedDocument]:
    """Open a document that all processes on a database share, until the end of the block.

    Args:
        database: The database.
        name: The name of the document, which ends the name of its file beside an SQLite database.
    """
    if database.path is not None:
        path = database.path.resolve()
        yield FileDocument(path.with_name(f"{path.name}.{name}"))
        return
    document = PostgresDocument(database.url, name)
    try:
        yield document
    finally:
        with suppress(DBAPIError, OSError, asyncio.CancelledError):
            await document.close()
