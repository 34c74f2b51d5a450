"""Upgrades of the schema beside a process of the last schema, which plays on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from gridlock_host import Database
from gridlock_host.ownership.migration_turn import OlderProcesses, migrate_alone
from gridlock_host.ownership.shards import FreeShards
from gridlock_host.storage import migrate as migrations
from gridlock_host.storage.migrate import columns_in, current_revisions, known_revisions
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, reply
from tests.host.support.postgres import new_postgres_database
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEXT = "9999"
STEP = f'''
"""A step of the next version."""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{known_revisions()[0]}"
branch_labels = None
depends_on = None
MARK


def upgrade() -> None:
    """Add columns and a table."""
    op.add_column("games", sa.Column("weather", sa.Integer(), nullable=False, server_default="7"))
    op.add_column("moves", sa.Column("weather", sa.Text(), nullable=True))
    op.create_table("weather", sa.Column("id", sa.Integer(), primary_key=True))
'''


@pytest_asyncio.fixture(loop_scope="session", params=["sqlite", "postgresql"])
async def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """The database that the process of the last schema uses."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'gridlock.db'}"
        return
    async with new_postgres_database() as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def playing(database_url: str, tmp_path: Path) -> AsyncIterator[tuple[BotProcess, Table]]:
    """A process of the last schema, and a server where people play."""
    async with (
        patient_discord() as discord,
        BotProcess(discord, tmp_path, shards="auto/1", more={"DATABASE_URL": database_url}) as bot,
    ):
        yield bot, Table.lay(discord)
        assert "Traceback" not in bot.log, bot.log


def know_next_version(monkeypatch: pytest.MonkeyPatch, folder: Path, mark: str) -> None:
    """Let this process, and not the bot, be of the next version."""
    folder.mkdir()
    (folder / "s9999_weather.py").write_text(STEP.replace("MARK", mark), encoding="utf-8")
    configuration = migrations._configuration

    def with_next() -> object:
        known = configuration()
        places = [str(Path(migrations.__file__).parent / "migrations" / "versions"), str(folder)]
        known.set_main_option("path_separator", "newline")
        known.set_main_option("version_locations", "\n".join(places))
        return known

    monkeypatch.setattr(migrations, "_configuration", with_next)


async def test_a_process_of_the_last_schema_plays_on_while_a_step_that_only_adds_is_applied(
    playing: tuple[BotProcess, Table], database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, table = playing
    board = await table.begin()
    await table.ada.press(board, "C3")
    know_next_version(monkeypatch, tmp_path / "versions", "adds_only = True")
    database = Database(database_url)
    await migrate_alone(database, FreeShards(1, 1), patience=0)
    async with database.reading() as connection:
        assert await connection.run_sync(current_revisions) == (NEXT,)
        assert "weather" in await connection.run_sync(columns_in)
    await database.close()
    await table.bob.press(board, "E3")
    await table.shows(board, "played **E3**")
    again = await table.begin(variant="dodge", size=3)
    await table.ada.press(again, "B2")
    await table.shows(again, "Game over")
    assert "1 point" in reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    # It would not start any more.
    assert await bot.stop() == 0
    status, _, said = await run(**bot.environment())
    assert (status, "is newer than this program" in said) == (2, True)


async def test_a_step_that_changes_tables_otherwise_is_refused_beside_another_process(
    playing: tuple[BotProcess, Table], database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, table = playing
    know_next_version(monkeypatch, tmp_path / "versions", "")
    database = Database(database_url)
    with pytest.raises(OlderProcesses, match="in a way that an older version cannot work with, so nothing was changed"):
        await migrate_alone(database, FreeShards(1, 1), patience=0)
    async with database.reading() as connection:
        assert await connection.run_sync(current_revisions) == (known_revisions()[1],)
    await database.close()
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")
