"""Migrations beside processes that already use the database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest
from sqlalchemy import Connection

from gridlock_host import Database
from gridlock_host.ownership.migration_turn import OlderProcesses, migrate_alone
from gridlock_host.ownership.shards import Shards
from gridlock_host.storage.migrate import _migrate_to, current_revisions, is_outdated, known_revisions
from tests.host.support.claimant_process import hold
from tests.host.support.postgres import new_postgres_database

FIRST, SECOND = Shards((0,), 2), Shards((1,), 2)


@pytest.fixture(params=["sqlite", "postgresql"])
async def old(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database of an older version."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'gridlock.db'}")
        await make_old(database)
        yield database
        await database.close()
        return
    async with new_postgres_database() as url:
        database = Database(url)
        await make_old(database)
        yield database
        await database.close()


async def make_old(database: Database) -> None:
    def make(connection: Connection) -> None:
        _migrate_to(connection, "0001")

    async with database.changing_schema() as connection:
        await connection.run_sync(make)


async def revision_of(database: Database) -> tuple[str, ...]:
    async with database.reading() as connection:
        return await connection.run_sync(current_revisions)


async def test_a_migration_waits_for_older_processes_or_is_refused(old: Database, processes: ForkServerContext) -> None:
    here, there = processes.Pipe()
    older = processes.Process(target=hold, args=(old.url.render_as_string(hide_password=False), FIRST, there))
    older.start()
    there.close()
    try:
        assert await asyncio.to_thread(here.recv) == "has it"
        with pytest.raises(OlderProcesses, match="Stop all processes that use this database"):
            await migrate_alone(old, SECOND, patience=0)
        assert await revision_of(old) == ("0001",)
        waiting = asyncio.create_task(migrate_alone(old, SECOND, patience=60))
        await asyncio.sleep(0.5)
        assert await revision_of(old) == ("0001",)
        here.send("end")
        await waiting
        assert await revision_of(old) == (known_revisions()[0],)
    finally:
        older.kill()
        older.join()


async def test_a_database_of_this_version_is_shared_at_once(old: Database, processes: ForkServerContext) -> None:
    await migrate_alone(old, FIRST)
    assert not await is_outdated(old)
    here, there = processes.Pipe()
    other = processes.Process(target=hold, args=(old.url.render_as_string(hide_password=False), FIRST, there))
    other.start()
    there.close()
    try:
        assert await asyncio.to_thread(here.recv) == "has it"
        await migrate_alone(old, SECOND, patience=0)
    finally:
        other.kill()
        other.join()
