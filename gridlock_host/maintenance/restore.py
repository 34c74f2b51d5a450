"""Restore of an SQLite database from a backup.

The new database is prepared beside the old one, and then renamed to `NAME.restoring`. From that moment the restore is
completed, if necessary by the next start; before it, the old database is untouched. So a killed process leaves the old
database or the new one, and never the new one with the write-ahead log of the old one.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from gridlock_host.maintenance.files import copy_database, copy_file, copy_mode, examine, file_exists, move, sync
from gridlock_host.storage.unusable import DatabaseUnusable

# Files beside a database that belong to it; the logs are deleted first.
_BESIDE: Final = ("-wal", "-journal", "-shm")


def restore(path: Path, backup: Path, now: datetime) -> Path | None:
    """Replace a database, which no process may be using, by a backup.

    Args:
        path: The database, which need not exist.
        backup: The backup, which is not changed.
        now: The time, for the name of the file that keeps the old database.

    Returns:
        The file that keeps the old database; None if there was none.

    Raises:
        DatabaseUnusable: The backup is unusable, or a file cannot be written; the database is unchanged.
    """
    finish_restore(path)
    if not file_exists(backup):
        raise DatabaseUnusable(f"There is no file {backup}. Nothing was changed.")
    if path.exists() and backup.samefile(path):
        raise DatabaseUnusable(f"{backup} is the database itself. Choose a backup. Nothing was changed.")
    partial = _beside(path, ".restoring.partial")
    try:
        _prepare(path, backup, partial)
        kept = _keep(path, now)
        move(partial, _restoring(path))
    except (sqlite3.Error, OSError) as error:
        raise DatabaseUnusable(f"The backup could not be restored: {error}. Nothing was changed.") from error
    finally:
        partial.unlink(missing_ok=True)
    finish_restore(path)
    return kept


def finish_restore(path: Path) -> None:
    """Complete a restore that was interrupted. No other process may be using the database.

    Raises:
        DatabaseUnusable: The files cannot be changed.
    """
    if not is_half_restored(path):
        return
    try:
        for suffix in _BESIDE:
            _beside(path, suffix).unlink(missing_ok=True)
        sync(path.parent)
        move(_restoring(path), path)
    except OSError as error:
        raise DatabaseUnusable(
            f"The restore of the database {path} cannot be finished: {error.strerror}. The next start tries again."
        ) from error


def is_half_restored(path: Path) -> bool:
    """Whether a restore of this database was interrupted, or is still running."""
    return _restoring(path).exists()


def refuse_if_half_restored(path: Path) -> None:
    """Refuse to use a database that is about to be replaced.

    Raises:
        DatabaseUnusable: A restore is running, or was interrupted.
    """
    if is_half_restored(path):
        raise DatabaseUnusable(
            f"The database {path} is being restored. If the restore was interrupted, start the bot to finish it."
        )


def _prepare(path: Path, backup: Path, partial: Path) -> None:
    partial.unlink(missing_ok=True)
    copy_database(backup, partial)
    faults = examine(partial)
    if faults:
        raise DatabaseUnusable(f"{backup} cannot be restored. {' '.join(faults)} Nothing was changed.")
    advance_sequences(partial, last_ids(path))
    sync(partial)
    copy_mode(path if path.exists() else backup, partial)


def _keep(path: Path, now: datetime) -> Path | None:
    """Copy the old files unchanged, for they may be damaged. The copy is complete, or does not exist."""
    if not path.exists():
        return None
    kept = path.with_name(f"{path.stem}.before-restore-{now:%Y%m%dT%H%M%S%f}{path.suffix}")
    suffixes = [each for each in ("", "-wal", "-journal") if each == "" or _has_content(_beside(path, each))]
    try:
        for suffix in suffixes:
            copy_file(_beside(path, suffix), _beside(kept, suffix))
    except OSError:
        for suffix in suffixes:
            _beside(kept, suffix).unlink(missing_ok=True)
        raise
    sync(path.parent)
    return kept


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _restoring(path: Path) -> Path:
    return _beside(path, ".restoring")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# More rows than are inserted between a backup and the loss of the database.
_LEAP: Final = 100_000


def last_ids(path: Path) -> dict[str, int] | None:
    """Return the last id of each table; None if the database is unreadable."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return _last(connection)
    except sqlite3.Error:
        return None


def advance_sequences(path: Path, used: dict[str, int] | None) -> None:
    """Advance the id sequences past all ids that were used, so that none is used again.

    Messages on Discord refer to games, challenges and offers by id, and outlive a restore. So new rows must not get ids
    that the backup does not hold.

    Args:
        path: The database, without a write-ahead log.
        used: The last id of each table; if unknown, the sequences skip a large number.

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
