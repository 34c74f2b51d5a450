"""The error for a database that cannot be used, with advice for the operator."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import Final

from sqlalchemy.exc import DBAPIError

from gridlock_host.storage.faults import Fault, fault_of

_DAMAGED: Final = (
    "The database {name} is damaged ({reason}). Nothing was changed. Keep its files, and restore a backup: "
    "python bot.py restore FILE"
)
_NO_DATABASE: Final = (
    "{name} is not a database ({reason}). Nothing was changed. Check DATABASE_URL, or restore a backup: "
    "python bot.py restore FILE"
)
_OTHER: Final = "The database {name} cannot be used: {reason}. Check DATABASE_URL, and try again."
_SAID: Final = {
    Fault.FULL: "The disk with the database {name} is full ({reason}). Free some space, and try again.",
    Fault.READ_ONLY: (
        "The database {name} is read-only ({reason}). Give the user who runs the bot write access to the file and "
        "its folder, and try again."
    ),
    Fault.LOCKED: "The database {name} is locked by another program. Stop that program, or wait, and try again.",
    Fault.UNREACHABLE: (
        "The database {name} cannot be reached ({reason}). Check that its server runs and that DATABASE_URL is "
        "right, and try again."
    ),
    Fault.BROKEN_DISK: (
        "The database {name} cannot be opened, read or written ({reason}). Check the disk, and that the user "
        "who runs the bot has access to the file and its folder; then try again."
    ),
    Fault.DAMAGED: _DAMAGED,
}
_OF_FILES: Final = {
    errno.ENOSPC: Fault.FULL,
    errno.EDQUOT: Fault.FULL,
    errno.EROFS: Fault.READ_ONLY,
    errno.EACCES: Fault.READ_ONLY,
    errno.EPERM: Fault.READ_ONLY,
}
# The free space that SQLite needs to open a file. With less, it says only that it cannot.
_LEAST_ROOM: Final = 1 << 17


class DatabaseUnusable(Exception):
    """The database cannot be used; the message tells the operator what to do."""


@contextmanager
def explaining_errors(name: str, path: Path | None) -> Iterator[None]:
    """Turn errors inside the block into advice. The first use of a database goes into this block.

    Args:
        name: The name of the database in messages.
        path: Its file; None for PostgreSQL.

    Raises:
        DatabaseUnusable: The database cannot be used; the message gives the reason and says what to do.
    """
    try:
        yield
    except (DBAPIError, OSError) as error:
        raise unusable(name, path, error) from error
    except TypeError as error:
        # Options after "?" in the address are passed to the driver unchanged.
        instead = " For encryption, write ?ssl=require." if "'sslmode'" in str(error) else ""
        raise DatabaseUnusable(
            f"DATABASE_URL has an option that the database's driver does not know: {error}.{instead}"
        ) from error


def unusable(name: str, path: Path | None, error: DBAPIError | OSError) -> DatabaseUnusable:
    """Return the error for a database that cannot be used because of another error."""
    reason = error.orig if isinstance(error, DBAPIError) else error.strerror or error
    return DatabaseUnusable(_said_of(error, path).format(name=name, reason=_in_one_line(reason)))


def unusable_file(name: str, error: OSError) -> DatabaseUnusable:
    """Return the error for a database whose lock file cannot be locked."""
    said = _SAID[_OF_FILES[error.errno]] if error.errno in _OF_FILES else _OTHER
    return DatabaseUnusable(said.format(name=name, reason=f"it cannot be locked: {error.strerror}"))


def damaged(name: str, reason: object) -> DatabaseUnusable:
    """Return the error for a damaged file."""
    return DatabaseUnusable(_DAMAGED.format(name=name, reason=_in_one_line(reason)))


def _said_of(error: DBAPIError | OSError, path: Path | None) -> str:
    if isinstance(error, DBAPIError) and getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        return _NO_DATABASE
    fault = fault_of(error)
    if fault is Fault.BROKEN_DISK and path is not None and _is_on_full_disk(path):
        fault = Fault.FULL
    return _OTHER if fault is None else _SAID[fault]


def _is_on_full_disk(path: Path) -> bool:
    # If the folder is missing, the disk is not the problem.
    return path.parent.is_dir() and disk_usage(path.parent).free < _LEAST_ROOM


def _in_one_line(reason: object) -> str:
    return " ".join(str(reason).split()).removesuffix(".")
