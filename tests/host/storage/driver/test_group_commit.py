"""Moves that are committed together, and what becomes of each if one of them, or the commit, fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import DBAPIError

from gridlock_host import Database, Game, Host
from gridlock_host.errors import OutcomeUnknown, StoreFailed
from gridlock_host.storage import commit_recovery
from gridlock_host.storage.driver.statements import Statement, Step
from gridlock_host.storage.schema import games, moves
from tests.host.support.failing_commits import counted_commits, failing_commits
from tests.host.support.host import ADA, GUILD, NOON, assert_whole, lift_limits, open_host, start

AGREED = Statement(update(games).where(games.c.id == bindparam("game_id")).values(size=5).returning(games.c.id))
ADDED = Statement(insert(moves).values(game_id=bindparam("game_id"), ply=bindparam("ply"), text="A1", played_at=NOON))


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


@pytest.fixture
async def host(sqlite: Database) -> Host:
    host = open_host(sqlite)
    await lift_limits(host)
    return host


async def begun(host: Host, number: int) -> list[Game]:
    return [await start(host) for _ in range(number)]


async def moved(host: Host, some: list[Game]) -> list[Game | BaseException]:
    """What becomes of a move in each of these games, all at one moment."""
    requests = [host.games.move(GUILD, game.id, ADA, "A1") for game in some]
    return await asyncio.gather(*requests, return_exceptions=True)


async def stored(database: Database, game: Game) -> Game:
    return await open_host(database).games.find(GUILD, game.id)


async def test_moves_of_one_moment_share_a_commit(sqlite: Database, host: Host) -> None:
    some = await begun(host, 20)
    with counted_commits() as commits:
        done = await moved(host, some)
    assert done == [await stored(sqlite, game) for game in some]
    assert [game.ply for game in done if isinstance(game, Game)] == [1] * 20
    assert len(commits) == 1


async def test_a_move_on_an_old_version_takes_no_other_with_it(sqlite: Database, host: Host) -> None:
    some = await begun(host, 3)
    elsewhere = await open_host(sqlite).games.move(GUILD, some[1].id, ADA, "B2")
    first, refused, last = await moved(host, some)
    assert [first, last] == [await stored(sqlite, game) for game in (some[0], some[2])]
    assert isinstance(refused, Exception)
    assert await stored(sqlite, some[1]) == elsewhere


async def test_a_write_that_fails_takes_no_other_with_it(sqlite: Database, host: Host) -> None:
    """The second one breaks a key after its first step, which is undone."""
    some = await begun(host, 3)
    writes = [
        sqlite.write(
            [Step(AGREED, {"game_id": game.id}), *[Step(ADDED, {"game_id": game.id, "ply": 0})] * times], ignore
        )
        for game, times in zip(some, (1, 2, 1), strict=True)
    ]
    first, failed, last = await asyncio.gather(*writes, return_exceptions=True)
    assert isinstance(failed, DBAPIError)
    assert isinstance(failed.orig, sqlite3.IntegrityError)
    assert not isinstance(first, BaseException)
    assert not isinstance(last, BaseException)
    found = [await stored(sqlite, game) for game in some]
    assert [(game.position.size, game.moves) for game in found] == [(5, ("A1",)), (3, ()), (5, ("A1",))]


async def test_each_move_of_a_failed_commit_is_refused_and_can_be_repeated(sqlite: Database, host: Host) -> None:
    some = await begun(host, 3)
    with failing_commits(sqlite, sqlite3.SQLITE_IOERR_FSYNC, at_most=1):
        done = await moved(host, some)
    assert [type(one) for one in done] == [StoreFailed] * 3
    assert [await stored(sqlite, game) for game in some] == some
    again = await moved(host, some)
    assert again == [await stored(sqlite, game) for game in some]
    await assert_whole(sqlite)


async def test_each_move_of_an_unknown_commit_is_reported_as_unknown(
    sqlite: Database, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_recovery, "_SECONDS", 0.0)
    some = await begun(host, 3)
    with failing_commits(sqlite, sqlite3.SQLITE_IOERR_FSYNC, at_most=-1):
        done = await moved(host, some)
    assert [type(one) for one in done] == [OutcomeUnknown] * 3
    again = await moved(host, some)
    assert again == [await stored(sqlite, game) for game in some]


async def test_a_cancelled_move_takes_no_other_with_it(sqlite: Database, host: Host) -> None:
    """It is stored or not, and the game goes on from there."""
    some = await begun(host, 3)
    requests = [asyncio.create_task(host.games.move(GUILD, game.id, ADA, "A1")) for game in some]
    while not sqlite._driver._waiting:  # type: ignore[union-attr]  # noqa: ASYNC110  # that is what is waited for
        await asyncio.sleep(0)
    requests[1].cancel()
    first, cancelled, last = await asyncio.gather(*requests, return_exceptions=True)
    assert isinstance(cancelled, asyncio.CancelledError)
    assert [first, last] == [await stored(sqlite, game) for game in (some[0], some[2])]
    other = await stored(sqlite, some[1])
    assert await host.games.current(other) == other
    await assert_whole(sqlite)


def ignore(_outcome: object) -> None:
    """The outcome is returned, too."""
