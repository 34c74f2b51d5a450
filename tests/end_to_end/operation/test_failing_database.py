"""Faults of the database: players are asked to try again, and the bot recovers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, refusal, reply
from tests.host.support.failing_proxy import Breaks, Line
from tests.host.support.postgres import new_postgres_database
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

TRY_AGAIN = "My database does not work right now. Nothing was changed; please try again in a few minutes."


async def test_on_a_full_disk_no_move_is_lost_and_the_fault_is_logged_once(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board = await table.begin()
    challenge = await table.challenge()
    shown, asked = board.text, challenge.text
    with own_bot.unable_to_write():
        await own_bot.until_logged("cannot be read or written")
        for _ in range(3):
            assert refusal(await table.ada.press(board, "C3")) == TRY_AGAIN
        assert refusal(await table.bob.press(challenge, "Accept")) == TRY_AGAIN
        assert refusal(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob)) == TRY_AGAIN
        assert "C3" not in reply(await table.bob.command(table.channel, "gridlock games")).text
        assert (board.text, challenge.text) == (shown, asked)
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")
    await table.bob.press(challenge, "Accept")
    await own_bot.until_logged("can be written again")
    assert own_bot.log.count("cannot be read or written") == 1
    assert "Traceback" not in own_bot.log
    assert own_bot.read_rows("PRAGMA integrity_check") == [("ok",)]
    assert "sweep" not in own_bot.log


async def test_a_copy_can_be_played_on_as_long_as_it_is_not_stored_that_another_one_is_the_board(
    own_table: Table, own_bot: BotProcess
) -> None:
    """A process that died now would know only the former copy."""
    table = own_table
    board = await table.begin()
    elsewhere = table.guild.add_channel("elsewhere")
    with own_bot.unable_to_write():
        fetched = reply(await table.ada.command(elsewhere, "gridlock board"))
        await own_bot.until_logged(f"game {game_id(board)}: a step after the answer was refused")
        assert "to move" in board.text
        assert [button.label for button in board.buttons] == [button.label for button in fetched.buttons]
    await table.ada.press(fetched, "C3")
    await table.shows(fetched, "played **C3**")


async def test_a_move_during_a_broken_connection_gets_a_true_answer(
    tmp_path: Path,
) -> None:
    """It is shown where it was stored, and it is said to be unknown where nobody can look."""
    async with (
        new_postgres_database() as url,
        Line(url).laid() as line,
        patient_discord() as discord,
        BotProcess(discord, tmp_path, more={"DATABASE_URL": line.url}) as bot,
    ):
        table = Table.lay(discord)
        board = await table.begin()
        line.break_once(Breaks.BEFORE_ANSWER, value="C3")
        await table.ada.press(board, "C3")
        await table.shows(board, "played **C3**")
        line.break_once(Breaks.BEFORE_ANSWER, value="E3", for_good=True)
        pressed = await table.bob.press(board, "E3")
        said = await discord.until(lambda: pressed.followups, "a word on what became of the move")
        assert said[0].ephemeral
        assert said[0].text.startswith(
            "My database failed while I was storing that, so I do not know whether it is stored"
        )
        line.mend()
        assert "played **E3**" in reply(await table.bob.command(table.channel, "gridlock board")).text
        assert "Traceback" not in bot.log


async def test_the_last_move_of_a_game_is_shown_although_nothing_can_be_read_after_it_was_stored(
    tmp_path: Path,
) -> None:
    async with (
        new_postgres_database() as url,
        Line(url).laid() as line,
        patient_discord() as discord,
        BotProcess(discord, tmp_path, more={"DATABASE_URL": line.url}) as bot,
    ):
        table = Table.lay(discord)
        board = await table.begin(variant="dodge", size=3)
        line.break_once(Breaks.AFTER_ANSWER, value="B2", for_good=True)
        await table.ada.press(board, "B2")
        await table.shows(board, "Game over")
        assert line.broken == 1
        line.mend()
        assert "Traceback" not in bot.log
