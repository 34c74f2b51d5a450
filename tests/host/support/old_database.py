"""A database of version 0.1.0, in SQLite or PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, Table, insert, select, text
from sqlalchemy.engine import Connection
from sqlalchemy.schema import CreateTable

from gridlock_host import Database
from tests.host.support.engines import before_each_statement

DUMP = Path(__file__).parent / "data" / "version_0_1_0.sql"
TABLES = ("challenges", "games", "moves", "results", "standings", "published_commands")

OldRows = dict[str, list[dict[str, Any]]]


def old_rows() -> OldRows:
    """The rows of the old database, by table, the ids that were given out last included."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(DUMP.read_text())
        connection.row_factory = sqlite3.Row
        return {
            name: [_with_times(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608  # see TABLES
            for name in (*TABLES, "sqlite_sequence")
        }


def make_old_file(path: Path) -> int:
    """Create the old database as an SQLite file, and return its number of pages."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(DUMP.read_text())
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


def fill_first_schema(connection: Connection, old: OldRows) -> None:
    """Make the tables of version 0.1.0, by the migration that made them then, and put the old rows into them."""
    connection.execute(text("DROP SCHEMA public CASCADE"))
    connection.execute(text("CREATE SCHEMA public"))
    config = Config()
    config.set_main_option("script_location", "gridlock_host.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
    for name in TABLES:
        table = Table(name, MetaData(), autoload_with=connection)
        connection.execute(insert(table), old[name])
    for counter in old["sqlite_sequence"]:
        connection.execute(
            text("SELECT setval(:name, :last)"), {"name": f"{counter['name']}_id_seq", "last": counter["seq"]}
        )


def _with_times(row: sqlite3.Row) -> dict[str, Any]:
    """A row with its times as such, and not as SQLite keeps them."""
    return {
        name: datetime.fromisoformat(row[name]).replace(tzinfo=UTC) if name.endswith("_at") and row[name] else row[name]
        for name in row.keys()  # noqa: SIM118  # iterating over the row gives its values
    }


async def everything_in(database: Database) -> dict[str, object]:
    """All tables and rows, and what the database keeps about itself."""
    async with database.reading() as connection:
        found = await connection.run_sync(_reflected)
        if database.is_sqlite:
            for name in ("sqlite_master", "sqlite_sequence"):
                found[name] = sorted(map(str, await connection.execute(text(f"SELECT * FROM {name}"))))  # noqa: S608
    return found


def _reflected(connection: Connection) -> dict[str, object]:
    reflected = MetaData()
    reflected.reflect(connection)
    return {
        name: (
            str(CreateTable(table).compile(dialect=connection.dialect)),
            sorted(str(index.name) for index in table.indexes),
            sorted(map(str, connection.execute(select(table)))),
        )
        for name, table in reflected.tables.items()
    }


@contextmanager
def failing_at(database: Database, part: str) -> Iterator[None]:
    """Let statements that contain a text fail."""

    def fail(_connection: Any, _cursor: Any, statement: str, *_: object) -> None:
        if part in statement:
            raise TypeError("the disk is gone")

    with before_each_statement(database, fail):
        yield
