"""Migrations: bring a database to the current schema, or say why that is impossible."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import Script, ScriptDirectory
from sqlalchemy import MetaData, create_engine, func, inspect, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from gridlock_host.errors import Busy, OutcomeUnknown, Refusal
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import metadata
from gridlock_host.storage.sqlite import refuse_foreign_log
from gridlock_host.storage.unusable import DatabaseUnusable, damaged, explaining_errors, unusable

# An arbitrary number; every process that migrates takes this advisory lock.
_LOCK = 5_173_942
_ENCODING = "UTF8"

Columns = Mapping[str, frozenset[str]]
"""The column names of each table."""


async def migrate(database: Database) -> None:
    """Apply the missing migrations, all in one transaction.

    Raises:
        DatabaseUnusable: The database is from a newer version of the program, was replaced beside the log of the old
            one, cannot be opened or reached, or a migration failed; it is unchanged.
    """
    if database.path is not None:
        refuse_foreign_log(database.path)
    try:
        with explaining_errors(database.name, database.path):
            async with database.changing_schema() as connection:
                await connection.run_sync(_upgrade, database.name)
    except (Busy, OutcomeUnknown) as error:
        cause = error.__cause__
        if not isinstance(cause, DBAPIError | OSError):
            raise
        raise unusable(database.name, database.path, cause) from error


async def is_outdated(database: Database) -> bool:
    """Whether a migration is missing; False if that cannot be found out, which `migrate` then explains."""
    try:
        async with database.reading() as connection:
            revisions = set(await connection.run_sync(current_revisions))
    except (Refusal, DBAPIError, OSError, TypeError):
        return False
    known = known_revisions()
    return known[0] not in revisions and revisions.issubset(known)


async def only_adds(database: Database) -> bool:
    """Whether all missing migrations say that programs of the schema so far can go on: they have `adds_only = True`.

    Raises:
        DBAPIError, OSError, Refusal: The schema of the database cannot be read.
    """
    async with database.reading() as connection:
        present = set(await connection.run_sync(current_revisions))
    missing: list[Script] = []
    for script in _scripts().walk_revisions():
        if script.revision in present:
            return all(getattr(each.module, "adds_only", False) for each in missing)
        missing.append(script)
    # A new database, or one of another program.
    return False


def known_revisions() -> list[str]:
    """Return the schema versions that this program knows, the newest first."""
    return [script.revision for script in _scripts().walk_revisions()]


def current_revisions(connection: Connection) -> tuple[str, ...]:
    """Return the schema version of a database; nothing if it is empty."""
    return MigrationContext.configure(connection).get_current_heads()


def columns_at(revision: str) -> Columns:
    """Return the columns of each table in a schema version, as the migrations create them."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            _migrate_to(connection, revision)
            return columns_in(connection)
    finally:
        engine.dispose()


def _migrate_to(connection: Connection, revision: str) -> None:
    config = _configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", "gridlock_host.storage:migrations")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_configuration())


def _upgrade(connection: Connection, name: str) -> None:
    if connection.dialect.name == "postgresql":
        # Makes processes that start at the same time migrate one after the other. SQLite has one writer anyway.
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        _refuse_other_encodings(connection, name)
    else:
        _refuse_damaged(connection, name)
    _refuse_newer(connection, name)
    try:
        _migrate_to(connection, "head")
    except Exception as error:
        reason = error.orig if isinstance(error, DBAPIError) else f"{type(error).__name__}: {error}"
        raise DatabaseUnusable(
            f"The database {name} could not be updated ({reason}). Nothing was changed. Remove the cause, and try "
            "again. If the database belongs to another program, set another one in DATABASE_URL."
        ) from error
    _refuse_incomplete(connection, name)
    # A read-only database fails only on a write, and that must not be a player's first move.
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def _refuse_damaged(connection: Connection, name: str) -> None:
    """Read the whole SQLite file, to find damage now and not in the middle of a game."""
    fault = connection.execute(text("PRAGMA quick_check(1)")).scalar()
    if fault != "ok":
        raise damaged(name, fault)


def _refuse_other_encodings(connection: Connection, name: str) -> None:
    """Refuse a PostgreSQL database that cannot store every character, such as an emoji."""
    encoding = str(connection.execute(text("SHOW server_encoding")).scalar())
    if encoding != _ENCODING:
        raise DatabaseUnusable(
            f"The database {name} has the encoding {encoding}, which cannot store every text; Gridlock needs "
            f"{_ENCODING}. Create another one with createdb --encoding=UTF8 --template=template0, move the data there "
            "with pg_dump and pg_restore, and name it in DATABASE_URL. Nothing was changed."
        )


def _refuse_newer(connection: Connection, name: str) -> None:
    unknown = set(current_revisions(connection)).difference(known_revisions())
    if unknown:
        raise DatabaseUnusable(
            f"The database {name} is newer than this program (its schema is {', '.join(sorted(unknown))}, which this "
            "version does not know). Update Gridlock, or point DATABASE_URL at another database. Nothing was changed."
        )


def _refuse_incomplete(connection: Connection, name: str) -> None:
    lacks = list(missing_columns(columns_of(metadata), columns_in(connection)))
    if lacks:
        raise DatabaseUnusable(
            f"The database {name} is incomplete. {' '.join(lacks)} Nothing was changed. Keep its files, and "
            "restore a backup, as docs/storage.md says."
        )


def columns_of(tables: MetaData) -> Columns:
    """Return the columns that the program expects."""
    return {table.name: frozenset(table.columns.keys()) for table in tables.sorted_tables}


def columns_in(connection: Connection) -> Columns:
    """Return the columns that a database has."""
    inspector = inspect(connection)
    return {
        name: frozenset(column["name"] for column in columns)
        for (_, name), columns in inspector.get_multi_columns().items()
    }


def columns_in_file(connection: sqlite3.Connection) -> Columns:
    """Return the columns that an SQLite file has."""
    statement = "SELECT name FROM sqlite_master WHERE type = 'table'"
    of_table = "SELECT name FROM pragma_table_xinfo(?)"
    return {
        table: frozenset(column for (column,) in connection.execute(of_table, [table]))
        for (table,) in connection.execute(statement).fetchall()
    }


def missing_columns(expected: Columns, found: Columns) -> Iterator[str]:
    """Yield a sentence for each missing table and column."""
    for table, columns in sorted(expected.items()):
        if table not in found:
            yield f"It has no table {table}."
            continue
        for column in sorted(columns - found[table]):
            yield f"Its table {table} has no column {column}."
