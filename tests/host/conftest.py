"""Databases for tests: an SQLite file for each test and, if a server is reachable, PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import text

from gridlock_host import Database, Host, Sweeper, migrate
from gridlock_host.storage.schema import metadata
from gridlock_host.workers.pool import WorkerPool
from tests.host.support.host import Clock, open_host
from tests.host.support.postgres import new_postgres_database
from tests.host.support.small_disk import mounted
from tests.support.forked_bot import fork_server
from tests.support.migrated_sqlite import migrated_sqlite


@pytest.fixture(scope="session")
def migrated_file() -> Path:
    """An SQLite database without rows, to be copied."""
    return migrated_sqlite()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres_url() -> AsyncIterator[str]:
    """A migrated PostgreSQL database, which the tests that use it leave empty of rows."""
    async with new_postgres_database() as url:
        database = Database(url)
        await migrate(database)
        await database.close()
        yield url


@pytest.fixture
def sqlite_url(migrated_file: Path, tmp_path: Path) -> str:
    """A migrated SQLite database without rows."""
    return f"sqlite:///{shutil.copy(migrated_file, tmp_path)}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of each kind, one after the other."""
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A migrated database without rows."""
    database = Database(database_url)
    yield database
    if not database.is_sqlite:
        async with database.writing() as connection:
            deletes = ", ".join(f"_{name} AS (DELETE FROM {name})" for name in metadata.tables)  # noqa: S608  # own names
            await connection.execute(text(f"WITH {deletes} SELECT 1"))
    await database.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def host(database: Database, clock: Clock) -> Host:
    return open_host(database, now=clock)


@pytest.fixture
def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    return Sweeper(database, host.games, now=clock)


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    pool = WorkerPool()
    yield pool
    await pool.close()


@pytest.fixture(scope="session")
def processes() -> ForkServerContext:
    return fork_server()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MiB."""
    with mounted(tmp_path / "disk") as disk:
        yield disk
