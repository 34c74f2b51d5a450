"""Backups of an SQLite database, also while the bot runs."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from tempfile import mkstemp

from gridlock_host.maintenance.files import copy_database, examine, file_exists, move
from gridlock_host.maintenance.restore import refuse_if_half_restored
from gridlock_host.storage.sqlite import refuse_foreign_log
from gridlock_host.storage.unusable import DatabaseUnusable


def back_up(path: Path, target: Path) -> None:
    """Copy a database as of one moment. The target is a complete backup, or does not exist.

    Args:
        path: The database.
        target: The new file.

    Raises:
        DatabaseUnusable: The backup failed, for the reason in the message; no file is left behind.
    """
    if not file_exists(path):
        raise DatabaseUnusable(f"There is no database {path} to back up.")
    refuse_if_half_restored(path)
    refuse_foreign_log(path)
    _refuse_existing(target)
    try:
        descriptor, name = mkstemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent)
        os.close(descriptor)
    except OSError as error:
        raise DatabaseUnusable(f"Nothing can be written to {target.parent}: {error.strerror}.") from error
    try:
        _write(path, Path(name), target)
    finally:
        Path(name).unlink(missing_ok=True)


def _write(path: Path, partial: Path, target: Path) -> None:
    try:
        copy_database(path, partial)
        faults = examine(partial)
        if faults:
            raise DatabaseUnusable(
                f"{path} was not backed up, because something is wrong with it. {' '.join(faults)} "
                "Keep its files; an earlier backup is better than a copy of this."
            )
        _refuse_existing(target)
        move(partial, target)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseUnusable(f"{path} could not be backed up: {error}.") from error


def _refuse_existing(target: Path) -> None:
    if file_exists(target):
        raise DatabaseUnusable(f"{target} exists already, and was not changed. Choose another file for the backup.")
