"""SQLite transactions of several statements that run whole in the thread of the connection.

A transaction is a coroutine that awaits nothing but its connection. Here each statement is done when it is awaited, so
the coroutine runs through without the event loop in between. The file is locked for as long as the statements take, not
for as long as a busy event loop takes to come back after each.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar, cast

from sqlalchemy import Executable, create_engine
from sqlalchemy.engine import Connection, CursorResult, Dialect, ScalarResult
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import StaticPool

from gridlock_host.storage.driver.changed_games import ChangedGames
from gridlock_host.storage.driver.sqlite_commit import commit_or_roll_back, roll_back

_T = TypeVar("_T")

Change = Callable[[AsyncConnection], Awaitable[_T]]
"""A transaction, which awaits nothing but the connection."""


class SqliteTransactions:
    """Runs transactions on one connection of the driver, in its thread.

    Args:
        changed_games: Is told which statements are executed.
    """

    def __init__(self, changed_games: ChangedGames) -> None:
        self._raw: sqlite3.Connection | None = None
        # SQLAlchemy neither begins nor ends a transaction.
        self.engine = create_engine(
            "sqlite://", creator=self._driver, poolclass=StaticPool, isolation_level="AUTOCOMMIT"
        )
        self._connection: Connection | None = None
        changed_games.watch(self.engine)

    @property
    def is_open(self) -> bool:
        """Whether a connection is held."""
        return self._connection is not None

    def run(self, raw: sqlite3.Connection, change: Change[_T], noted: list[str]) -> _T:
        """Run a transaction and commit it. An exception rolls it back.

        Args:
            raw: The connection of the driver.
            change: The transaction.
            noted: Where statements are noted that may change games.

        Raises:
            DBAPIError: A statement failed.
            CommitFailed: COMMIT failed; whether the change is stored may be unknown.
        """
        connection = self._on(raw)
        raw.execute("BEGIN IMMEDIATE")
        try:
            with ChangedGames.noting(connection, noted):
                immediate = ImmediateConnection(connection)
                done = run_at_once(change(cast("AsyncConnection", immediate)))
                immediate.close_results()
        except BaseException:
            roll_back(raw)
            raise
        commit_or_roll_back(raw)
        return done

    def close(self, _raw: sqlite3.Connection) -> None:
        """Let go of the connection, in its thread."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _on(self, raw: sqlite3.Connection) -> Connection:
        if self._connection is None or raw is not self._raw:
            self._raw = raw
            self.engine.dispose()
            self._connection = self.engine.connect()
        return self._connection

    def _driver(self) -> Any:  # noqa: ANN401  # a driver's connection, for SQLAlchemy
        return self._raw


class ImmediateConnection:
    """A connection that looks like an `AsyncConnection`, but is done with a statement when that is awaited.

    Args:
        connection: Executes the statements.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._results: list[CursorResult[Any]] = []

    def close_results(self) -> None:
        """Close all results: SQLite commits no statement of which rows are left to read."""
        for result in self._results:
            result.close()

    @property
    def dialect(self) -> Dialect:
        """The dialect of the database."""
        return self._connection.dialect

    async def execute(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:  # noqa: ANN401  # as in SQLAlchemy
        """Execute a statement."""
        result = self._connection.execute(statement, parameters)
        self._results.append(result)
        return result

    async def scalar(self, statement: Executable, parameters: Any = None) -> Any:  # noqa: ANN401  # as in SQLAlchemy
        """Execute a statement, and return the first value of its first row."""
        return self._connection.scalar(statement, parameters)

    async def scalars(self, statement: Executable, parameters: Any = None) -> ScalarResult[Any]:  # noqa: ANN401  # as in SQLAlchemy
        """Execute a statement, and return the first value of each row."""
        return self._connection.scalars(statement, parameters)


def run_at_once(change: Awaitable[_T]) -> _T:
    """Run a coroutine that never waits, and return its result.

    Raises:
        RuntimeError: It waits for something.
    """
    coroutine = cast("Coroutine[Any, Any, _T]", change)
    try:
        coroutine.send(None)
    except StopIteration as done:
        return cast("_T", done.value)
    coroutine.close()
    raise RuntimeError("a transaction waits for something else than its connection")
