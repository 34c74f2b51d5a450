"""Transactions, locks and connection settings."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from gridlock_host import Database, DatabaseUnusable, migrate
from gridlock_host.errors import Busy
from gridlock_host.storage import sqlite as sqlite_engine
from gridlock_host.storage.schema import moves, published_commands
from tests.host.support.host import ADA, GUILD, contents, noon, open_host, play, propose, refused, start


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


async def write(database: Database, *numbers: int, then: Exception | None = None) -> None:
    """Insert a row for each number in one block, and end the block with an error if one is given."""
    async with database.writing() as connection:
        for number in numbers:
            await connection.execute(insert(published_commands).values(application_id=number, digest="x"))
        if then is not None:
            raise then


@contextmanager
def locked_by_another(database: Database) -> Iterator[None]:
    assert database.url.database is not None
    with closing(sqlite3.connect(database.url.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for locks."""
    pragmas = [pragma for pragma in sqlite_engine._PRAGMAS if "busy_timeout" not in pragma]
    monkeypatch.setattr(sqlite_engine, "_PRAGMAS", ["PRAGMA busy_timeout = 0", *pragmas])


@pytest.mark.usefixtures("impatient")
async def test_a_request_is_refused_while_another_program_locks_the_file(sqlite: Database) -> None:
    """Reads still work, and after the lock everything does."""
    host = open_host(sqlite)
    game, challenge = await start(host), await propose(host)
    with locked_by_another(sqlite):
        for request in (
            lambda: host.games.move(GUILD, game.id, ADA, "A1"),
            lambda: host.games.resign(GUILD, game.id, ADA),
            lambda: host.challenges.cancel(GUILD, challenge.id, ADA),
        ):
            async with refused(sqlite, Busy) as info:
                await request()
            assert str(info.value) == "I am very busy right now. Nothing was changed; please try again."
        assert await host.games.find(GUILD, game.id) == game
    assert (await play(host, game, "A1")).ply == 1


@pytest.mark.parametrize("code", ["40001", "40P01"])
async def test_a_transaction_aborted_by_postgresql_is_refused(postgres_url: str, code: str) -> None:
    postgres = Database(postgres_url)
    with pytest.raises(Busy):
        async with postgres.writing() as connection:
            await connection.execute(text(f"DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}'; END $$"))
    await postgres.close()


@pytest.mark.usefixtures("impatient")
async def test_a_locked_database_is_refused_at_the_start(sqlite: Database) -> None:
    with locked_by_another(sqlite), pytest.raises(DatabaseUnusable) as info:
        await migrate(sqlite)
    assert str(info.value) == (
        f"The database {sqlite.path} is locked by another program. Stop that program, or wait, and try again."
    )
    await migrate(sqlite)


async def test_sqlite_connections_use_durable_settings(sqlite: Database) -> None:
    """Every connection writes ahead, waits for the disk, checks foreign keys and waits for locks."""
    async with sqlite.reading() as one, sqlite.reading() as other, sqlite.writing() as writing:
        for connection in (one, other, writing):
            pragmas = {
                pragma: await connection.scalar(text(f"PRAGMA {pragma}"))
                for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_read_then_write_transactions_wait_for_each_other(sqlite: Database) -> None:
    """Twenty blocks in two processes count up: none meets a locked database, and none counts from an old number."""
    other = Database(sqlite.url.render_as_string())

    async def count_up(database: Database) -> None:
        async with database.writing() as connection:
            number = await connection.scalar(select(func.count()).select_from(published_commands))
            await connection.execute(insert(published_commands).values(application_id=number, digest="x"))

    await asyncio.gather(*(count_up(database) for database in (sqlite, other) for _ in range(10)))
    assert [number for number, _ in (await contents(sqlite))["published_commands"]] == list(range(20))
    await other.close()


async def test_an_error_rolls_back_the_whole_transaction(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        await write(database, 1, then=ZeroDivisionError())
    assert (await contents(database))["published_commands"] == []


async def test_a_failing_statement_rolls_back_earlier_ones(database: Database) -> None:
    """The next block can be used as if nothing had been."""
    with pytest.raises(IntegrityError):
        await write(database, 1, 2, 1)
    assert (await contents(database))["published_commands"] == []
    await write(database, 3)
    assert (await contents(database))["published_commands"] == [(3, "x")]


async def test_a_move_without_a_game_is_rejected(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.execute(insert(moves).values(game_id=4, ply=0, text="A1", played_at=noon()))


async def test_readers_see_committed_rows_only(database: Database) -> None:
    digests = select(published_commands.c.digest)
    async with database.writing() as connection:
        await connection.execute(insert(published_commands).values(application_id=1, digest="x"))
        async with database.reading() as reader:
            assert (await reader.scalars(digests)).all() == []
    async with database.reading() as reader:
        assert (await reader.scalars(digests)).all() == ["x"]


async def test_a_read_snapshot_is_stable_during_writes(database: Database) -> None:
    numbers = select(published_commands.c.application_id)
    await write(database, 1)
    async with database.snapshot() as connection:
        assert (await connection.scalars(numbers)).all() == [1]
        await write(database, 2)
        assert (await connection.scalars(numbers)).all() == [1]
    async with database.snapshot() as connection:
        assert (await connection.scalars(numbers)).all() == [1, 2]


async def test_times_are_stored_in_utc(database: Database) -> None:
    """They come back as the same moment, aware and in UTC; a time that could be any moment is refused."""
    here = datetime(2030, 1, 1, 0, 30, 15, 123456, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    game = await start(open_host(database, now=lambda: here))
    stored = (await open_host(database).games.find(GUILD, game.id)).created_at
    assert stored == here
    assert stored.utcoffset() == timedelta(0)
    assert stored.astimezone(UTC).day == 31
    naive = open_host(database, now=lambda: here.replace(tzinfo=None))
    async with refused(database, StatementError) as info:
        await propose(naive)
    assert "a time without a time zone cannot be stored" in str(info.value)
