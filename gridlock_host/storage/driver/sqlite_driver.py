"""SQLite driver: reads and writes that run whole in the driver's thread, and group commit."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from gridlock_host.errors import Refusal
from gridlock_host.storage.driver.changed_games import ChangedGames
from gridlock_host.storage.driver.late_writes import LateWrites
from gridlock_host.storage.driver.outcome import Failed, Outcome, Settle
from gridlock_host.storage.driver.sqlite_commit import Call, CommitFailed, commit_together, fetch, wrapped
from gridlock_host.storage.driver.sqlite_connection import SqliteConnection
from gridlock_host.storage.driver.sqlite_transactions import Change, SqliteTransactions
from gridlock_host.storage.driver.statements import Compiled, Row, Statement, Step, Values
from gridlock_host.storage.driver.write_queue import WriteQueue
from gridlock_rules import RulesError

# A commit waits for the disk once, however many writes it has; a bound keeps the file locked for a moment only.
_MOST_TOGETHER: Final = 200

_T = TypeVar("_T")
_TOLD_TO_THE_REQUEST: Final = (Refusal, RulesError, DBAPIError, CommitFailed)
_log = logging.getLogger(__name__)


class _Write(NamedTuple):
    """A write that waits for the next commit."""

    calls: list[Call]
    read: Callable[[Sequence[Any]], list[Row]]
    settle: Settle
    future: asyncio.Future[Outcome]


def _note_unheard(task: asyncio.Task[Any]) -> None:
    """Take note of the outcome of a transaction whose request was cancelled, so that nobody is told a refusal."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, _TOLD_TO_THE_REQUEST):
        _log.error("A transaction failed after its request was cancelled", exc_info=error)


class SqliteDriver:
    """Runs compiled statements on two connections of their own, one to read and one to write.

    Writes that wait while a commit is under way are committed together; one that fails takes no other with it.

    Args:
        engine: Makes the connections.
        queue: The queue of all writers.
        late: What is written along with the next write.
        changed_games: Is told which games transactions have changed.
    """

    def __init__(self, engine: AsyncEngine, queue: WriteQueue, late: LateWrites, changed_games: ChangedGames) -> None:
        self._dialect = engine.sync_engine.dialect
        self._queue = queue
        self._late = late
        self._reader, self._writer = SqliteConnection(engine), SqliteConnection(engine)
        self._waiting: list[_Write] = []
        self._committing: asyncio.Task[None] | None = None
        self._changed_games = changed_games
        self._transactions = SqliteTransactions(changed_games)
        self._transacting: set[asyncio.Task[Any]] = set()

    @property
    def engine(self) -> Engine:
        """What executes the statements of transactions."""
        return self._transactions.engine

    async def fetch(self, statement: Statement, values: Values) -> list[Row]:
        """Return the rows of a statement.

        Raises:
            DBAPIError: The database cannot be read.
        """
        compiled = statement.on(self._dialect)
        call = _call(compiled, values)
        return compiled.read(await self._reader.run(lambda connection: fetch(connection, call)))

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

    async def transact(self, change: Change[_T], changes: Collection[int] | None) -> _T:
        """Run a transaction in one call of the driver. Once asked for, it is made even if this task is cancelled.

        Args:
            change: The transaction.
            changes: The ids of the games that it may change; None if they are not known.

        Raises:
            DBAPIError: A statement failed.
            CommitFailed: COMMIT failed; whether the change is stored may be unknown.
        """
        task = asyncio.get_running_loop().create_task(self._transact(change, changes))
        self._transacting.add(task)
        task.add_done_callback(self._transacting.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_note_unheard)
            raise

    async def _transact(self, change: Change[_T], changes: Collection[int] | None) -> _T:
        noted: list[str] = []
        async with self._queue.turn():
            try:
                return await self._writer.run(lambda connection: self._transactions.run(connection, change, noted))
            finally:
                if noted:
                    self._changed_games.tell(changes)

    async def flush(self) -> Outcome:
        """Write what is late."""
        return await self.write((), lambda _: None)

    async def close(self) -> None:
        """Close the connections."""
        while under_way := [task for task in (self._committing, *self._transacting) if task is not None]:
            await asyncio.wait(under_way)
        if self._transactions.is_open:
            await self._writer.run(self._transactions.close)
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
                await self._writer.run(
                    lambda connection: commit_together(connection, notes, writes), partial(self._settle, batch)
                )
        except Exception as error:  # noqa: BLE001  # whatever it is, each of those who wait is told
            if not batch:
                batch, self._waiting = self._waiting, []
            self._late.give_back(late)
            failed = Failed(error.cause, is_commit=True) if isinstance(error, CommitFailed) else Failed(error)
            for write in batch:
                _settle(write, failed)

    def _settle(self, batch: list[_Write], done: list[list[Any] | sqlite3.Error]) -> None:
        self._late.note_written()
        for write, rows in zip(batch, done, strict=True):
            _settle(write, Failed(wrapped(rows)) if isinstance(rows, sqlite3.Error) else _first(write.read(rows)))


def _call(compiled: Compiled, values: Values) -> Call:
    return Call(compiled.sql, compiled.arguments(values))


def _first(rows: list[Row]) -> Row | None:
    return rows[0] if rows else None


def _settle(write: _Write, outcome: Outcome) -> None:
    write.settle(outcome)
    if not write.future.done():
        write.future.set_result(outcome)
