"""Statements compiled once for each kind of database, with their values as the driver takes them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Dialect, Select
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.type_api import TypeEngine

Values = Mapping[str, Any]
Row = Any
"""A row with the columns of the statement as attributes."""

_Convert = Callable[[Any], Any]


class Statement:
    """A statement with named values. It is compiled when it is first used on a kind of database.

    Building, hashing and compiling an expression takes longer than SQLite needs to run most statements.

    Args:
        expression: The statement, with a `bindparam` for each value.
    """

    def __init__(self, expression: Select[Any] | UpdateBase) -> None:
        self.expression: Final = expression
        self._compiled: dict[str, Compiled] = {}

    def on(self, dialect: Dialect) -> Compiled:
        """Return the statement as a database of this kind takes it."""
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = self._compiled[dialect.name] = Compiled(self.expression, dialect)
        return compiled


class Step(NamedTuple):
    """A statement with its values."""

    statement: Statement
    values: Values


class Compiled:
    """A statement as one kind of database takes it.

    Attributes:
        sql: Its text.
    """

    def __init__(self, expression: Select[Any] | UpdateBase, dialect: Dialect) -> None:
        compiled = expression.compile(dialect=dialect)
        names: Sequence[str] = getattr(compiled, "positiontup", None) or ()
        binds: Mapping[str, Any] = getattr(compiled, "binds", {})
        self.sql: Final = str(compiled)
        self._arguments = [(name, binds[name].value, _bind_processor(binds[name].type, dialect)) for name in names]
        columns = expression.column_descriptions if isinstance(expression, Select) else _returned(expression)
        self._row = _row_of([str(column["name"]) for column in columns])
        self._converters = [
            (index, convert)
            for index, column in enumerate(columns)
            if (convert := _result_processor(column["type"], dialect)) is not None
        ]

    def arguments(self, values: Values) -> tuple[Any, ...]:
        """Return the values in the order of their places in the text; constants of the statement are filled in."""
        arguments = []
        for name, constant, convert in self._arguments:
            value = values.get(name, constant)
            # The types of the tables store None as it is.
            arguments.append(value if convert is None or value is None else convert(value))
        return tuple(arguments)

    def read(self, rows: Sequence[Sequence[Any]]) -> list[Row]:
        """Return the rows that the driver has returned, with the values as the columns' types read them."""
        found = []
        for row in rows:
            cells = list(row)
            for index, convert in self._converters:
                cells[index] = convert(cells[index])
            found.append(self._row(*cells))
        return found


def _row_of(names: list[str]) -> Callable[..., Row]:
    return namedtuple("Row", names)  # noqa: PYI024  # the names are those of the statement


def _returned(expression: UpdateBase) -> Sequence[Any]:
    return expression.returning_column_descriptions if expression._returning else ()  # noqa: SLF001  # raises without


def _bind_processor(kind: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _result_processor(kind: TypeEngine[Any], dialect: Dialect) -> _Convert | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
