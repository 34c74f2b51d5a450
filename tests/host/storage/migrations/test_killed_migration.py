"""Migrations killed at every step."""

from __future__ import annotations

import signal
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest
from sqlalchemy import inspect
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Database, migrate
from tests.host.support.host import ADA, GUILD, dump, open_host, start
from tests.host.support.killed_migration import migrate_until, statements_of_a_migration
from tests.host.support.old_database import make_old_file
from tests.host.support.postgres import new_postgres_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "gridlock.db"
    make_old_file(path)
    return path


async def test_a_killed_migration_leaves_the_database_unchanged(processes: ForkServerContext, path: Path) -> None:
    """Also one that is killed just before all of it would be stored. What was begun is done by the next start."""
    before = dump(path)
    steps = await statements_of_a_migration(f"sqlite:///{path}")
    assert dump(path) != before
    make_old_file(path)
    for step in sorted({*range(0, steps, steps // 7), steps - 1}):
        process = processes.Process(target=migrate_until, args=(f"sqlite:///{path}", step))
        process.start()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        assert dump(path) == before
    database = Database(f"sqlite:///{path}")
    await migrate(database)
    assert await start(open_host(database)) in await open_host(database).games.open_for(GUILD, ADA)
    await database.close()


async def test_a_killed_first_migration_on_postgresql_leaves_nothing(
    processes: ForkServerContext,
) -> None:
    async with new_postgres_database() as url:
        steps = await statements_of_a_migration(url)
    async with new_postgres_database() as url:
        database = Database(url)
        for step in sorted({*range(0, steps, steps // 4), steps - 1}):
            process = processes.Process(target=migrate_until, args=(url, step))
            process.start()
            process.join()
            assert process.exitcode == -signal.SIGKILL
            async with database.reading() as connection:
                assert await tables(connection) == []
        await migrate(database)
        assert await start(open_host(database)) in await open_host(database).games.open_for(GUILD, ADA)
        await database.close()


async def tables(connection: AsyncConnection) -> list[str]:
    return await connection.run_sync(lambda synchronous: inspect(synchronous).get_table_names())
