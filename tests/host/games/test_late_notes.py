"""Notes of what is shown, which are written late."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from sqlalchemy import text

from gridlock_host import Database, Game, Host, Place
from gridlock_host.errors import StoreFailed
from gridlock_host.storage.driver import late_writes
from tests.host.support.failing_commits import counted_commits
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, Clock, open_host, play, start
from tests.support.patience import PATIENCE

BOARD, NOTICE = replace(HERE, message_id=81), Place(GUILD, CHANNEL, 82)


@pytest.fixture(autouse=True)
def no_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only other reads and writes write what is late."""
    monkeypatch.setattr(late_writes, "_SECONDS", 3_600.0)


async def shown(host: Host) -> Game:
    """A game whose first move has just been shown."""
    game = await play(host, await start(host), "A1")
    await host.games.place_board(game.id, BOARD)
    await host.games.note_shown(game, NOTICE)
    return replace(game, place=BOARD, notice=NOTICE)


async def test_a_reader_finds_what_was_noted(database: Database, host: Host) -> None:
    game = await shown(host)
    assert database._late
    assert await open_host(database).games.find(GUILD, game.id) == game
    assert not await open_host(database).games.is_unshown(game)


async def test_the_process_itself_knows_it_without_a_write(database: Database, host: Host) -> None:
    game = await shown(host)
    assert await host.games.current(game) == game
    assert not await host.games.is_unshown(game)
    assert await host.games.open_for(GUILD, ADA) == [game]
    assert database._late


async def test_the_next_move_writes_it_along(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    game = await shown(open_host(database))
    with counted_commits() as commits:
        moved = await open_host(database).games.move(GUILD, game.id, BOB, "A2", found=game)
    assert len(commits) == 1
    assert (moved.place, moved.notice) == (BOARD, NOTICE)
    assert not database._late
    await database.close()


async def test_a_board_that_is_noted_while_a_move_is_written_is_remembered(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    host = open_host(database)
    game, newer = await shown(host), replace(HERE, message_id=83)
    with closing(sqlite3.connect(str(database.path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        moving = asyncio.create_task(host.games.move(GUILD, game.id, BOB, "A2"))
        async with asyncio.timeout(PATIENCE):
            while database._late._steps:  # noqa: ASYNC110  # nothing notifies of it
                await asyncio.sleep(0)
        await host.games.place_board(game.id, newer)
        other.execute("ROLLBACK")
        await moving
    current = host.games.changes.cached(GUILD, game.id)
    assert current is not None
    assert (current.ply, current.place) == (2, newer)
    assert await open_host(database).games.find(GUILD, game.id) == current
    await database.close()


async def test_a_stop_writes_it(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    game = await shown(open_host(database))
    await database.close()
    database = Database(sqlite_url)
    assert await open_host(database).games.find(GUILD, game.id) == game
    await database.close()


async def test_a_note_that_a_kill_has_lost_costs_a_redraw(sqlite_url: str, clock: Clock) -> None:
    database = Database(sqlite_url)
    game = await shown(open_host(database))
    database._late.take()
    database._late.note_written()
    await database.close()
    database = Database(sqlite_url)
    host = open_host(database, now=clock)
    unshown = [event.subject for event in await host.scheduler.sweeper.find_unshown_at_start()]
    assert replace(game, place=HERE, notice=None) in unshown
    await database.close()


async def test_a_note_that_cannot_be_written_waits(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(sqlite_url)
    game = await shown(open_host(database))
    with monkeypatch.context() as patch:
        patch.setattr(database._driver, "flush", full_disk)
        with pytest.raises(StoreFailed):
            await database.flush()
    assert database._late
    assert await open_host(database).games.find(GUILD, game.id) == game
    await database.close()


async def test_a_note_that_can_never_be_written_is_logged_and_dropped(
    database: Database, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    game = await play(host, await start(host), "A1")
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE games RENAME TO elsewhere"))
    await host.games.note_shown(game, None)
    await database.flush()
    assert not database._late
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE elsewhere RENAME TO games"))
    assert [record.levelname for record in caplog.records if "what was shown" in record.message] == ["ERROR"]
    assert await open_host(database).games.is_unshown(game)


async def full_disk() -> None:
    raise StoreFailed
