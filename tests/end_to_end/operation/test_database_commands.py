"""Output and exit status of `bot.py backup`, `restore` and `check`."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.ownership.shards import Shards
from operation.command_line import read_command_line
from operation.configuration.settings import Settings
from operation.configuration.values import CannotStart
from operation.database_commands import finish_pending_restore, run_database_command
from tests.host.support.postgres import new_postgres_database
from tests.support.forked_bot import ROOT
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.patience import PATIENCE


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Those of a bot that has run."""
    shutil.copy(migrated_sqlite(), tmp_path / "gridlock.db")
    return Settings.from_environment({"DATABASE_URL": database_url})


async def do(settings: Settings, *words: str) -> int:
    return await run_database_command(settings, read_command_line(words))


def change(tmp_path: Path, statement: str) -> None:
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        connection.execute(statement)
        connection.commit()


async def test_backup_and_restore_print_the_paths(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, backup = tmp_path / "gridlock.db", tmp_path / "backup.db"
    assert await do(settings, "backup", str(backup)) == 0
    assert capsys.readouterr().out == f"{backup} holds all of the database {path}.\n"
    assert await do(settings, "restore", str(backup)) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"The database {path} is now what {backup} holds."
    assert second.startswith(f"What was there is kept as {tmp_path / 'gridlock.before-restore-'}")


async def test_a_check_prints_a_sentence_for_each_fault_and_a_summary(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await do(settings, "check") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "0 games with 0 moves checked: nothing is wrong."
    assert second.startswith("There are no games in it. If there should be some, it may be a copy of the file alone")
    change(tmp_path, "INSERT INTO standings VALUES (8, 9, 'lines', 1, 0)")
    change(tmp_path, "INSERT INTO standings VALUES (8, 10, 'lines', 0, 1)")
    assert await do(settings, "check") == 1
    assert capsys.readouterr().out == (
        "The standings of member 9 in server 8, lines, say 1 won; the results say nothing.\n"
        "The standings of member 10 in server 8, lines, say 1 lost; the results say nothing.\n"
        "0 games with 0 moves checked: 2 faults.\n"
    )


@pytest.mark.parametrize(("command", "tool"), [("backup", "pg_dump"), ("restore", "pg_restore")])
async def test_postgresql_tools_are_named_with_the_option_for_the_database(command: str, tool: str) -> None:
    settings = Settings.from_environment({"DATABASE_URL": "postgresql://ada@127.0.0.1:1/games"})
    with pytest.raises(DatabaseUnusable, match=rf"PostgreSQL has tools of its own: {tool} .*--dbname=DATABASE"):
        await do(settings, command, "backup.db")


async def test_an_interrupted_restore_blocks_commands_and_the_next_start_finishes_it(
    settings: Settings, tmp_path: Path
) -> None:
    assert await do(settings, "backup", str(tmp_path / "backup.db")) == 0
    (tmp_path / "backup.db").rename(tmp_path / "gridlock.db.restoring")
    change(tmp_path, "INSERT INTO departures VALUES (7, '2030-01-01 00:00:00.000000')")
    for words in (["check"], ["backup", str(tmp_path / "other.db")]):
        with pytest.raises(DatabaseUnusable, match="start the bot to finish it"):
            await do(settings, *words)
    await finish_pending_restore(Database(settings.database_url))
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        assert connection.execute("SELECT * FROM departures").fetchall() == []
    assert await do(settings, "check") == 0


async def test_a_missing_database_is_neither_checked_nor_backed_up(tmp_path: Path) -> None:
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path / 'gridlock.db'}"})
    for words in (["check"], ["backup", str(tmp_path / "backup.db")]):
        with pytest.raises(DatabaseUnusable, match="There is no database"):
            await do(settings, *words)


@pytest.mark.parametrize("option", ["--local", "--page", "--local-without-token"])
def test_a_database_command_takes_no_options_for_playing(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as info:
        read_command_line([option, "backup", "backup.db"])
    assert info.value.code == 2
    assert (
        "backup works on the database or the application of the bot and takes no other options"
        in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("text", "shards"),
    [("", None), ("0/1", Shards((0,), 1)), ("0,1/4", Shards((0, 1), 4)), (" 3, 1,1/4", Shards((1, 3), 4))],
)
def test_shards_are_read(text: str, shards: Shards | None) -> None:
    assert Settings.from_environment({"GRIDLOCK_SHARDS": text}).shards == shards


@pytest.mark.parametrize("text", ["all", "4/4", "-1/4", "0", "/4", "0/0", "0/4/4", "0-1/4", "0/10001", "0,/2"])
def test_impossible_shards_are_refused(text: str) -> None:
    with pytest.raises(CannotStart, match=r"GRIDLOCK_SHARDS is .* such as 0,1/4"):
        Settings.from_environment({"GRIDLOCK_SHARDS": text})


async def test_a_closed_standard_output_is_no_unexpected_error(settings: Settings) -> None:
    """As where what reads it has ended, or its disk is full."""
    process = await asyncio.create_subprocess_exec(
        *("sh", "-c", 'exec "$0" bot.py check > /dev/full', sys.executable),
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": settings.database_url},
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await asyncio.wait_for(process.communicate(), timeout=PATIENCE)
    assert process.returncode == 2
    assert err.decode() == "Nothing can be written to standard output: No space left on device.\n"


async def test_a_transfer_prints_what_it_has_copied_and_refuses_sqlite_as_the_target(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.db"
    assert await do(settings, "backup", str(backup)) == 0
    with pytest.raises(DatabaseUnusable, match="Set it to an empty PostgreSQL database"):
        await do(settings, "transfer", str(backup))
    async with new_postgres_database() as url:
        there = Settings.from_environment({"DATABASE_URL": url})
        capsys.readouterr()
        assert await do(there, "transfer", str(backup)) == 0
        assert f" of {backup}. The file is no longer used.\n" in capsys.readouterr().out
        assert await do(there, "check") == 0
        with pytest.raises(DatabaseUnusable, match="is not empty, and nothing was changed"):
            await do(there, "transfer", str(backup))
