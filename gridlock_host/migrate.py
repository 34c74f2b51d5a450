"""Bring a database to the schema of this program, or say why that cannot be."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from gridlock_host.database import Database, DatabaseUnusable
from gridlock_host.errors import Busy


async def migrate(database: Database) -> None:
    """Apply the migrations that are missing, all of them in one transaction.

    Raises:
        DatabaseUnusable: The database was written by a newer version of the program, or cannot be opened.
    """
    try:
        async with database.writing() as connection:
            await connection.run_sync(_upgrade)
    except Busy as error:
        raise DatabaseUnusable(
            "The database is locked by another program. Stop it, or wait, and start again."
        ) from error
    except DBAPIError as error:
        raise DatabaseUnusable(f"The database cannot be used: {error.orig}.") from error


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "gridlock_host:migrations")
    config.attributes["connection"] = connection
    _refuse_newer(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")


def _refuse_newer(connection: Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    unknown = set(MigrationContext.configure(connection).get_current_heads()) - known
    if unknown:
        raise DatabaseUnusable(
            f"The database is newer than this program (its schema is {', '.join(sorted(unknown))}, which this version "
            "does not know). Update Gridlock, or point DATABASE_URL at another database. Nothing was changed."
        )
