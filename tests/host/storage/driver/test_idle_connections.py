"""Idle connections to PostgreSQL that the server has closed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.pool import ConnectionPoolEntry, Pool

from gridlock_host import Database
from gridlock_host.errors import StoreUnreadable
from gridlock_host.storage.driver.postgres_connections import MOST_CONNECTIONS
from tests.host.support.failing_proxy import Line
from tests.host.support.host import lift_limits, open_host, play, start

_END_OTHERS = """SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""


@pytest.fixture
def database_url(postgres_url: str) -> str:
    return postgres_url


@pytest.fixture(autouse=True)
def driver_connections() -> Iterator[list[Any]]:
    """The connections that this process opens."""
    opened: list[Any] = []

    def note(_connection: object, entry: ConnectionPoolEntry) -> None:
        opened.append(entry.driver_connection)

    event.listen(Pool, "connect", note)
    yield opened
    event.remove(Pool, "connect", note)


async def end_connections(url: str) -> int:
    """Let the server end all connections to a database; return how many these were."""
    other = Database(url)
    async with other.reading() as connection:
        ended = int(await connection.scalar(text(_END_OTHERS)) or 0)
        while await connection.scalar(text(_END_OTHERS)):
            await connection.rollback()
    await other.close()
    return ended


async def closed(connections: list[Any]) -> None:
    """Wait until this process has noticed that its connections are closed."""
    while not all(connection.is_closed() for connection in connections):  # noqa: ASYNC110
        await asyncio.sleep(0)  # the driver offers nothing to wait for


async def use_at_once(database: Database, number: int) -> None:
    """Leave so many idle connections."""
    together = asyncio.Barrier(number)

    async def use() -> None:
        async with database.reading() as connection:
            await connection.execute(text("SELECT 1"))
            await together.wait()

    await asyncio.gather(*(use() for _ in range(number)))


@pytest.mark.parametrize("number", [1, 4])
async def test_the_first_requests_after_idle_connections_were_closed_succeed(
    database: Database, database_url: str, number: int, driver_connections: list[Any]
) -> None:
    host = open_host(database)
    game = await start(host)
    await use_at_once(database, number)
    # Those of compiled statements are beside those of the pool.
    assert await end_connections(database_url) >= number
    await closed(driver_connections)
    assert await host.games.find(game.place.guild_id, game.id) == game
    await end_connections(database_url)
    await closed(driver_connections)
    await play(host, game, "B2")
    await end_connections(database_url)
    await closed(driver_connections)
    await use_at_once(database, number)


@pytest.mark.parametrize("number", [1, 4])
async def test_an_announced_end_of_idle_connections_costs_no_move_and_no_look(
    database: Database, database_url: str, number: int
) -> None:
    # The server says that it ends a connection a moment before it closes it. This line never passes the close on.
    async with Line(database_url, tells_of_ends=False).laid() as line:
        distant = Database(line.url)
        host = open_host(distant)
        game = await start(host)
        await use_at_once(distant, number)
        await end_connections(database_url)
        # Answers on a new connection come after the words on the old ones.
        await end_connections(line.url)
        assert await open_host(distant).games.find(game.place.guild_id, game.id) == game
        await use_at_once(distant, number)
        await end_connections(database_url)
        await end_connections(line.url)
        await play(host, game, "B2")
        await distant.close()
    assert (await open_host(database).games.find(game.place.guild_id, game.id)).ply == 1


async def test_a_longer_request_after_an_announced_end_is_refused_only_once(database_url: str) -> None:
    async with Line(database_url, tells_of_ends=False).laid() as line:
        distant = Database(line.url)
        await use_at_once(distant, 1)
        await end_connections(database_url)
        await end_connections(line.url)
        with pytest.raises(StoreUnreadable):
            await use_at_once(distant, 1)
        await use_at_once(distant, 1)
        await distant.close()


async def test_moves_of_one_moment_share_a_few_connections_that_stay(
    database: Database, driver_connections: list[Any]
) -> None:
    host = open_host(database)
    await lift_limits(host)
    games = [await start(host) for _ in range(2 * MOST_CONNECTIONS)]
    before = len(driver_connections)
    moved = await asyncio.gather(*(play(host, game, "A1") for game in games))
    opened = len(driver_connections)
    assert before < opened <= before + MOST_CONNECTIONS
    await asyncio.gather(*(play(host, game, "A2") for game in moved))
    assert len(driver_connections) == opened
