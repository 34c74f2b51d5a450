"""Idle connections to PostgreSQL that the server has closed."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from gridlock_host import Database
from tests.host.support.host import open_host, play, start

_END_OTHERS = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
def database_url(postgres_url: str) -> str:
    return postgres_url


async def end_connections(database: Database) -> int:
    """End all connections but a new one of another program; return how many these were."""
    other = Database(database.url)
    async with other.reading() as connection:
        ended = int(await connection.scalar(text(_END_OTHERS)) or 0)
        # Until the server has ended them all, so that this process is told.
        while await connection.scalar(text(_END_OTHERS)):
            await connection.rollback()
    await other.close()
    return ended


async def use_at_once(database: Database, number: int) -> None:
    """Leave so many idle connections."""
    together = asyncio.Barrier(number)

    async def use() -> None:
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))
            await together.wait()

    await asyncio.gather(*(use() for _ in range(number)))


@pytest.mark.parametrize("number", [1, 4])
async def test_the_first_requests_after_idle_connections_were_closed_succeed(database: Database, number: int) -> None:
    host = open_host(database)
    game = await start(host)
    await use_at_once(database, number)
    assert await end_connections(database) == number
    assert await host.games.find(game.place.guild_id, game.id) == game
    await end_connections(database)
    await play(host, game, "B2")
    await end_connections(database)
    await use_at_once(database, number)
