"""Bring a database to the schema of this program, or say why that cannot be."""

from __future__ import annotations

from sqlite3 import SQLITE_CORRUPT

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from gridlock_host.database import Database
from gridlock_host.errors import Busy
from gridlock_host.unusable import DatabaseUnusable

# The number means nothing; every process that migrates takes the lock of this number.
_LOCK = 5_173_942


async def migrate(database: Database) -> None:
    """Apply the migrations that are missing, all of them in one transaction.

    Raises:
        DatabaseUnusable: The database was written by a newer version of the program, cannot be opened or reached, or
            a migration failed; it is as it was.
    """
    try:
        async with database.changing_schema() as connection:
            await connection.run_sync(_upgrade)
    except Busy as error:
        raise DatabaseUnusable(
            "The database is locked by another program. Stop it, or wait, and start again."
        ) from error
    except DBAPIError as error:
        if getattr(error.orig, "sqlite_errorcode", None) == SQLITE_CORRUPT:
            raise _damaged(error.orig) from error
        raise DatabaseUnusable(f"The database cannot be used: {error.orig}.") from error
    except TypeError as error:
        # What stands behind "?" in the address goes to the driver as it is.
        raise DatabaseUnusable(
            f"DATABASE_URL has an option that the database's driver does not know: {error}."
        ) from error
    except OSError as error:
        raise DatabaseUnusable(f"The database cannot be reached: {error.strerror or error}.") from error


def known_revisions() -> list[str]:
    """The versions of the schema that this program knows, the newest first."""
    return [script.revision for script in _scripts().walk_revisions()]


def current_revisions(connection: Connection) -> tuple[str, ...]:
    """The versions of the schema that a database has: one, or none where it is empty."""
    return MigrationContext.configure(connection).get_current_heads()


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", "gridlock_host:migrations")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_configuration())


def _upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        # SQLite has one writer at a time anyway; here, processes that start at once have to be told to take turns.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    else:
        _refuse_damaged(connection)
    config = _configuration()
    config.attributes["connection"] = connection
    _refuse_newer(connection)
    try:
        command.upgrade(config, "head")
    except Exception as error:
        reason = error.orig if isinstance(error, DBAPIError) else f"{type(error).__name__}: {error}"
        raise DatabaseUnusable(
            f"The database could not be brought up to date, and was left as it was ({reason})."
        ) from error
    # A database that can only be read says so only when it is written to, and that must not be a player's first move.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _refuse_damaged(connection: Connection) -> None:
    """Read all of an SQLite file: damage would else be found in the middle of somebody's game."""
    fault = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    if fault != "ok":
        raise _damaged(fault)


def _damaged(why: object) -> DatabaseUnusable:
    return DatabaseUnusable(
        f"The database is damaged ({' '.join(str(why).split())}), and was left as it is. Keep its files, and put a "
        "backup in their place: python bot.py restore FILE"
    )


def _refuse_newer(connection: Connection) -> None:
    unknown = set(current_revisions(connection)).difference(known_revisions())
    if unknown:
        raise DatabaseUnusable(
            f"The database is newer than this program (its schema is {', '.join(sorted(unknown))}, which this version "
            "does not know). Update Gridlock, or point DATABASE_URL at another database. Nothing was changed."
        )
