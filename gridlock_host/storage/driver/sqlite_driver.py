"""SQLite driver: reads and writes that run whole in the driver's thread, and group commit."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from gridlock_host.storage.driver.late_writes import LateWrites
from gridlock_host.storage.driver.outcome import Failed, Outcome, Settle
from gridlock_host.storage.driver.statements import Compiled, Row, Statement, Step, Values
from gridlock_host.storage.driver.write_queue import WriteQueue

_log = logging.getLogger(__name__)
_T = TypeVar("_T")

# A commit waits for the disk once, however many writes it has; a bound keeps the file locked for a moment only.
_MOST_TOGETHER: Final = 200


class _Call(NamedTuple):
    """A statement as the driver takes it."""

    sql: str
    arguments: tuple[Any, ...]


class _Write(NamedTuple):
    """A write that waits for the next commit."""

    calls: list[_Call]
    read: Callable[[Sequence[Any]], list[Row]]
    settle: Settle
    future: asyncio.Future[Outcome]


class SqliteDriver:
    """Runs compiled statements on two connections of their own, one to read and one to write.

    Writes that wait while a commit is under way are committed together, each under a savepoint of its own.

    Args:
        engine: Makes the connections.
        queue: The queue of all writers.
        late: What is written along with the next write.
    """

    def __init__(self, engine: AsyncEngine, queue: WriteQueue, late: LateWrites) -> None:
        self._dialect = engine.sync_engine.dialect
        self._queue = queue
        self._late = late
        self._reader, self._writer = _Connection(engine), _Connection(engine)
        self._waiting: list[_Write] = []
        self._committing: asyncio.Task[None] | None = None

    async def fetch(self, statement: Statement, values: Values) -> list[Row]:
        """Return the rows of a statement.

        Raises:
            DBAPIError: The database cannot be read.
        """
        compiled = statement.on(self._dialect)
        call = _call(compiled, values)
        return compiled.read(await self._reader.run(lambda connection: _fetch(connection, call)))

    async def write(self, steps: Sequence[Step], settle: Settle) -> Outcome:
        """Make some steps with the next commit.

        Args:
            steps: The first one decides: if it returns no row, the others are not made.
            settle: Is told the outcome at once, also if the waiting task was cancelled.
        """
        calls = [_call(step.statement.on(self._dialect), step.values) for step in steps]
        read = steps[0].statement.on(self._dialect).read if steps else list
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(calls, read, settle, future))
        if self._committing is None:
            self._committing = asyncio.get_running_loop().create_task(self._commit_waiting())
        return await future

    async def flush(self) -> Outcome:
        """Write what is late."""
        return await self.write((), lambda _: None)

    async def close(self) -> None:
        """Close the connections."""
        while self._committing is not None:
            await asyncio.wait([self._committing])
        for connection in (self._reader, self._writer):
            await connection.close()

    async def _commit_waiting(self) -> None:
        try:
            while self._waiting:
                await self._commit_next()
        finally:
            self._committing = None

    async def _commit_next(self) -> None:
        """Commit what is waiting by the time it is this process's turn."""
        batch: list[_Write] = []
        late: list[Step] = []
        try:
            async with self._queue.turn(is_short=True):
                batch, self._waiting = self._waiting[:_MOST_TOGETHER], self._waiting[_MOST_TOGETHER:]
                late = self._late.take()
                notes = [_call(step.statement.on(self._dialect), step.values) for step in late]
                writes = [write.calls for write in batch]
                done = await self._writer.run(lambda connection: _commit_together(connection, notes, writes))
        except Exception as error:  # noqa: BLE001  # whatever it is, each of those who wait is told
            if not batch:
                batch, self._waiting = self._waiting, []
            self._late.give_back(late)
            failed = Failed(error.cause, is_commit=True) if isinstance(error, _CommitFailed) else Failed(error)
            for write in batch:
                _settle(write, failed)
            return
        self._late.note_written()
        for write, rows in zip(batch, done, strict=True):
            _settle(write, Failed(_wrapped(rows)) if isinstance(rows, sqlite3.Error) else _first(write.read(rows)))


class _CommitFailed(Exception):
    """COMMIT failed; whether the writes are stored may be unknown."""

    def __init__(self, cause: DBAPIError) -> None:
        super().__init__(str(cause))
        self.cause = cause


class _Connection:
    """A connection whose thread runs whole functions. It is opened when it is first used."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._opening = asyncio.Lock()
        self._driver: Any = None

    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        driver = self._driver or await self._open()
        try:
            # The driver has no public call for a whole transaction; with one for each statement, the thread would have
            # to be woken for each.
            done: _T = await driver._execute(lambda: work(driver._conn))  # noqa: SLF001
        except sqlite3.Error as error:
            raise _wrapped(error) from error
        return done

    async def close(self) -> None:
        driver, self._driver = self._driver, None
        if driver is not None:
            await driver.close()

    async def _open(self) -> Any:  # noqa: ANN401  # the driver's connection is not typed
        async with self._opening:
            if self._driver is None:
                pooled = await self._engine.raw_connection()
                driver = pooled.driver_connection
                pooled.detach()
                self._driver = driver
            return self._driver


def _call(compiled: Compiled, values: Values) -> _Call:
    return _Call(compiled.sql, compiled.arguments(values))


def _first(rows: list[Row]) -> Row | None:
    return rows[0] if rows else None


def _settle(write: _Write, outcome: Outcome) -> None:
    write.settle(outcome)
    if not write.future.done():
        write.future.set_result(outcome)


def _wrapped(error: sqlite3.Error) -> DBAPIError:
    return DBAPIError(None, None, error)


# What follows runs in the driver's thread.


def _fetch(connection: sqlite3.Connection, call: _Call) -> list[Any]:
    return connection.execute(*call).fetchall()


def _commit_together(
    connection: sqlite3.Connection, notes: list[_Call], writes: list[list[_Call]]
) -> list[list[Any] | sqlite3.Error]:
    """Make notes and writes in one transaction, and return what the first statement of each write has returned."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = _make(connection, notes, writes)
    except BaseException:
        _roll_back(connection)
        raise
    try:
        commit(connection)
    except sqlite3.Error as error:
        _roll_back(connection)
        raise _CommitFailed(_wrapped(error)) from error
    return done


def commit(connection: sqlite3.Connection) -> None:
    """Commit the transaction."""
    connection.execute("COMMIT")


def _make(
    connection: sqlite3.Connection, notes: list[_Call], writes: list[list[_Call]]
) -> list[list[Any] | sqlite3.Error]:
    """Make notes and writes. Only if one fails is all of it made again, each under a savepoint of its own."""
    try:
        for sql, of_one_kind in groupby(notes, key=attrgetter("sql")):
            connection.executemany(sql, [note.arguments for note in of_one_kind])
        return [_write(connection, calls) for calls in writes]
    except sqlite3.Error as error:
        if not connection.in_transaction:
            # SQLite itself has rolled everything back, for example because the disk is full.
            raise
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        # What undoes a write that is alone may undo everything.
        is_alone = len(writes) == 1 and not notes
        return [error] if is_alone else _make_under_savepoints(connection, notes, writes)


def _make_under_savepoints(
    connection: sqlite3.Connection, notes: list[_Call], writes: list[list[_Call]]
) -> list[list[Any] | sqlite3.Error]:
    for note in notes:
        failed = _write_under_savepoint(connection, [note])
        if isinstance(failed, sqlite3.Error):
            _log.error("a note of what was shown cannot be written: %s", failed)
    return [_write_under_savepoint(connection, calls) for calls in writes]


def _write(connection: sqlite3.Connection, calls: list[_Call]) -> list[Any]:
    """Make the calls, unless the first one returns no row; return its rows."""
    rows = _fetch(connection, calls[0]) if calls else []
    if rows:
        for call in calls[1:]:
            connection.execute(*call)
    return rows


def _write_under_savepoint(connection: sqlite3.Connection, calls: list[_Call]) -> list[Any] | sqlite3.Error:
    connection.execute("SAVEPOINT one")
    try:
        return _write(connection, calls)
    except sqlite3.Error as error:
        if not connection.in_transaction:
            # SQLite itself has rolled everything back, for example because the disk is full.
            raise
        connection.execute("ROLLBACK TO one")
        return error
    finally:
        if connection.in_transaction:
            connection.execute("RELEASE one")


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
