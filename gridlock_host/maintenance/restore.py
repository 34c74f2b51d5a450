"""Putting a backup in the place of an SQLite database.

The new database is prepared under another name, and given the name that decides: from then on the restore is carried to
its end, if need be by the next start. Before that, nothing of the old one is touched. So whoever is killed in between
leaves the old database or the new one, and never the new one with what the old one had written ahead.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from gridlock_host.maintenance.files import copy_database, copy_file, examine, is_there, move, sync
from gridlock_host.storage.unusable import DatabaseUnusable

# What stands beside a database and belongs to it, with what is written ahead, or to be rolled back, first.
_BESIDE: Final = ("-wal", "-journal", "-shm")


def restore(path: Path, backup: Path, now: datetime) -> Path | None:
    """Put a backup in the place of a database that nobody uses.

    Args:
        path: The database, which does not have to be there.
        backup: The backup, which stays as it is.
        now: The time, after which what was there is named.

    Returns:
        The file that holds what was there; None if there was nothing.

    Raises:
        DatabaseUnusable: The backup is unusable, or something cannot be written; the database is as it was.
    """
    finish_restore(path)
    if not is_there(backup):
        raise DatabaseUnusable(f"There is no file {backup}. Nothing was changed.")
    if path.exists() and backup.samefile(path):
        raise DatabaseUnusable(f"{backup} is the database itself. Name a backup. Nothing was changed.")
    partial = _beside(path, ".restoring.partial")
    try:
        _prepare(path, backup, partial)
        kept = _keep(path, now)
        move(partial, _decided(path))
    except (sqlite3.Error, OSError) as error:
        raise DatabaseUnusable(f"The backup could not be put in place: {error}. Nothing was changed.") from error
    finally:
        partial.unlink(missing_ok=True)
    finish_restore(path)
    return kept


def finish_restore(path: Path) -> None:
    """Carry a restore to its end that was decided and broken off; only for who has the database alone.

    Raises:
        DatabaseUnusable: The files cannot be changed.
    """
    if not is_half_restored(path):
        return
    try:
        for suffix in _BESIDE:
            _beside(path, suffix).unlink(missing_ok=True)
        sync(path.parent)
        move(_decided(path), path)
    except OSError as error:
        raise DatabaseUnusable(
            f"The restore of the database {path} cannot be finished: {error.strerror}. The next start tries again."
        ) from error


def is_half_restored(path: Path) -> bool:
    """Whether a restore of this database was decided and has not come to its end."""
    return _decided(path).exists()


def refuse_if_half_restored(path: Path) -> None:
    """Refuse what would see the database of before.

    Raises:
        DatabaseUnusable: It is just being restored, or that was broken off.
    """
    if is_half_restored(path):
        raise DatabaseUnusable(
            f"The database {path} is being restored. If that was broken off, start the bot, which finishes it."
        )


def _prepare(path: Path, backup: Path, partial: Path) -> None:
    partial.unlink(missing_ok=True)
    copy_database(backup, partial)
    faults = examine(partial)
    if faults:
        raise DatabaseUnusable(f"{backup} cannot be restored. {' '.join(faults)} Nothing was changed.")
    advance_sequences(partial, last_ids(path))
    sync(partial)
    shutil.copymode(path if path.exists() else backup, partial)


def _keep(path: Path, now: datetime) -> Path | None:
    """Copy what is there, as it is: it may be damaged. All of the copy is there, or nothing."""
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


def _decided(path: Path) -> Path:
    return _beside(path, ".restoring")


def _beside(path: Path, suffix: str) -> Path:
    return path.with_name(path.name + suffix)


# More than is begun between a backup and the loss of the database.
_LEAP: Final = 100_000


def last_ids(path: Path) -> dict[str, int] | None:
    """The last number that a row of each table was given; None where the database does not tell any more."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return _last(connection)
    except sqlite3.Error:
        return None


def advance_sequences(path: Path, used: dict[str, int] | None) -> None:
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
