"""Start of the bot: settings, database, and messages when something is missing."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from local_discord import Request
from tests.end_to_end.support.api_description import DESCRIPTION, breaches
from tests.end_to_end.support.bot_commands import run, run_from_scratch
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.host.support.host import contents_of
from tests.support.forked_bot import ROOT
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.stand_in import patient_discord


async def test_without_a_token_the_bot_says_what_to_do() -> None:
    status, out, err = await run_from_scratch()
    assert (status, out) == (2, "")
    assert "DISCORD_TOKEN" in err
    assert "--local" in err
    assert "Traceback" not in err


async def test_a_wrong_token_has_its_own_message(database_url: str) -> None:
    async with patient_discord() as discord:
        environment = {
            "DATABASE_URL": database_url,
            "GRIDLOCK_DISCORD_API": discord.api_url,
            "GRIDLOCK_DISCORD_GATEWAY": discord.gateway_url,
        }
        status, _, err = await run(DISCORD_TOKEN="wrong-and-secret", **environment)  # noqa: S106
    assert status == 2
    assert "Discord refuses the token" in err
    assert "wrong-and-secret" not in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        (
            {"GRIDLOCK_DISCORD_API": "http://192.0.2.1/api/v10", "GRIDLOCK_DISCORD_GATEWAY": "ws://127.0.0.1/"},
            "loopback",
        ),
        (
            {"GRIDLOCK_DISCORD_API": "http://127.0.0.1/api/v10", "GRIDLOCK_DISCORD_GATEWAY": "wss://example.org/"},
            "loopback",
        ),
        ({"GRIDLOCK_DISCORD_API": "http://127.0.0.1/api/v10"}, "or neither"),
        ({"DATABASE_URL": "mysql://127.0.0.1/x"}, "only SQLite and PostgreSQL"),
        ({"DATABASE_URL": "postgresql://x@127.0.0.1:9/x?sslmode=require"}, "does not know"),
        ({"GRIDLOCK_SWEEP_SECONDS": "soon"}, "soon"),
    ],
)
async def test_wrong_settings_are_refused_with_a_sentence(environment: dict[str, str], sentence: str) -> None:
    status, _, err = await run(DISCORD_TOKEN="secret", **environment)  # noqa: S106
    assert status == 2
    assert sentence in err
    assert "Traceback" not in err
    assert "secret" not in err


def damaged(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xff" * 4096)


def no_database(path: Path) -> None:
    path.write_text("Dear Ada, " * 1000)


def newer(path: Path) -> None:
    change(path, "UPDATE alembic_version SET version_num = '9999'")


def lacking_a_table(path: Path) -> None:
    change(path, "DROP TABLE moves")


def of_another_program(path: Path) -> None:
    change(path, "DROP TABLE alembic_version")


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


async def test_an_unusable_database_is_reported_with_the_remedy(tmp_path: Path) -> None:
    expected: dict[Callable[[Path], None], str] = {
        damaged: r"The database {} is damaged \(.*\)\. Nothing was changed\. .* python bot\.py restore FILE\n",
        no_database: r"{} is not a database \(.*\)\. Nothing was changed\. Check DATABASE_URL, or .*\n",
        newer: r"The database {} is newer than this program \(its schema is 9999, .*\)\. Update Gridlock, or .*\n",
        lacking_a_table: r"The database {} is incomplete\. It has no table moves\. .*, and restore a backup, .*\n",
        of_another_program: r"The database {} could not be updated .*set another one in DATABASE_URL\.\n",
    }
    for spoil, sentence in expected.items():
        folder = tmp_path / spoil.__name__
        folder.mkdir()
        path = Path(shutil.copy(migrated_sqlite(), folder))
        spoil(path)
        # The lock stays there.
        (folder / "gridlock.db.lock").touch()
        before = contents_of(path.parent)
        environment = {"DATABASE_URL": f"sqlite:///{path}", "GRIDLOCK_LOG_LEVEL": "ERROR"}
        status, _, err = await run(DISCORD_TOKEN="secret", **environment)  # noqa: S106
        assert status == 2
        assert re.fullmatch(sentence.format(re.escape(str(path))), err), err
        assert contents_of(path.parent) == before


async def test_an_unreachable_server_is_named_without_user_and_password() -> None:
    url = "postgresql://ada:hunter2@127.0.0.1:1/games"
    status, _, err = await run(DISCORD_TOKEN="secret", DATABASE_URL=url)  # noqa: S106
    assert status == 2
    assert err.startswith("The database postgresql://127.0.0.1:1/games cannot be reached (")
    assert "hunter2" not in err


async def test_a_check_reports_an_unreachable_server_once() -> None:
    status, out, err = await run("check", DATABASE_URL="postgresql://ada@127.0.0.1:1/games")
    assert (status, err) == (1, "")
    assert out.startswith("The database cannot be read: ")


async def test_a_bot_stopped_during_its_start_ends_quietly(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        hold = discord.faults.hold("GET", "/users/@me")
        bot = BotProcess(discord, tmp_path)
        starting = asyncio.create_task(bot.start())
        await hold.reached()
        stopping = asyncio.create_task(bot.stop())
        hold.release()
        assert await stopping == 0
        starting.cancel()
        assert "Traceback" not in bot.log


async def test_a_bot_waiting_for_discord_can_be_stopped(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        hold = discord.faults.hold("GET", "/users/@me")
        bot = BotProcess(discord, tmp_path)
        starting = asyncio.create_task(bot.start())
        await hold.reached()
        assert await bot.stop() == 0
        hold.release()
        starting.cancel()
        assert "Traceback" not in bot.log


async def test_unreachable_discord_is_reported_in_a_sentence(database_url: str) -> None:
    nowhere = {"GRIDLOCK_DISCORD_API": "http://127.0.0.1:9/api/v10", "GRIDLOCK_DISCORD_GATEWAY": "ws://127.0.0.1:9/"}
    status, _, err = await run(DISCORD_TOKEN="secret", DATABASE_URL=database_url, **nowhere)  # noqa: S106
    assert status == 2
    assert "cannot be reached" in err
    assert "Traceback" not in err


@only_by_gateway("it logs the connection")
async def test_the_token_is_never_written_to_the_log(tmp_path: Path) -> None:
    async with patient_discord(token="very-secret-token") as discord:  # noqa: S106
        bot = BotProcess(discord, tmp_path, is_forked=False)
        await bot.start()
        assert await bot.stop() == 0
        assert "discord.gateway" in bot.log
        assert "very-secret-token" not in bot.log


@pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description of its API is not beside the project")
def test_request_bodies_are_validated_against_the_api_description() -> None:
    """They are compared when the bot of the other tests ends; this says so, or why not."""
    assert breaches([Request("POST", "/channels/1/messages", {"content": 7}, at=0.0)])


def test_nothing_imports_the_entry_point() -> None:
    """import-linter cannot take a single module as a root."""
    importing = re.compile(r"^\s*(import bot\b|from bot\b)", re.MULTILINE)
    packages = [path.parent for path in ROOT.glob("*/__init__.py")]
    found = [path for package in packages for path in package.rglob("*.py")]
    assert len(packages) > 10
    assert [path for path in found if importing.search(path.read_text(encoding="utf-8"))] == []


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.glob("gridlock.db*")}


async def test_only_the_owner_can_read_the_files_that_the_bot_creates(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path, is_forked=False)
        usual = os.umask(0o022)
        try:
            await bot.start()
        finally:
            os.umask(usual)
        assert modes_in(tmp_path) == dict.fromkeys(
            ("gridlock.db", "gridlock.db-shm", "gridlock.db-wal", "gridlock.db.lock"), 0o600
        )
        assert await bot.stop() == 0
        bot.store.chmod(0o644)
        await bot.start()
        assert await bot.stop() == 0
        assert bot.log.count("Every user of this machine can read the database") == 1
