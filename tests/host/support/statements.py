"""Recording of SQL statements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from gridlock_host import Database
from gridlock_host.storage.driver import sqlite_driver
from tests.host.support.engines import before_each_statement


class Statements:
    """The statements that a store was asked, each with the values of one time."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}
        self.number = 0

    def note(
        self,
        _connection: object,
        _cursor: object,
        statement: str,
        values: Any,
        _context: object = None,
        many: bool = False,
    ) -> None:
        # Several rows that are inserted by one statement have their values in one sequence.
        self.asked[statement] = values[0] if many and isinstance(values[0], list | tuple) else values
        self.number += 1

    def note_call(self, make: Callable[..., Any], *what: Any) -> Any:
        """Note a statement that the driver runs by itself."""
        call = make(*what)
        self.note(call, call, call.sql, call.arguments)
        return call


@contextmanager
def listening(database: Database) -> Iterator[Statements]:
    """Note the statements of a block."""
    statements = Statements()
    with before_each_statement(database, statements.note), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite_driver, "_call", partial(statements.note_call, sqlite_driver._call))
        yield statements
