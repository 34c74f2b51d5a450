"""SQLite files: copies that survive a power cut, and a read-only check of a file."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

from gridlock_host.maintenance.unreadable_values import MOST_TOLD, unreadable_values_in_file
from gridlock_host.storage.migrate import columns_at, columns_in_file, known_revisions, missing_columns
from gridlock_host.storage.sqlite import OWNER_ONLY
from gridlock_host.storage.unusable import DatabaseUnusable


def file_exists(path: Path) -> bool:
    """Whether a file exists.

    Raises:
        DatabaseUnusable: That cannot be found out, because the folder is not accessible.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise DatabaseUnusable(f"{path} cannot be accessed: {error.strerror}. Nothing was changed.") from error
    return True


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as of one moment, even while it is written to. The copy is one file, synced to disk.

    Args:
        source: The database.
        target: A file that does not exist or is empty.

    Raises:
        sqlite3.Error: The source cannot be read, or the target cannot be written.
        OSError: The target cannot be written.
    """
    _created(target, "ab").close()
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as origin,
        closing(sqlite3.connect(target)) as copy,
    ):
        origin.backup(copy)
        # In WAL mode, a part of the copy could be in a second file.
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def copy_file(source: Path, target: Path) -> None:
    """Copy the content and the permissions of a file, and sync the copy to disk. Others cannot read it.

    Raises:
        OSError: The target cannot be written.
    """
    with source.open("rb") as read, _created(target, "wb") as written:
        while block := read.read(1 << 20):
            written.write(block)
        written.flush()
        copy_mode(source, target)
        os.fsync(written.fileno())


def copy_mode(source: Path, target: Path) -> None:
    """Give a file the permissions of another one, but let only its owner read it if others could read that one.

    Raises:
        OSError: The permissions cannot be changed.
    """
    mode = stat.S_IMODE(source.stat().st_mode)
    target.chmod(OWNER_ONLY if mode & stat.S_IRWXO else mode)


def _created(path: Path, mode: str) -> BinaryIO:
    """Open a file that only its owner can read if it is new."""
    return cast("BinaryIO", open(path, mode, opener=partial(os.open, mode=OWNER_ONLY)))  # Path.open takes no opener


def move(source: Path, target: Path) -> None:
    """Rename a file within its folder, and sync that to disk.

    Raises:
        OSError: It cannot be renamed.
    """
    source.replace(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Sync a file, or the entries of a folder, to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def examine(path: Path) -> list[str]:
    """Check a whole SQLite file, read-only: its pages, foreign keys, schema and values, but not its games.

    Args:
        path: The file.

    Returns:
        A sentence for each fault.
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return list(_faults(connection)) or list(unreadable_values_in_file(connection, columns_in_file(connection)))
    except sqlite3.Error as error:
        return [f"It cannot be read: {error}."]


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    for (fault,) in connection.execute(f"PRAGMA integrity_check({MOST_TOLD})"):
        if fault != "ok":
            yield f"It is damaged: {' '.join(str(fault).split())}."
    for table, row_id, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(MOST_TOLD):
        yield f"Row {row_id} of the table {table} refers to a row of {parent} that does not exist."
    yield from _schema_faults(connection)


def _schema_faults(connection: sqlite3.Connection) -> Iterator[str]:
    is_versioned = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"
    versions = []
    if connection.execute(is_versioned).fetchone() is not None:
        versions = [version for (version,) in connection.execute("SELECT version_num FROM alembic_version")]
    if not versions:
        yield "It is not a database of Gridlock."
    for version in set(versions).intersection(known_revisions()):
        yield from islice(missing_columns(columns_at(version), columns_in_file(connection)), MOST_TOLD)
    for version in set(versions).difference(known_revisions()):
        yield f"It is newer than this program: its schema is {version}, which this version does not know."
