"""Recording of SQL statements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Connection

from gridlock_host import Database


class Statements:
    """The statements that a store was asked, each with the values of one time."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.number = 0

    def note(self, _connection: Connection, _cursor: object, statement: str, values: Any, *_: object) -> None:
        self.asked[statement] = values
        self.number += 1


@contextmanager
def listening(database: Database) -> Iterator[Statements]:
    """Note the statements of a block."""
    statements, engine = Statements(), database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", statements.note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", statements.note)
