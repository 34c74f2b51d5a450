"""A PostgreSQL database to test with, where a server answers."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

_SERVER_HERE = "postgresql://postgres@127.0.0.1:5432/test"


@asynccontextmanager
async def new_postgres_database() -> AsyncIterator[str]:
    """Make an empty database, yield its URL, and drop it in the end; skip the test where there is no server.

    The environment variable GRIDLOCK_TEST_POSTGRES names the server, as the URL of any database on it whose user may
    create others. Without the variable, a server on this machine is tried.
    """
    server = make_url(os.environ.get("GRIDLOCK_TEST_POSTGRES", _SERVER_HERE)).set(drivername="postgresql+asyncpg")
    name = f"gridlock_tests_{secrets.token_hex(6)}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
    except (OSError, DBAPIError) as error:
        await engine.dispose()
        pytest.skip(f"no PostgreSQL server to test with (GRIDLOCK_TEST_POSTGRES can name one): {error}")
    try:
        yield server.set(database=name).render_as_string(hide_password=False)
    finally:
        async with engine.connect() as connection:
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        await engine.dispose()
