"""A PostgreSQL database for tests, if a server is reachable."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from chaos.store import new_store
from gridlock_host import Database

_SERVER_HERE = "postgresql://postgres@127.0.0.1:5432/test"


@asynccontextmanager
async def new_postgres_database(*, encoding: str | None = None) -> AsyncIterator[str]:
    """Make an empty database, yield its URL, and drop it in the end; skip the test where there is no server.

    The environment variable GRIDLOCK_TEST_POSTGRES names the server, as the URL of any database on it whose user may
    create others. Without the variable, a server on this machine is tried.
    """
    server = os.environ.get("GRIDLOCK_TEST_POSTGRES", _SERVER_HERE)
    async with AsyncExitStack() as stack:
        try:
            name = f"gridlock_tests_{secrets.token_hex(6)}"
            url = await stack.enter_async_context(new_store(server, Path(), name, encoding=encoding))
        except (OSError, DBAPIError) as error:
            pytest.skip(f"no PostgreSQL server to test with (GRIDLOCK_TEST_POSTGRES can name one): {error}")
        await _let_it_not_wait_for_its_disk(url)
        yield url


async def _let_it_not_wait_for_its_disk(url: str) -> None:
    database = Database(url)
    async with database.writing() as connection:
        name = await connection.scalar(text("SELECT current_database()"))
        await connection.execute(text(f'ALTER DATABASE "{name}" SET synchronous_commit = off'))
    await database.close()
