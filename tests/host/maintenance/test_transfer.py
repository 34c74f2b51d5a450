"""The transfer from SQLite to PostgreSQL."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.maintenance.integrity import check
from gridlock_host.maintenance.transfer import transfer
from gridlock_host.storage.migrate import migrate
from gridlock_host.storage.schema import metadata
from tests.host.support.host import ADA, BOB, CLEO, GUILD, leaderboard, lift_limits, open_host, play_to_the_end, start
from tests.host.support.postgres import new_postgres_database
from tests.support.migrated_sqlite import migrated_sqlite


@pytest_asyncio.fixture
async def target() -> AsyncIterator[Database]:
    """An empty PostgreSQL database."""
    async with new_postgres_database() as url:
        database = Database(url)
        yield database
        await database.close()


@pytest_asyncio.fixture
async def source(tmp_path: Path) -> AsyncIterator[Database]:
    """An SQLite file with games that are over and one that goes on."""
    shutil.copy(migrated_sqlite(), tmp_path / "gridlock.db")
    database = Database(f"sqlite:///{tmp_path / 'gridlock.db'}")
    host = open_host(database)
    await lift_limits(host)
    for _ in range(2):
        await play_to_the_end(host, await start(host))
    await start(host, one=CLEO, two=BOB)
    yield database
    await database.close()


async def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    async with database.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }


async def test_all_rows_arrive_and_games_go_on_with_ids_that_were_never_used(
    source: Database, target: Database
) -> None:
    assert source.path is not None
    with closing(sqlite3.connect(source.path)) as connection:
        connection.execute("UPDATE sqlite_sequence SET seq = 40 WHERE name = 'games'")
        connection.commit()
    before = await rows(source)
    assert await transfer(source, target) == sum(map(len, before.values()))
    assert await rows(target) == before == await rows(source)
    report = await check(target)
    assert (report.faults, report.games) == ([], 3)
    host = open_host(target)
    (going_on,) = await host.games.open_for(GUILD, CLEO)
    await play_to_the_end(host, going_on)
    assert (await start(host, one=ADA, two=CLEO)).id == 41
    assert (await leaderboard(host))[0].record.played >= 2


async def test_a_database_that_is_not_empty_and_a_file_of_another_version_are_refused(
    source: Database, target: Database, tmp_path: Path
) -> None:
    await migrate(target)
    with pytest.raises(DatabaseUnusable, match="is not empty, and nothing was changed"):
        await transfer(source, target)
    with pytest.raises(DatabaseUnusable, match="names an SQLite file"):
        await transfer(source, source)
    missing = Database(f"sqlite:///{tmp_path / 'missing.db'}")
    with pytest.raises(DatabaseUnusable, match="There is no file"):
        await transfer(missing, target)
    assert not (tmp_path / "missing.db").exists()
    async with source.writing() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(DatabaseUnusable, match="is not of this version"):
        await transfer(source, target)
    await missing.close()
