"""Database URLs, and databases that cannot be opened."""

import asyncio
import os
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from gridlock_host import Database, DatabaseUnusable, migrate
from tests.host.support.host import ADA, GUILD, contents_of, open_host
from tests.host.support.postgres import new_postgres_database


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
        ("postgresql://no..host/games", "DATABASE_URL names the host 'no..host', which is not a valid host name."),
        (
            f"postgresql://{'h' * 64}/games",
            f"DATABASE_URL names the host '{'h' * 64}', which is not a valid host name.",
        ),
        ("postgresql://host:65536/games", "DATABASE_URL names the port 65536; the highest port is 65535."),
        ("sqlite:///games%00.db", "DATABASE_URL has a NUL character in the name of the database. Remove it."),
    ],
)
def test_an_unusable_url_is_refused(url: str, sentence: str) -> None:
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
def test_an_unusable_option_is_refused(address: str, tmp_path: Path) -> None:
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


async def test_the_folder_of_a_database_is_created(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'new' / 'deep' / 'gridlock.db'}")
    await migrate(database)
    assert await open_host(database).games.open_for(GUILD, ADA) == []
    await database.close()


NOT_OPENED = (
    "The database {} cannot be opened, read or written (unable to open database file). Check the disk, and that the "
    "user who runs the bot has access to the file and its folder; then try again."
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


async def test_a_file_that_is_no_database_is_refused_unchanged(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ada, " * 200)
    files = contents_of(tmp_path)
    sentence = await cannot_start(f"sqlite:///{tmp_path / 'letter.txt'}")
    assert sentence == (
        f"{tmp_path / 'letter.txt'} is not a database (file is not a database). Nothing was changed. "
        "Check DATABASE_URL, or restore a backup: python bot.py restore FILE"
    )
    assert contents_of(tmp_path) == files


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert await cannot_start(f"sqlite:///{tmp_path}") == NOT_OPENED.format(tmp_path)


async def test_a_missing_folder_is_created_only_for_a_plain_path(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "gridlock.db"
    assert await cannot_start(f"sqlite:///file:{path}?uri=true") == NOT_OPENED.format(f"file:{path}")


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUnusable) as info:
        Database(f"sqlite:///{tmp_path / 'file' / 'gridlock.db'}")
    assert str(info.value).startswith(f"The database's folder {tmp_path / 'file'} cannot be created: ")


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
        f"The database file:{migrated_file} is read-only (attempt to write a readonly database). "
        "Give the user who runs the bot write access to the file and its folder, and try again."
    )


@pytest.mark.parametrize("address", ["127.0.0.1:1", "no-such-host.invalid"])
async def test_a_server_that_does_not_answer_is_refused(address: str) -> None:
    sentence = await cannot_start(f"postgresql://ada:secret@{address}/games")
    assert sentence.startswith(f"The database postgresql://{address}/games cannot be reached (")
    assert sentence.endswith("). Check that its server runs and that DATABASE_URL is right, and try again.")


async def test_a_server_without_the_database_is_refused(postgres_url: str) -> None:
    sentence = await cannot_start(postgres_url + "_not")
    assert sentence.startswith("The database postgresql://")
    assert sentence.endswith('_not" does not exist. Check DATABASE_URL, and try again.')


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII", "EUC_JP"])
async def test_a_database_that_cannot_store_every_text_is_refused(encoding: str) -> None:
    async with new_postgres_database(encoding=encoding) as url:
        sentence = await cannot_start(url)
        database = Database(url)
        tables = await database.fetch(text("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'"))
        await database.close()
    assert tables == []
    assert f" has the encoding {encoding}, which cannot store every text; Gridlock needs UTF8. " in sentence


@pytest.mark.parametrize(
    ("option", "ending"),
    [("sslmode=require", "'sslmode'. For encryption, write ?ssl=require."), ("nonsense=1", "'nonsense'.")],
)
async def test_an_option_that_the_driver_does_not_know_is_refused(option: str, ending: str) -> None:
    sentence = await cannot_start(f"postgresql://ada@127.0.0.1:1/games?{option}")
    assert sentence.startswith("DATABASE_URL has an option that the database's driver does not know: ")
    assert sentence.endswith(ending)


def test_a_symbolic_link_means_its_target(tmp_path: Path) -> None:
    """So that a lock is the file's, and a restore replaces the file and not the link."""
    (tmp_path / "link.db").symlink_to(tmp_path / "disk.db")
    assert Database(f"sqlite:///{tmp_path / 'link.db'}").path == tmp_path / "disk.db"
