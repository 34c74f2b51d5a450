"""Database faults: which errors mean one, and a single log entry for each."""

from __future__ import annotations

import logging
import sqlite3
from enum import Enum
from typing import Final

from sqlalchemy.exc import DBAPIError

_log = logging.getLogger(__name__)

_PRIMARY_CODE: Final = 0xFF


class Fault(Enum):
    """A failure of the database as a whole; the value tells the operator what to do."""

    FULL = (
        "The disk with the database is full. Free some space. Nothing is lost, and then everything goes on by itself."
    )
    READ_ONLY = (
        "The database is read-only. Give the bot write access to its files. Nothing is lost, and then everything goes "
        "on by itself."
    )
    LOCKED = (
        "Another program keeps the database locked. Stop that program. Nothing is lost, and then everything goes on "
        "by itself."
    )
    UNREACHABLE = (
        "The database cannot be reached. Nothing is lost, and everything goes on by itself when it can be reached "
        "again."
    )
    BROKEN_DISK = (
        "The files of the database cannot be read or written as they should. Check the disk, quotas, and limits on the "
        "size of files. Then everything goes on by itself."
    )
    DAMAGED = (
        "The database is damaged. Stop the bot, keep the database's files, and check them with `python bot.py "
        "check`; `python bot.py restore FILE` restores a backup."
    )


_OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: Fault.FULL,
    sqlite3.SQLITE_READONLY: Fault.READ_ONLY,
    sqlite3.SQLITE_BUSY: Fault.LOCKED,
    sqlite3.SQLITE_IOERR: Fault.BROKEN_DISK,
    sqlite3.SQLITE_CANTOPEN: Fault.BROKEN_DISK,
    sqlite3.SQLITE_CORRUPT: Fault.DAMAGED,
    sqlite3.SQLITE_NOTADB: Fault.DAMAGED,
}
# A failing read goes on failing while writes work, so a successful write does not end this fault.
_UNREADABLE: Final = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ)
# https://www.postgresql.org/docs/current/errcodes-appendix.html, longer prefixes first.
_OF_POSTGRESQL: Final = {
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
    "58": Fault.BROKEN_DISK,
    "08": Fault.UNREACHABLE,
    "53": Fault.UNREACHABLE,
    "57P": Fault.UNREACHABLE,
}


def fault_of(error: BaseException) -> Fault | None:
    """Return the fault that an error tells of; None for an error of one statement."""
    if isinstance(error, OSError):
        return Fault.UNREACHABLE
    if not isinstance(error, DBAPIError):
        return None
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None:
        return Fault.DAMAGED if code in _UNREADABLE else _OF_SQLITE.get(code & _PRIMARY_CODE)
    state = str(getattr(error.orig, "sqlstate", None) or "")
    known = (fault for beginning, fault in _OF_POSTGRESQL.items() if state.startswith(beginning))
    return next(known, Fault.UNREACHABLE if error.connection_invalidated else None)


def leaves_outcome_unknown(error: BaseException) -> bool:
    """Whether an error of COMMIT leaves open whether the changes were stored.

    PostgreSQL may have stored them before the connection broke. SQLite undoes them, but where they were written and
    only the disk did not confirm it, they can come back at the next start, if nothing is written before.
    """
    code = getattr(error.orig, "sqlite_errorcode", None) if isinstance(error, DBAPIError) else None
    if code is not None:
        return bool(code & _PRIMARY_CODE == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_WRITE)
    return fault_of(error) is Fault.UNREACHABLE


class FaultLog:
    """Logs each fault once until it is over."""

    def __init__(self) -> None:
        self._told: set[Fault] = set()

    def note(self, fault: Fault, error: BaseException) -> None:
        """Log a fault, unless it is known.

        The driver's message is logged, but not the statement, which contains ids of people.
        """
        if fault not in self._told:
            reason = error.orig if isinstance(error, DBAPIError) else error
            _log.error("%s (%s). Until then, players are asked to try again.", fault.value.removesuffix("."), reason)
            self._told.add(fault)

    def note_written(self) -> None:
        """Log that writing works again. Damage stays a fault."""
        over = self._told - {Fault.DAMAGED}
        if over:
            _log.warning("the database can be written again")
            self._told -= over
