from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError, StatementError

from gridlock_host import Database, DatabaseUnusable, migrate, sqlite_engine
from gridlock_host.errors import Busy
from gridlock_host.schema import moves, published_commands
from tests.host.support import ADA, GUILD, contents, contents_of, noon, open_host, play, propose, refused, start


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


@pytest.mark.parametrize(
    ("url", "chosen"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite+aiosqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("postgresql://ada:secret@host/games", "postgresql+asyncpg://ada:secret@host/games"),
        ("postgres://ada@host/games", "postgresql+asyncpg://ada@host/games"),
        ("postgresql+psycopg://ada@host/games", "postgresql+asyncpg://ada@host/games"),
    ],
)
def test_the_asynchronous_driver_is_chosen_whatever_the_url_says(
    url: str, chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Database(url).url.render_as_string(hide_password=False) == chosen


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("games.db", "DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db"),
        (
            "postgresql://x@127.0.0.1:abc/x",
            "DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db",
        ),
        ("", "DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db"),
        ("mysql://host/games", "DATABASE_URL names 'mysql'; only SQLite and PostgreSQL are supported."),
        ("postgresql://no..host/games", "DATABASE_URL names 'no..host'; there can be no machine of that name."),
        (
            f"postgresql://{'h' * 64}/games",
            f"DATABASE_URL names '{'h' * 64}'; there can be no machine of that name.",
        ),
        ("postgresql://host:65536/games", "DATABASE_URL names the port 65536; there is none above 65535."),
        ("sqlite:///games%00.db", "DATABASE_URL names a database with a NUL in its name, which none can have."),
    ],
)
def test_a_url_of_nothing_usable_is_refused(url: str, sentence: str) -> None:
    with pytest.raises(DatabaseUnusable) as info:
        Database(url)
    assert str(info.value) == sentence


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://host/games?prepared_statement_cache_size=many",
        "postgresql:///games?host=one:1,two:2,",
        "sqlite:///{folder}/games.db?timeout=long",
        "sqlite:///{folder}/games.db?check_same_thread=perhaps",
    ],
)
def test_an_option_that_cannot_be_used_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match="DATABASE_URL has an option that cannot be used: "):
        Database(address.format(folder=tmp_path))


@pytest.mark.parametrize("length", [240, 300])
def test_a_file_whose_name_is_too_long_is_refused(tmp_path: Path, length: int) -> None:
    """Also where only those are that stand beside it."""
    with pytest.raises(DatabaseUnusable, match="cannot be used: File name too long"):
        Database(f"sqlite:///{tmp_path / ('x' * length)}")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"])
def test_a_database_in_memory_is_refused(url: str) -> None:
    """It would forget every game, and it has one connection only, whose readers would undo what writers do."""
    with pytest.raises(DatabaseUnusable, match="in memory"):
        Database(url)


async def test_the_folder_of_a_database_is_made(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new' / 'deep' / 'gridlock.db'}")
    await migrate(database)
    assert await open_host(database).open_games(GUILD, ADA) == []
    await database.close()


NOT_OPENED = (
    "The database {} cannot be opened, read or written (unable to open database file). Look at the disk, and whether "
    "the user who runs the bot may use the file and its folder; then try again."
)


async def cannot_start(url: str) -> str:
    """The sentence with which a database is refused at the start; nothing of it may be left running."""
    threads = set(threading.enumerate())
    database = Database(url)
    with pytest.raises(DatabaseUnusable) as info:
        await migrate(database)
    await database.close()
    for thread in set(threading.enumerate()) - threads:
        if "_connection_worker_thread" in thread.name:  # which is aiosqlite's
            await asyncio.to_thread(thread.join, 5)
            assert not thread.is_alive()
    return str(info.value)


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 200)
    files = contents_of(tmp_path)
    sentence = await cannot_start(f"sqlite:///{tmp_path / 'letter.txt'}")
    assert sentence == (
        f"{tmp_path / 'letter.txt'} is no database (file is not a database), and was left as it is. "
        "Look at DATABASE_URL, or put a backup in its place: python bot.py restore FILE"
    )
    assert contents_of(tmp_path) == files


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert await cannot_start(f"sqlite:///{tmp_path}") == NOT_OPENED.format(tmp_path)


async def test_a_folder_that_is_not_there_is_made_only_for_a_plain_address(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "gridlock.db"
    assert await cannot_start(f"sqlite:///file:{path}?uri=true") == NOT_OPENED.format(f"file:{path}")


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUnusable) as info:
        Database(f"sqlite:///{tmp_path / 'file' / 'gridlock.db'}")
    assert str(info.value).startswith(f"The database's folder {tmp_path / 'file'} cannot be made: ")


@pytest.fixture
def read_only_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "read-only"
    folder.mkdir(0o500)
    return folder


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_a_folder_that_cannot_be_written_to_is_refused(read_only_folder: Path) -> None:
    path = read_only_folder / "gridlock.db"
    assert await cannot_start(f"sqlite:///{path}") == NOT_OPENED.format(path)


async def test_a_database_that_can_only_be_read_is_refused(migrated_file: Path) -> None:
    """It is opened read-only here, because that binds the superuser too."""
    url = f"sqlite:///file:{migrated_file}?mode=ro&uri=true"
    assert await cannot_start(url) == (
        f"The database file:{migrated_file} can only be read (attempt to write a readonly database). "
        "Let the user who runs the bot write to the file and to its folder, and try again."
    )


@pytest.mark.parametrize("address", ["127.0.0.1:1", "no-such-host.invalid"])
async def test_a_server_that_does_not_answer_is_refused(address: str) -> None:
    sentence = await cannot_start(f"postgresql://ada:secret@{address}/games")
    assert sentence.startswith(f"The database postgresql://{address}/games cannot be reached (")
    assert sentence.endswith("). Look whether its server runs and DATABASE_URL names it, and try again.")


async def test_a_server_without_the_database_is_refused(postgres_url: str) -> None:
    sentence = await cannot_start(postgres_url + "_not")
    assert sentence.startswith("The database postgresql://")
    assert sentence.endswith('_not" does not exist. Look at DATABASE_URL, and try again.')


@pytest.mark.parametrize(
    ("option", "ending"),
    [("sslmode=require", "'sslmode'. Encryption is asked for with ?ssl=require."), ("nonsense=1", "'nonsense'.")],
)
async def test_an_option_that_the_driver_does_not_know_is_refused(option: str, ending: str) -> None:
    sentence = await cannot_start(f"postgresql://ada@127.0.0.1:1/games?{option}")
    assert sentence.startswith("DATABASE_URL has an option that the database's driver does not know: ")
    assert sentence.endswith(ending)


@contextmanager
def locked_by_another(database: Database) -> Iterator[None]:
    assert database.url.database is not None
    with closing(sqlite3.connect(database.url.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections give up at once where they would wait for a lock."""
    pragmas = [pragma for pragma in sqlite_engine._PRAGMAS if "busy_timeout" not in pragma]
    monkeypatch.setattr(sqlite_engine, "_PRAGMAS", ["PRAGMA busy_timeout = 0", *pragmas])


@pytest.mark.usefixtures("impatient")
async def test_when_another_program_keeps_the_file_locked_a_request_is_refused(sqlite: Database) -> None:
    """Reading goes on meanwhile, and once the lock is gone, so does everything else."""
    sessions = open_host(sqlite)
    game, challenge = await start(sessions), await propose(sessions)
    with locked_by_another(sqlite):
        for request in (
            lambda: sessions.move(GUILD, game.id, ADA, "A1"),
            lambda: sessions.resign(GUILD, game.id, ADA),
            lambda: sessions.cancel(GUILD, challenge.id, ADA),
        ):
            async with refused(sqlite, Busy) as info:
                await request()
            assert str(info.value) == "I am very busy right now. Nothing was changed; please try again."
        assert await sessions.find_game(GUILD, game.id) == game
    assert (await play(sessions, game, "A1")).ply == 1


@pytest.mark.parametrize("code", ["40001", "40P01"])
async def test_a_transaction_that_postgresql_ends_for_the_sake_of_others_is_refused(
    postgres_url: str, code: str
) -> None:
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
        f"The database {sqlite.path} is locked by another program. Stop it, or wait, and try again."
    )
    await migrate(sqlite)


async def test_sqlite_is_set_up_to_be_trusted_with_games(sqlite: Database) -> None:
    """Every connection writes ahead, waits for the disk, checks foreign keys and waits for locks."""
    async with sqlite.reading() as one, sqlite.reading() as other, sqlite.writing() as writing:
        for connection in (one, other, writing):
            pragmas = {
                pragma: await connection.scalar(text(f"PRAGMA {pragma}"))
                for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


async def test_blocks_that_read_and_then_write_wait_for_each_other(sqlite: Database) -> None:
    """Twenty blocks in two processes count up: none meets a locked database, and none counts from an old number."""
    other = Database(sqlite.url.render_as_string())

    async def count_up(database: Database) -> None:
        async with database.writing() as connection:
            number = await connection.scalar(select(func.count()).select_from(published_commands))
            await connection.execute(insert(published_commands).values(application_id=number, digest="x"))

    await asyncio.gather(*(count_up(database) for database in (sqlite, other) for _ in range(10)))
    assert [number for number, _ in (await contents(sqlite))["published_commands"]] == list(range(20))
    await other.close()


async def test_an_error_undoes_the_whole_block(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        await write(database, 1, then=ZeroDivisionError())
    assert (await contents(database))["published_commands"] == []


async def test_a_failing_statement_undoes_those_before_it(database: Database) -> None:
    """The next block can be used as if nothing had been."""
    with pytest.raises(IntegrityError):
        await write(database, 1, 2, 1)
    assert (await contents(database))["published_commands"] == []
    await write(database, 3)
    assert (await contents(database))["published_commands"] == [(3, "x")]


async def test_a_move_belongs_to_a_game(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.execute(insert(moves).values(game_id=4, ply=0, text="A1", played_at=noon()))


async def test_readers_see_what_was_committed_and_nothing_else(database: Database) -> None:
    digests = select(published_commands.c.digest)
    async with database.writing() as connection:
        await connection.execute(insert(published_commands).values(application_id=1, digest="x"))
        async with database.reading() as reader:
            assert (await reader.scalars(digests)).all() == []
    async with database.reading() as reader:
        assert (await reader.scalars(digests)).all() == ["x"]


async def test_a_snapshot_stays_as_it_is_while_others_write(database: Database) -> None:
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
    stored = (await open_host(database).find_game(GUILD, game.id)).created_at
    assert stored == here
    assert stored.utcoffset() == timedelta(0)
    assert stored.astimezone(UTC).day == 31
    naive = open_host(database, now=lambda: here.replace(tzinfo=None))
    async with refused(database, StatementError) as info:
        await propose(naive)
    assert "a time without a time zone cannot be stored" in str(info.value)


def test_a_link_to_a_file_means_the_file(tmp_path: Path) -> None:
    """So that a lock is the file's, and a restore replaces the file and not the link."""
    (tmp_path / "link.db").symlink_to(tmp_path / "disk.db")
    assert Database(f"sqlite:///{tmp_path / 'link.db'}").path == tmp_path / "disk.db"
