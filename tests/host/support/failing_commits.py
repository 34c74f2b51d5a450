"""Commits of SQLite that fail, or are counted."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from gridlock_host import Database
from gridlock_host.storage.driver import sqlite_commit


@contextmanager
def failing_commits(database: Database, code: int, at_most: int) -> Iterator[None]:
    """Let commits fail like on a failing disk: the transaction is rolled back."""
    dialect = database._engine.sync_engine.dialect
    left = at_most

    def fail(commit: Callable[[Any], None], connection: Any) -> None:
        nonlocal left
        if left == 0:
            commit(connection)
            return
        left -= 1
        connection.rollback()
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dialect, "do_commit", partial(fail, dialect.do_commit))
        patch.setattr(sqlite_commit, "commit", partial(fail, sqlite_commit.commit))
        yield


@contextmanager
def counted_commits() -> Iterator[list[sqlite3.Connection]]:
    """Note the connection of each commit of moves."""
    commits: list[sqlite3.Connection] = []
    commit = sqlite_commit.commit

    def note(connection: sqlite3.Connection) -> None:
        commits.append(connection)
        commit(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_commit, "commit", note)
        yield commits
