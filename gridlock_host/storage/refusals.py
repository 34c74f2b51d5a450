"""Refusals for failures of the database: what a caller is told, and what is logged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from sqlite3 import SQLITE_BUSY
from typing import Final, NoReturn

from sqlalchemy.exc import DBAPIError

from gridlock_host.errors import Busy, OutcomeUnknown, Refusal, StoreFailed
from gridlock_host.storage.driver.write_queue import WriteQueue
from gridlock_host.storage.faults import FaultLog, fault_of, leaves_outcome_unknown

# PostgreSQL ends one of several conflicting transactions with these codes, serialization_failure and deadlock_detected:
# https://www.postgresql.org/docs/current/errcodes-appendix.html.
_CONFLICTS: Final = ("40001", "40P01")


class Refusals:
    """Raises refusals in the place of the database's errors.

    Args:
        queue: The writers, of which those who wait give up along with the first one.
    """

    def __init__(self, queue: WriteQueue) -> None:
        self._queue = queue
        self._fault_log = FaultLog()

    @contextmanager
    def refusing(self, refusal: type[StoreFailed]) -> Iterator[None]:
        """Log a failure of the database as a whole, and raise a refusal."""
        try:
            yield
        except (Busy, OutcomeUnknown, DBAPIError, OSError) as error:
            cause = error.__cause__ if isinstance(error, Refusal) else error
            fault = None if cause is None else fault_of(cause)
            if cause is None or fault is None:
                raise
            self._fault_log.note(fault, cause)
            if isinstance(error, Refusal):
                raise
            raise refusal from error

    def raise_for(self, error: Exception, *, is_committing: bool) -> NoReturn:
        """Raise the refusal for a failed transaction, or the error itself."""
        if is_committing and leaves_outcome_unknown(error):
            raise OutcomeUnknown from error
        cause = getattr(error, "orig", None)
        if getattr(cause, "sqlite_errorcode", None) == SQLITE_BUSY:
            self._queue.give_up()
            raise Busy from error
        if getattr(cause, "sqlstate", None) in _CONFLICTS:
            raise Busy from error
        raise error

    def note_written(self) -> None:
        """Note that the database can be written."""
        self._fault_log.note_written()
