"""Backup drill: back up while games go on, lose the database, restore."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def bot_py(bot: BotProcess, *words: str) -> tuple[int, str]:
    """Run `python bot.py` on the store of a bot; return the exit status and all that it says."""
    status, out, err = await run(*words, **bot.environment())
    assert "Traceback" not in err
    return status, out + err


async def test_a_lost_database_is_restored_and_its_games_go_on(
    own_table: Table, own_bot: BotProcess, tmp_path: Path
) -> None:
    backup = str(tmp_path / "backup.db")
    await own_table.lift_limits()
    finished = await own_table.begin(variant="dodge", size=3)
    await own_table.ada.press(finished, "B2")
    await own_table.shows(finished, "Game over")
    board = await own_table.begin(variant="blocking")
    await own_table.ada.press(board, "C3")
    await own_table.shows(board, "played **C3**")
    other = await own_table.begin(variant="blocking")

    backing_up = asyncio.create_task(bot_py(own_bot, "backup", backup))
    for number, cell in enumerate(["C3", "A1", "E5", "B4"], start=1):
        await (own_table.bob, own_table.ada)[number % 2].press(other, cell)
        await own_table.shows(other, f"· move {number + 1}")
    assert (await backing_up)[0] == 0

    await own_table.bob.press(board, "A1")
    await own_table.shows(board, "played **A1**")
    status, said = await bot_py(own_bot, "restore", backup)
    assert (status, said[:46]) == (2, "Another process of Gridlock uses the database ")
    await own_bot.kill()
    for file in own_bot.store.parent.glob("gridlock.db-*"):
        file.unlink()
    own_bot.store.write_bytes(b"\xff" * 100_000)
    assert await bot_py(own_bot, "check") == (
        1,
        "It cannot be read: file is not a database.\n1 fault; not everything could be checked.\n",
    )

    status, said = await bot_py(own_bot, "restore", backup)
    assert status == 0
    kept = next(own_bot.store.parent.glob("gridlock.before-restore-*.db"))
    assert f"What was there is kept as {kept}." in said
    assert kept.stat().st_size == 100_000
    await own_bot.start()
    status, said = await bot_py(own_bot, "check")
    assert status == 0, said
    assert said.endswith("checked: nothing is wrong.\n")
    standings = (await own_table.answer(await own_table.ada.command(own_table.channel, "gridlock leaderboard"))).text
    assert f"{own_table.ada.mention} **1 point** · 1 played" in standings
    await own_table.bob.command(own_table.channel, "gridlock move", cell="E5", game=game_id(board))
    await own_table.shows(board, "played **E5**")
