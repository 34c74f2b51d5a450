"""The numbers that rows of an SQLite database have been given, none of which is given again.

A message on the chat service knows its game, challenge or offer by such a number only, and outlives a restore of the
database. So what is begun after a restore must not have the number of anything that the backup does not hold.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

# More than is begun between a backup and the loss of the database.
_LEAP: Final = 100_000


def last_numbers(path: Path) -> dict[str, int] | None:
    """The last number that a row of each table was given; None where the database does not tell any more."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return _last(connection)
    except sqlite3.Error:
        return None


def number_on(path: Path, used: dict[str, int] | None) -> None:
    """Let new rows have none of the numbers that were used.

    Args:
        path: The database, in which nothing is written ahead.
        used: The last number in each table; where that is unknown, a great many are left out.

    Raises:
        sqlite3.Error: The database cannot be written.
    """
    with closing(sqlite3.connect(path)) as connection, connection:
        last = _last(connection)
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
        )
        for (table,) in tables.fetchall():
            own = last.get(table, 0)
            number = own + _LEAP if used is None else max(own, used.get(table, 0))
            if number > own:
                connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


def _last(connection: sqlite3.Connection) -> dict[str, int]:
    return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
