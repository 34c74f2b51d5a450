"""Compatibility of a database with this version of the program, found out without changing it."""

from __future__ import annotations

from enum import Enum, auto

from sqlalchemy.exc import DBAPIError

from gridlock_host.errors import Refusal
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import current_revisions, known_revisions
from gridlock_host.storage.sqlite import refuse_foreign_log
from gridlock_host.storage.unusable import explaining_errors, unusable


class Compatibility(Enum):
    """How the schema of a database stands to that of the program."""

    EMPTY = auto()
    OLDER = auto()
    CURRENT = auto()
    NEWER = auto()


async def compatibility(database: Database) -> Compatibility:
    """Return how the schema of a database stands to that of this program.

    Raises:
        DatabaseUnusable: The database cannot be read.
    """
    if database.path is not None:
        refuse_foreign_log(database.path)
    try:
        with explaining_errors(database.name, database.path):
            async with database.reading() as connection:
                revisions = set(await connection.run_sync(current_revisions))
    except Refusal as refusal:
        cause = refusal.__cause__
        if not isinstance(cause, DBAPIError | OSError):
            raise
        raise unusable(database.name, database.path, cause) from refusal
    known = known_revisions()
    if not revisions:
        return Compatibility.EMPTY
    if not revisions.issubset(known):
        return Compatibility.NEWER
    return Compatibility.CURRENT if known[0] in revisions else Compatibility.OLDER
