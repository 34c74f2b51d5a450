"""Database connections: reads, write transactions, and refusals when the database fails."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

from sqlalchemy import Dialect, Executable, Row, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, CursorResult
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import StoreFailed, StoreUnreadable
from gridlock_host.metrics import HostMetrics
from gridlock_host.storage.address import read_address
from gridlock_host.storage.driver.changed_games import ChangedGames
from gridlock_host.storage.driver.late_writes import LateWrites
from gridlock_host.storage.driver.outcome import Failed, Settle
from gridlock_host.storage.driver.postgres_driver import PostgresDriver
from gridlock_host.storage.driver.sqlite_commit import CommitFailed
from gridlock_host.storage.driver.sqlite_driver import SqliteDriver
from gridlock_host.storage.driver.sqlite_transactions import Change
from gridlock_host.storage.driver.statements import Row as DriverRow
from gridlock_host.storage.driver.statements import Statement, Step, Values
from gridlock_host.storage.driver.write_queue import WriteQueue
from gridlock_host.storage.postgresql import postgresql_engine
from gridlock_host.storage.refusals import Refusals
from gridlock_host.storage.sqlite import check_foreign_keys, empty_log, sqlite_engine
from gridlock_host.storage.unusable import DatabaseUnusable

_T = TypeVar("_T")


class Database:
    """The connections to one database.

    Args:
        url: An SQLAlchemy URL, such as ``sqlite:///data/gridlock.db`` or
            ``postgresql+asyncpg://user@host/name``; without a driver the asynchronous one is chosen. A leading ``~``
            in the path of an SQLite file is the home folder.
        metrics: Measures how long the database is used.

    Attributes:
        url: The URL, with its driver.
        is_sqlite: Whether this is an SQLite file.
        changed_games: Tells which games transactions have changed.

    Raises:
        DatabaseUnusable: The URL cannot be read, or names an unsupported kind of database.
    """

    def __init__(self, url: str | URL, metrics: HostMetrics | None = None) -> None:
        self.url = read_address(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        try:
            self._engine = sqlite_engine(self.url) if self.is_sqlite else postgresql_engine(self.url)
        except (ArgumentError, ValueError, TypeError) as error:
            raise DatabaseUnusable(f"DATABASE_URL has an option that cannot be used: {error}.") from error
        self._metrics = metrics or HostMetrics()
        self._queue = WriteQueue(is_needed=self.is_sqlite)
        self._refusals = Refusals(self._queue)
        self._late = LateWrites(self.flush)
        self.changed_games = ChangedGames(self._engine.sync_engine)
        self._driver = (
            SqliteDriver(self._engine, self._queue, self._late, self.changed_games)
            if self.is_sqlite
            else PostgresDriver(self._engine, self._late)
        )

    @property
    def path(self) -> Path | None:
        """The SQLite file, with symbolic links resolved; None for PostgreSQL."""
        if not self.is_sqlite:
            return None
        name = str(self.url.database)
        return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name).resolve()

    @property
    def name(self) -> str:
        """The name of the database in messages: its file, or its address without user and password."""
        if self.is_sqlite:
            return str(self.url.database)
        return URL.create(
            "postgresql", host=self.url.host, port=self.url.port, database=self.url.database
        ).render_as_string()

    @asynccontextmanager
    async def reading(self, *, flushes: bool = True) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading; each statement sees one state of the database.

        Args:
            flushes: As for `fetch_compiled`.

        Raises:
            StoreUnreadable: The server is gone, the file is damaged, or the like.
        """
        if flushes:
            await self._late.settle()
        with self._refusals.refusing(StoreUnreadable), self._metrics.read_seconds.time():
            async with self._engine.connect() as connection:
                yield connection

    async def fetch(self, statement: Executable, *, flushes: bool = True) -> Sequence[Row[Any]]:
        """Return the rows of one statement.

        Args:
            statement: The statement.
            flushes: As for `fetch_compiled`.

        Raises:
            StoreUnreadable: As for `reading`.
        """
        async with self.reading(flushes=flushes) as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(statement)).all()
        return rows

    async def fetch_compiled(self, statement: Statement, values: Values, *, flushes: bool = True) -> list[DriverRow]:
        """Return the rows of one compiled statement, which the driver runs by itself.

        Args:
            statement: The statement.
            values: Its values.
            flushes: Whether late writes are written first, because the statement reads what they change.

        Raises:
            StoreUnreadable: As for `reading`.
        """
        if flushes:
            await self._late.settle()
        with self._refusals.refusing(StoreUnreadable), self._metrics.read_seconds.time():
            return await self._driver.fetch(statement, values)

    async def execute(self, statement: Executable, *, changes: Collection[int] | None = None) -> int:
        """Execute one statement in a write transaction of its own, and return the number of rows it changed.

        Args:
            statement: The statement.
            changes: As for `writing`.

        Raises:
            Busy, StoreFailed, OutcomeUnknown: As for `writing`.
        """
        async with self.writing(changes=changes) as connection:
            result = await connection.execute(statement)
        return result.rowcount

    async def write(self, steps: Sequence[Step], settle: Settle) -> DriverRow | None:
        """Make some steps in one transaction, in one call of the driver; on SQLite, with other writes that wait.

        Args:
            steps: The first one decides: if it returns no row, the others are not made. PostgreSQL takes one step.
            settle: Is told the outcome on the way.

        Returns:
            The first row of the first step, if there is one.

        Raises:
            Busy, StoreFailed, OutcomeUnknown: As for `writing`.
        """
        with self._refusals.refusing(StoreFailed), self._metrics.write_seconds.time():
            outcome = await self._driver.write(steps, settle)
            if isinstance(outcome, Failed):
                self._refusals.raise_for(outcome.error, is_committing=outcome.is_commit)
            self._refusals.note_written()
        return outcome

    def write_later(self, step: Step) -> None:
        """Make a step with the next write, or a moment later. It may be lost with the process.

        Args:
            step: Changes the row of a table whose id is the value `row_id`.
        """
        self._late.add(step)

    async def flush(self) -> None:
        """Write what `write_later` was given.

        Raises:
            Busy, StoreFailed, OutcomeUnknown: As for `writing`; it is tried again later.
        """
        with self._refusals.refusing(StoreFailed):
            outcome = await self._driver.flush()
            if isinstance(outcome, Failed):
                self._refusals.raise_for(outcome.error, is_committing=False)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading; all statements see the same state of the database.

        Raises:
            StoreUnreadable: As for `reading`.
        """
        await self._late.settle()
        with self._refusals.refusing(StoreUnreadable), self._metrics.read_seconds.time():
            async with self._engine.connect() as connection:
                if self.is_sqlite:
                    await connection.execution_options(gridlock_reads_at_once=True)
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection

    @asynccontextmanager
    async def writing(self, *, changes: Collection[int] | None = None) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction: committed at the end of the block, rolled back on any exception or cancellation.

        Args:
            changes: The ids of the games that the transaction may change, with their moves, results and offers; new
                games do not count. If this is not known, all games that are kept in memory are forgotten at its end.

        Raises:
            Busy: Another program has locked the SQLite file for longer than the busy timeout, or PostgreSQL has ended
                the transaction in favour of another one.
            StoreFailed: The disk is full, the file is read-only, the server is gone, or the like.
            OutcomeUnknown: Such a failure happened during COMMIT.
        """
        await self._late.settle()
        with self._refusals.refusing(StoreFailed), self._metrics.write_seconds.time():
            async with self._transaction(changes, gridlock_writes=True) as connection:
                yield connection
            self._refusals.note_written()

    async def transact(self, change: Change[_T], *, changes: Collection[int] | None = None) -> _T:
        """Make a change in a write transaction, and return its result; on SQLite in one call of the driver.

        Args:
            change: Makes the change. It awaits nothing but the connection, of which it uses `execute`, `scalar`,
                `scalars` and `dialect`.
            changes: As for `writing`.

        Raises:
            Busy, StoreFailed, OutcomeUnknown: As for `writing`.
        """
        if not isinstance(self._driver, SqliteDriver):
            async with self.writing(changes=changes) as connection:
                return await change(connection)
        await self._late.settle()
        with self._refusals.refusing(StoreFailed), self._metrics.write_seconds.time():
            try:
                done = await self._driver.transact(change, changes)
            except CommitFailed as failed:
                self._refusals.raise_for(failed.cause, is_committing=True)
            except (DBAPIError, OSError) as error:
                self._refusals.raise_for(error, is_committing=False)
            self._refusals.note_written()
            return done

    @asynccontextmanager
    async def recovering(self) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction that finds out whether an earlier one was committed.

        Once it has locked the rows of the earlier one, their state is final.

        Raises:
            Busy, StoreFailed, OutcomeUnknown: As for `writing`; the outcome is still unknown.
        """
        async with self.writing(changes=()) as connection:
            if self.is_sqlite:
                # This write changes nothing. It overwrites the log records of a transaction that could come back.
                await connection.exec_driver_sql("PRAGMA user_version = 0")
            yield connection

    async def remove_deleted_data(self) -> None:
        """Remove deleted data from the files of SQLite too, which keeps it in the write-ahead log.

        If that fails, a warning is logged; the data is deleted from the tables all the same. PostgreSQL removes deleted
        data from its files by itself, later.
        """
        if not self.is_sqlite:
            return
        await empty_log(self._engine, self._queue)

    @asynccontextmanager
    async def changing_schema(self) -> AsyncIterator[AsyncConnection]:
        """Open a write transaction in which tables may be rebuilt: foreign keys are checked at its end only.

        Raises:
            Busy: As for `writing`.
            DatabaseUnusable: A foreign key is broken; everything was rolled back.
        """
        try:
            async with self._transaction(None, gridlock_writes=True, gridlock_rebuilds=True) as connection:
                yield connection
                if self.is_sqlite:
                    await check_foreign_keys(connection, self.name)
        finally:
            # Connections with foreign keys switched off must not be used again.
            await self._engine.dispose()

    @asynccontextmanager
    async def _transaction(self, changes: Collection[int] | None, **options: bool) -> AsyncIterator[AsyncConnection]:
        is_committing = False
        try:
            async with self._queue.turn(), self._engine.connect() as connection:
                await connection.execution_options(**options)
                with self.changed_games.watched(connection, changes):
                    async with connection.begin():
                        yield connection
                        is_committing = True
        except (DBAPIError, OSError) as error:
            self._refusals.raise_for(error, is_committing=is_committing)

    async def close(self) -> None:
        """Write what is late, and close all connections."""
        try:
            await self._late.stop()
        finally:
            await self._driver.close()
            await self._engine.dispose()


def new_id(result: CursorResult[Any]) -> int:
    """Return the id of the row that was just inserted."""
    key = result.inserted_primary_key
    if key is None:
        raise RuntimeError("the database gave no id to a new row")
    return int(key[0])


def insert_into(table: Table, dialect: Dialect) -> postgresql.Insert | sqlite.Insert:
    """Build an insert that has `on_conflict` clauses, for rows that may exist already.

    One such statement works however many processes insert the same row. Both databases support it, each through a class
    of its own.
    """
    return postgresql.insert(table) if dialect.name == "postgresql" else sqlite.insert(table)
