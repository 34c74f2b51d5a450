"""Older copies of boards lose their controls, although Discord refuses that at first."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, cells, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


def refuse_edits(table: Table, board: Message, times: int = 1) -> None:
    path = rf"/channels/\d+/messages/{board.id}"
    table.discord.faults.fail("PATCH", path, status=403, code=50001, times=times)


async def later(bot: BotProcess, copy: Message) -> None:
    """Make the refused edit of a copy due for its retry, once the refusal is stored."""
    due = "SELECT 1 FROM old_copies WHERE message_id = ? AND retry_at > datetime('now', '+5 minutes')"
    await bot.until_row(due, copy.id)
    bot.change_rows("UPDATE old_copies SET retry_at = ? WHERE message_id = ?", LONG_AGO, copy.id)


async def none_left(bot: BotProcess, board: Message) -> None:
    await bot.until_row(
        "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM old_copies WHERE game_id = ?)",
        game_id(board),
    )


async def test_a_refused_edit_of_an_older_copy_is_tried_again_until_it_succeeds(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse_edits(table, old, times=2)
    board = await table.move(table.ada, "C3")
    await later(bot, old)
    await later(bot, old)
    await table.shows(old, "The board is now at")
    assert not old.buttons
    await none_left(bot, board)
    assert "played **C3**" in board.text
    assert cells(board)


async def test_a_deleted_copy_is_not_tried_again(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse_edits(table, old)
    board = await table.move(table.ada, "C3")
    await table.called(table.bob, board)
    table.channel.remove(old)
    await later(bot, old)
    await none_left(bot, board)


async def test_a_copy_that_has_become_the_board_again_keeps_its_controls(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse_edits(table, old)
    await table.bob.command(table.channel, "gridlock board")
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    await table.ada.press(old, "C3")
    await table.called(table.bob, old)
    await later(bot, old)
    await none_left(bot, old)
    assert cells(old)
    assert "played **C3**" in old.text


async def test_a_refused_edit_of_a_pressed_copy_is_tried_again(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse_edits(table, old, times=2)
    board = await table.move(table.ada, "C3")
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    bot.change_rows("DELETE FROM old_copies WHERE message_id = ?", old.id)
    await table.ada.press(old, "C3")
    await later(bot, old)
    await table.shows(old, "The board is now at")
    await none_left(bot, board)


async def test_erasure_forgets_the_copies_of_games(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse_edits(table, old)
    board = await table.move(table.ada, "C3")
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    question = await table.answer(await table.bob.command(table.channel, "gridlock me forget-me"))
    await table.bob.press(question, "Yes, delete everything")
    await none_left(bot, board)
