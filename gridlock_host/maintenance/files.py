"""Copies of SQLite databases, and changes in a folder that outlive a power cut."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from gridlock_host.storage.unusable import DatabaseUnusable


def is_there(path: Path) -> bool:
    """Whether there is such a file.

    Raises:
        DatabaseUnusable: That cannot be told, as in somebody else's folder.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise DatabaseUnusable(f"{path} cannot be looked at: {error.strerror}. Nothing was changed.") from error
    return True


def copy_database(source: Path, target: Path) -> None:
    """Copy a database as it is at one moment, whoever writes to it meanwhile; the copy is one file, and on disk.

    Args:
        source: The database.
        target: A file that is not there, or empty.

    Raises:
        sqlite3.Error: The source cannot be read, or the target not be written.
        OSError: The target cannot be written.
    """
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as origin,
        closing(sqlite3.connect(target)) as copy,
    ):
        origin.backup(copy)
        # What is written ahead would stand in a second file.
        copy.execute("PRAGMA journal_mode = DELETE")
    sync(target)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file's bytes and who may read it, and wait until that is on disk.

    Raises:
        OSError: The target cannot be written.
    """
    with source.open("rb") as read, target.open("wb") as written:
        while block := read.read(1 << 20):
            written.write(block)
        written.flush()
        shutil.copymode(source, target)
        os.fsync(written.fileno())


def move(source: Path, target: Path) -> None:
    """Rename a file within its folder, and wait until that is on disk.

    Raises:
        OSError: It cannot be renamed.
    """
    source.replace(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file, or which files a folder has, is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
