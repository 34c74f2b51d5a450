"""Transfer of all rows from an SQLite file into an empty PostgreSQL database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Table, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.compatibility import Compatibility, compatibility
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import migrate
from gridlock_host.storage.schema import metadata
from gridlock_host.storage.unusable import DatabaseUnusable

_AT_ONCE: Final = 1000


async def transfer(source: Database, target: Database) -> int:
    """Copy all rows, in one transaction, and return their number. The source is only read.

    Ids that were used before, also of rows that are deleted, are not used again in the target.

    Args:
        source: An SQLite file that nothing else uses, such as a backup.
        target: An empty PostgreSQL database.

    Raises:
        DatabaseUnusable: One of them cannot be used, the file is not of this version, or the target is not empty.
    """
    await _expect_current(source)
    await _expect_empty(target)
    await migrate(target)
    async with source.snapshot() as old, target.writing() as new:
        copied = sum([await _copy(table, old, new) for table in metadata.sorted_tables])
        for table in metadata.sorted_tables:
            await _advance_ids(table, old, new)
    return copied


async def _expect_current(source: Database) -> None:
    if source.path is None or not source.path.is_file():
        raise DatabaseUnusable(f"There is no file {source.name}.")
    if await compatibility(source) is not Compatibility.CURRENT:
        raise DatabaseUnusable(
            f"{source.name} is not of this version. Start this version on it once, and back it up again: "
            "python bot.py backup FILE"
        )


async def _expect_empty(target: Database) -> None:
    if target.is_sqlite:
        raise DatabaseUnusable("DATABASE_URL names an SQLite file. Set it to an empty PostgreSQL database.")
    # Whether it can be used at all is told by this, in a sentence.
    await compatibility(target)
    async with target.reading() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    if tables:
        raise DatabaseUnusable(f"The database {target.name} is not empty, and nothing was changed. Create another one.")


async def _copy(table: Table, old: AsyncConnection, new: AsyncConnection) -> int:
    columns = [column for column in table.columns if column.computed is None]
    copied = 0
    # In the order of their ids, because games refer to earlier ones.
    rows = await old.stream(select(*columns).order_by(*table.primary_key.columns))
    async for part in rows.mappings().partitions(_AT_ONCE):
        await new.execute(table.insert(), [dict(row) for row in part])
        copied += len(part)
    return copied


async def _advance_ids(table: Table, old: AsyncConnection, new: AsyncConnection) -> None:
    if "id" not in table.columns:
        return
    sequence = await new.scalar(select(func.pg_get_serial_sequence(table.name, "id")))
    if sequence is None:
        return
    used = await old.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
    highest = max(used or 0, await old.scalar(select(func.max(table.c.id))) or 0)
    if highest:
        await new.execute(select(func.setval(sequence, highest)))
