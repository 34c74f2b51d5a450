"""The engines of a database, whose statements tests note or let fail."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event

from gridlock_host import Database
from gridlock_host.storage.driver.sqlite_driver import SqliteDriver


def engines_of(database: Database) -> list[Engine]:
    """The engine of the connections, and on SQLite the one of the transactions in the driver's thread."""
    driver = database._driver
    return [database._engine.sync_engine, *([driver.engine] if isinstance(driver, SqliteDriver) else [])]


@contextmanager
def before_each_statement(database: Database, do: Any) -> Iterator[None]:
    """Call a function before each statement, as SQLAlchemy's event does."""
    engines = engines_of(database)
    for engine in engines:
        event.listen(engine, "before_cursor_execute", do)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", do)
