"""Group commit: many writes in one SQLite transaction, run in the thread of the connection."""

from __future__ import annotations

import logging
import sqlite3
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy.exc import DBAPIError

_log = logging.getLogger(__name__)


class Call(NamedTuple):
    """A statement as the driver takes it."""

    sql: str
    arguments: tuple[Any, ...]


class CommitFailed(Exception):
    """COMMIT failed; whether the writes are stored may be unknown."""

    def __init__(self, cause: DBAPIError) -> None:
        super().__init__(str(cause))
        self.cause = cause


def wrapped(error: sqlite3.Error) -> DBAPIError:
    """Return an error as SQLAlchemy would raise it."""
    return DBAPIError(None, None, error)


def fetch(connection: sqlite3.Connection, call: Call) -> list[Any]:
    """Return the rows of a statement."""
    return connection.execute(*call).fetchall()


def commit_together(
    connection: sqlite3.Connection, notes: list[Call], writes: list[list[Call]]
) -> list[list[Any] | sqlite3.Error]:
    """Make notes and writes in one transaction, and return what the first statement of each write has returned."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        done = _make(connection, notes, writes)
    except BaseException:
        roll_back(connection)
        raise
    commit_or_roll_back(connection)
    return done


def commit_or_roll_back(connection: sqlite3.Connection) -> None:
    """Commit the transaction.

    Raises:
        CommitFailed: It is not known to be stored; the connection has no transaction any more.
    """
    try:
        commit(connection)
    except sqlite3.Error as error:
        roll_back(connection)
        raise CommitFailed(wrapped(error)) from error


def commit(connection: sqlite3.Connection) -> None:
    """Commit the transaction."""
    connection.execute("COMMIT")


def _make(
    connection: sqlite3.Connection, notes: list[Call], writes: list[list[Call]]
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
    connection: sqlite3.Connection, notes: list[Call], writes: list[list[Call]]
) -> list[list[Any] | sqlite3.Error]:
    for note in notes:
        failed = _write_under_savepoint(connection, [note])
        if isinstance(failed, sqlite3.Error):
            _log.error("a note of what was shown cannot be written: %s", failed)
    return [_write_under_savepoint(connection, calls) for calls in writes]


def _write(connection: sqlite3.Connection, calls: list[Call]) -> list[Any]:
    """Make the calls, unless the first one returns no row; return its rows."""
    rows = fetch(connection, calls[0]) if calls else []
    if rows:
        for call in calls[1:]:
            connection.execute(*call)
    return rows


def _write_under_savepoint(connection: sqlite3.Connection, calls: list[Call]) -> list[Any] | sqlite3.Error:
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


def roll_back(connection: sqlite3.Connection) -> None:
    """Roll the transaction back, unless SQLite has done so."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")
