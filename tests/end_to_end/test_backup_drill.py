"""The drill: a backup while games go on, then the store is lost, and the backup takes its place."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, game_id
from tests.end_to_end.test_starting import run

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord:
        yield discord


@pytest_asyncio.fixture(loop_scope="session")
async def bot(discord: LocalDiscord, database_url: str, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(discord, database_url, tmp_path / "bot.log") as bot:
        yield bot


@pytest.fixture
def table(discord: LocalDiscord, bot: BotProcess) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(discord)


async def bot_py(bot: BotProcess, *words: str) -> tuple[int, str]:
    """Run `python bot.py` on the store of a bot; return the exit status and all that it says."""
    status, out, err = await run(*words, **bot.environment())
    assert "Traceback" not in err
    return status, out + err


async def test_a_store_that_is_lost_is_restored_and_its_games_go_on(
    table: Table, bot: BotProcess, tmp_path: Path
) -> None:
    backup = str(tmp_path / "backup.db")
    await table.lift_limits()
    finished = await table.begin(variant="dodge", size=3)
    await table.ada.press(finished, "B2")
    await table.shows(finished, "Game over")
    board = await table.begin(variant="blocking")
    await table.ada.press(board, "C3")
    await table.shows(board, "Last move (1): X C3")
    other = await table.begin(variant="blocking")

    backing_up = asyncio.create_task(bot_py(bot, "backup", backup))
    for number, cell in enumerate(["C3", "A1", "E5", "B4"], start=1):
        await (table.bob, table.ada)[number % 2].press(other, cell)
        await table.shows(other, f"Last move ({number})")
    assert (await backing_up)[0] == 0

    await table.bob.press(board, "A1")
    await table.shows(board, "Last move (2): O A1")
    status, said = await bot_py(bot, "restore", backup)
    assert (status, said[:46]) == (2, "Another process of Gridlock uses the database ")
    await bot.kill()
    for file in tmp_path.glob("gridlock.db-*"):  # noqa: ASYNC240  # nothing waits for it
        file.unlink()
    (tmp_path / "gridlock.db").write_bytes(b"\xff" * 100_000)
    assert await bot_py(bot, "check") == (
        1,
        "It cannot be read: file is not a database.\n1 fault; not everything could be checked.\n",
    )

    status, said = await bot_py(bot, "restore", backup)
    assert status == 0
    kept = next(tmp_path.glob("gridlock.before-restore-*.db"))  # noqa: ASYNC240  # nothing waits for it
    assert f"What was there is kept as {kept}." in said
    assert kept.stat().st_size == 100_000
    await bot.start()
    status, said = await bot_py(bot, "check")
    assert status == 0, said
    assert said.endswith("checked: nothing is wrong.\n")
    standings = (await table.answer(await table.ada.command(table.channel, "gridlock leaderboard"))).text
    assert f"{table.ada.mention} **1 point** · 1 played" in standings
    moved = await table.bob.command(table.channel, "gridlock move", cell="E5", game=game_id(board))
    assert "Last move (2): O E5" in (await table.answer(moved)).text
