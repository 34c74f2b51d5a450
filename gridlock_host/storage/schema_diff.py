"""Whether a database has all the tables and columns that it should have."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

from sqlalchemy import MetaData, inspect
from sqlalchemy.engine import Connection

Columns = Mapping[str, frozenset[str]]
"""The names of the columns of each table."""


def columns_of(tables: MetaData) -> Columns:
    """Those of tables as the program knows them."""
    return {table.name: frozenset(table.columns.keys()) for table in tables.sorted_tables}


def columns_in(connection: Connection) -> Columns:
    """Those that a database has."""
    inspector = inspect(connection)
    return {
        name: frozenset(column["name"] for column in columns)
        for (_, name), columns in inspector.get_multi_columns().items()
    }


def columns_in_file(connection: sqlite3.Connection) -> Columns:
    """Those that an SQLite file has."""
    statement = "SELECT name FROM sqlite_master WHERE type = 'table'"
    of_table = "SELECT name FROM pragma_table_info(?)"
    return {
        table: frozenset(column for (column,) in connection.execute(of_table, [table]))
        for (table,) in connection.execute(statement).fetchall()
    }


def missing_columns(expected: Columns, found: Columns) -> Iterator[str]:
    """A sentence for each table and each column that should be there and is not."""
    for table, columns in sorted(expected.items()):
        if table not in found:
            yield f"It has no table {table}."
            continue
        for column in sorted(columns - found[table]):
            yield f"Its table {table} has no column {column}."
