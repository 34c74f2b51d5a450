"""Missing tables and columns of a database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

from sqlalchemy import MetaData, inspect
from sqlalchemy.engine import Connection

Columns = Mapping[str, frozenset[str]]
"""The column names of each table."""


def columns_of(tables: MetaData) -> Columns:
    """Return the columns that the program expects."""
    return {table.name: frozenset(table.columns.keys()) for table in tables.sorted_tables}


def columns_in(connection: Connection) -> Columns:
    """Return the columns that a database has."""
    inspector = inspect(connection)
    return {
        name: frozenset(column["name"] for column in columns)
        for (_, name), columns in inspector.get_multi_columns().items()
    }


def columns_in_file(connection: sqlite3.Connection) -> Columns:
    """Return the columns that an SQLite file has."""
    statement = "SELECT name FROM sqlite_master WHERE type = 'table'"
    of_table = "SELECT name FROM pragma_table_info(?)"
    return {
        table: frozenset(column for (column,) in connection.execute(of_table, [table]))
        for (table,) in connection.execute(statement).fetchall()
    }


def missing_columns(expected: Columns, found: Columns) -> Iterator[str]:
    """Yield a sentence for each missing table and column."""
    for table, columns in sorted(expected.items()):
        if table not in found:
            yield f"It has no table {table}."
            continue
        for column in sorted(columns - found[table]):
            yield f"Its table {table} has no column {column}."
