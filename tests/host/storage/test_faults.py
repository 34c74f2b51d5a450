"""Database faults: the refusal for members and the log entry for the operator."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from gridlock_host import Database, DatabaseUnusable, Game, migrate
from gridlock_host.errors import Busy, Refusal, StoreFailed
from gridlock_host.storage import sqlite as sqlite_engine
from gridlock_host.storage.faults import Fault
from tests.host.support.host import ADA, GUILD, assert_whole, contents, open_host, play, refused, start
from tests.host.support.small_disk import full

IT_WORKS = "the database can be written again"


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The log entries for the operator."""
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


def told_of(fault: Fault, caplog: pytest.LogCaptureFixture) -> bool:
    """Whether the operator got exactly this log entry."""
    return [message.startswith(fault.value.removesuffix(".")) for message in told(caplog)] == [True]


async def assert_failing(database: Database, game: Game, error: type[Refusal] = StoreFailed) -> None:
    """Assert that whatever would change something is refused, again and again, and that all can be looked at."""
    host = open_host(database)
    requests: list[Callable[[], Awaitable[object]]] = [
        lambda: host.games.move(GUILD, game.id, ADA, "A1"),
        lambda: host.games.move(GUILD, game.id, ADA, "A1"),
        lambda: host.games.resign(GUILD, game.id, ADA),
    ]
    for request in requests:
        async with refused(database, error) as info:
            await request()
        assert "Nothing was changed; please try again" in str(info.value)
    assert await host.games.find(GUILD, game.id) == game


async def test_a_full_disk_changes_nothing_and_recovers_with_free_space(
    small_disk: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database(f"sqlite:///{small_disk / 'gridlock.db'}")
    await migrate(database)
    game = await start(open_host(database))
    with full(small_disk):
        await assert_failing(database, game)
    assert told_of(Fault.FULL, caplog)
    assert (await play(open_host(database), game, "A1")).ply == 1
    assert told(caplog)[1:] == [IT_WORKS]
    await assert_whole(database)
    await database.close()


async def test_a_full_disk_at_the_start_leaves_the_database_unchanged(small_disk: Path) -> None:
    path = small_disk / "gridlock.db"
    database = Database(f"sqlite:///{path}")
    with (
        full(small_disk),
        pytest.raises(DatabaseUnusable, match=rf"The disk with the database {path} is full"),
    ):
        await migrate(database)
    await database.close()
    await migrate(database)
    await database.close()
    with full(small_disk), pytest.raises(DatabaseUnusable, match=rf"The disk with the database {path} is full"):
        await migrate(database)
    await database.close()
    await migrate(database)
    assert await open_host(database).games.open_for(GUILD, ADA) == []
    await database.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for locks."""
    pragmas = [pragma for pragma in sqlite_engine._PRAGMAS if "busy_timeout" not in pragma]
    monkeypatch.setattr(sqlite_engine, "_PRAGMAS", ["PRAGMA busy_timeout = 0", *pragmas])


@pytest.mark.usefixtures("impatient")
async def test_a_locked_file_is_logged_once(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Database(sqlite_url)
    game = await start(open_host(database))
    with closing(sqlite3.connect(str(database.path), isolation_level=None)) as other:
        for _ in range(2):
            other.execute("BEGIN IMMEDIATE")
            await assert_failing(database, game, Busy)
            other.execute("ROLLBACK")
            assert told_of(Fault.LOCKED, caplog)
            await open_host(database).scheduler.departures.note_departure(7)
            assert told(caplog)[1:] == [IT_WORKS]
            caplog.clear()
    await database.close()


async def test_a_read_only_file_can_be_read(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Database(sqlite_url)
    game = await start(open_host(database))
    await database.close()
    read_only = Database(f"sqlite:///file:{database.path}?mode=ro&uri=true")
    await assert_failing(read_only, game)
    assert told_of(Fault.READ_ONLY, caplog)
    await read_only.close()
    assert (await play(open_host(database), game, "A1")).ply == 1
    await database.close()


def damage(path: Path, table: str) -> None:
    """Overwrite the page at which a table begins."""
    with closing(sqlite3.connect(path)) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


async def test_a_file_damaged_in_use_is_logged_once(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Also if other pages can still be written."""
    database = Database(sqlite_url)
    game = await start(open_host(database))
    await database.close()
    assert database.path is not None
    damage(database.path, "games")
    host = open_host(database)
    for guild_id in range(2):
        with pytest.raises(StoreFailed):
            await host.games.find(GUILD, game.id)
        with pytest.raises(StoreFailed):
            await host.games.resign(GUILD, game.id, ADA)
        await host.scheduler.departures.note_departure(guild_id)
    assert told_of(Fault.DAMAGED, caplog)
    assert "python bot.py restore FILE" in told(caplog)[0]
    await database.close()


@pytest.mark.parametrize("table", ["moves", "standings", "alembic_version"])
async def test_a_damaged_file_is_refused_at_the_start_and_left_alone(sqlite_url: str, table: str) -> None:
    database = Database(sqlite_url)
    assert database.path is not None
    damage(database.path, table)
    before = database.path.read_bytes()
    with pytest.raises(
        DatabaseUnusable, match=rf"The database {database.path} is damaged \(.*python bot\.py restore FILE"
    ):
        await migrate(database)
    await database.close()
    assert database.path.read_bytes() == before


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("53100", Fault.FULL),
        ("25006", Fault.READ_ONLY),
        ("XX001", Fault.DAMAGED),
        ("58030", Fault.BROKEN_DISK),
        ("57P01", Fault.UNREACHABLE),
        ("53300", Fault.UNREACHABLE),
    ],
)
async def test_postgresql_errors_are_logged(
    postgres_url: str, code: str, fault: Fault, caplog: pytest.LogCaptureFixture
) -> None:
    database = Database(postgres_url)
    for _ in range(2):
        with pytest.raises(StoreFailed):
            async with database.writing() as connection:
                await connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"))
    assert told_of(fault, caplog)
    await database.close()


async def test_broken_connections_are_logged_and_replaced(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    database = Database(postgres_url)
    with pytest.raises(StoreFailed):
        async with database.writing() as connection:
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
    assert told_of(Fault.UNREACHABLE, caplog)
    await open_host(database).scheduler.departures.note_departure(7)
    assert told(caplog)[1:] == [IT_WORKS]
    await open_host(database).scheduler.departures.note_return(7)
    await database.close()


async def test_an_unreachable_server_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    database = Database("postgresql://ada@127.0.0.1:1/games")
    for _ in range(2):
        with pytest.raises(StoreFailed):
            await open_host(database).games.open_for(GUILD, ADA)
    assert told_of(Fault.UNREACHABLE, caplog)
    await database.close()


async def test_a_statement_error_is_no_database_fault(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    before = await contents(database)
    with pytest.raises(Exception, match="no_such_table"):
        async with database.writing() as connection:
            await connection.execute(text("DELETE FROM no_such_table"))
    assert await contents(database) == before
    assert told(caplog) == []
