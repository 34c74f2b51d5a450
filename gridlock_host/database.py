"""One database: its engine, its transactions, and what SQLite needs to be trusted with games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from sqlite3 import SQLITE_BUSY
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.engine import URL, Connection, CursorResult, ExceptionContext
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gridlock_host.errors import Busy

_BUSY_TIMEOUT_SECONDS = 5
# With these PostgreSQL ends one of several transactions that stand in each other's way, so that the others can go on:
# serialization_failure and deadlock_detected, https://www.postgresql.org/docs/current/errcodes-appendix.html.
_GIVES_WAY = ("40001", "40P01")
_PRAGMAS = (
    f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


class DatabaseUnusable(Exception):
    """The database cannot be used as it is; the message tells whoever hosts the bot what to do."""


class Database:
    """The store's connections.

    Args:
        url: An SQLAlchemy URL, such as ``sqlite:///data/gridlock.db`` or
            ``postgresql+asyncpg://user@host/name``; without a driver the asynchronous one is chosen.

    Raises:
        DatabaseUnusable: The URL cannot be read, or names a kind of database that is not supported.
    """

    def __init__(self, url: str) -> None:
        self.url = _asynchronous(url)
        self._engine = _sqlite_engine(self.url) if self.is_sqlite else create_async_engine(self.url)
        self._writers = asyncio.Lock()
        self._given_up = 0

    @property
    def is_sqlite(self) -> bool:
        """Whether this is an SQLite file."""
        return self.url.get_backend_name() == "sqlite"

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with; each statement sees one state of the store."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction: committed when the block ends, rolled back on any exception, cancellation included.

        Raises:
            Busy: Another program has kept the SQLite file locked for longer than the busy timeout, or PostgreSQL has
                let other transactions have their way.
        """
        async with self._transaction(gridlock_writes=True) as connection:
            yield connection

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """A write transaction in which tables may be rebuilt: foreign keys are checked at its end, not meanwhile.

        Raises:
            Busy: As for `writing`.
            DatabaseUnusable: A row refers to one that is not there; everything was rolled back.
        """
        try:
            async with self._transaction(gridlock_writes=True, gridlock_rebuilds=True) as connection:
                yield connection
                if self.is_sqlite:
                    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
                    if broken:
                        raise DatabaseUnusable(f"The database has rows that refer to nothing: {broken[:3]}.")
        finally:
            # The connections that have gone without foreign keys are not to be used again.
            await self._engine.dispose()

    @asynccontextmanager
    async def _transaction(self, **options: bool) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._turn_to_write(), self._engine.connect() as connection:
                await connection.execution_options(**options)
                async with connection.begin():
                    yield connection
        except DBAPIError as error:
            if getattr(error.orig, "sqlite_errorcode", None) == SQLITE_BUSY:
                self._given_up += 1
                raise Busy from error
            if getattr(error.orig, "sqlstate", None) in _GIVES_WAY:
                raise Busy from error
            raise

    @asynccontextmanager
    async def _turn_to_write(self) -> AsyncIterator[None]:
        """Wait for one's turn, where only one can write.

        SQLite has one writer at a time and no queue for it: waiting here is fair and costs no retries, and leaves
        SQLite's own busy timeout to other processes. When one of those blocks the first in the queue until it gives
        up, all who have waited behind it give up with it, not one after the other.
        """
        if not self.is_sqlite:
            yield
            return
        given_up = self._given_up
        async with self._writers:
            if self._given_up != given_up:
                raise Busy
            yield

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def new_id(result: CursorResult[Any]) -> int:
    """The id that the database gave to the row just inserted."""
    key = result.inserted_primary_key
    if key is None:
        raise RuntimeError("the database gave no id to a new row")
    return int(key[0])


def _asynchronous(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnusable("DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db") from error
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgresql": "postgresql+asyncpg",
        "postgres": "postgresql+asyncpg",
    }
    backend = url.get_backend_name()
    if backend not in drivers:
        raise DatabaseUnusable(f"DATABASE_URL names {backend!r}; only SQLite and PostgreSQL are supported.")
    return url.set(drivername=drivers[backend])


def _sqlite_engine(url: URL) -> AsyncEngine:
    if url.database in (None, "", ":memory:") or url.query.get("mode") == "memory":
        # It would have one connection for everybody, on which a reader that leaves undoes what a writer has begun.
        raise DatabaseUnusable("DATABASE_URL names an SQLite database in memory. Games have to be kept: name a file.")
    if "uri" not in url.query:
        _make_folder(Path(str(url.database)).parent)
    engine = create_async_engine(url, connect_args={"timeout": _BUSY_TIMEOUT_SECONDS})
    event.listen(engine.sync_engine, "handle_error", _keep_if_cancelled)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, record: object) -> None:  # noqa: ANN401, ARG001  # SQLAlchemy's adapter has no public type
        # The driver would begin transactions on its own, and only deferred ones; `begin` below does it instead.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        # A deferred transaction that reads first and writes later fails with "database is locked" at once when
        # another one wrote in between, whatever the busy timeout; an immediate one waits its turn. Reading takes
        # single statements only, which need no transaction: that saves each of them two calls into SQLite's thread.
        options = connection.get_execution_options()
        if options.get("gridlock_rebuilds", False):
            # Has no effect within a transaction, so it comes before.
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
        if options.get("gridlock_writes", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _keep_if_cancelled(context: ExceptionContext) -> None:
    # SQLAlchemy takes a connection for broken when a task that used it is cancelled, and closes it. But SQLite keeps a
    # closed connection's transaction, and so the lock on the file, as long as a statement of it is half read: until
    # its cursor is garbage. The connection is sound, and rolling it back ends all of that.
    if isinstance(context.original_exception, asyncio.CancelledError):
        context.is_disconnect = False


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(f"The database's folder {folder} cannot be made: {error.strerror}.") from error
