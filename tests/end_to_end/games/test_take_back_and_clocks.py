"""Taking a move back is no way out of a loss on time, and costs nobody time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.deadlines import shown, stored
from tests.end_to_end.support.table import Table, game_id, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def taken_back(table: Table) -> tuple[Message, datetime]:
    """A game in which Ada has taken her first move back, with an hour a move; and when Bob agreed, or just before."""
    board = await table.begin(time="1 hour")
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    wish = reply(await table.ada.press(board, "Take back"))
    agreed_at = datetime.now(UTC)
    await table.bob.press(wish, "Agree")
    await table.shows(board, "No move yet.")
    return board, agreed_at


async def test_the_clock_of_whoever_moves_again_starts_afresh(table: Table, bot: BotProcess) -> None:
    board, agreed_at = await taken_back(table)
    deadline = stored(bot, board, "deadline")
    assert deadline >= agreed_at + timedelta(hours=1)
    assert shown(board) == {deadline.replace(microsecond=0)}
    assert f"**{table.ada.mention}** (X) to move" in board.text


async def test_a_game_in_which_a_move_was_taken_back_is_lost_on_time_and_not_called_off(
    table: Table, bot: BotProcess
) -> None:
    board, _ = await taken_back(table)
    bot.run_out(game_id(board))
    await table.shows(board, f"{table.bob.mention} (O) won: {table.ada.mention} (X) ran out of time.")
    assert "1 played, 1 won" in reply(await table.bob.command(table.channel, "gridlock stats")).text
