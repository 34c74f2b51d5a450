"""Whether an SQLite file is sound, and a database of this program: read only, and without its games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from gridlock_host.storage.migrate import columns_at, known_revisions
from gridlock_host.storage.schema_diff import columns_in_file, lacking

_MOST_TOLD: Final = 10


def examine(path: Path) -> list[str]:
    """Read the whole file.

    Args:
        path: An SQLite database.

    Returns:
        A sentence for each thing that is wrong with it.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return list(_faults(connection))
    except sqlite3.Error as error:
        return [f"It cannot be read: {error}."]


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (fault,) in connection.execute(f"PRAGMA integrity_check({_MOST_TOLD})"):
        if fault != "ok":
            yield f"It is damaged: {' '.join(str(fault).split())}."
    for table, row_id, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(_MOST_TOLD):
        yield f"Row {row_id} of the table {table} refers to a row of {parent} that is not there."
    yield from _schema_faults(connection)


def _schema_faults(connection: sqlite3.Connection) -> Iterator[str]:
    is_versioned = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    versions = []
    if connection.execute(is_versioned).fetchone() is not None:
        versions = [version for (version,) in connection.execute("SELECT version_num FROM alembic_version")]
    if not versions:
        yield "It is no database of Gridlock."
    for version in set(versions).intersection(known_revisions()):
        yield from islice(lacking(columns_at(version), columns_in_file(connection)), _MOST_TOLD)
    for version in set(versions).difference(known_revisions()):
        yield f"It is newer than this program: its schema is {version}, which this version does not know."
