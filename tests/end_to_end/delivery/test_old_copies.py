"""Older copies of boards are deleted, although Discord refuses that at first."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, cells, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


def refuse(table: Table, copy: Message, times: int = 1) -> None:
    """Refuse to delete a copy, and to edit it."""
    for method in ("DELETE", "PATCH"):
        path = rf"/channels/\d+/messages/{copy.id}"
        table.discord.faults.fail(method, path, status=403, code=50001, times=times)


async def posted_again(table: Table) -> Message:
    """Have the board posted again; return it."""
    return await table.answer(await table.bob.command(table.channel, "gridlock board"))


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


async def gone(table: Table, copy: Message) -> None:
    await table.discord.until(lambda: copy.deleted, "the older copy to be deleted")


async def test_a_refused_deletion_of_an_older_copy_is_tried_again_until_it_succeeds(
    table: Table, bot: BotProcess
) -> None:
    old = await table.begin()
    refuse(table, old, times=2)
    board = await posted_again(table)
    await later(bot, old)
    await later(bot, old)
    await gone(table, old)
    await none_left(bot, board)
    assert cells(board)


async def test_a_copy_that_shrank_to_one_line_is_left_alone(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    path = rf"/channels/\d+/messages/{old.id}"
    table.discord.faults.fail("DELETE", path, status=403, code=50001)
    board = await posted_again(table)
    await table.shows(old, "The board is now at")
    assert await table.move(table.ada, "C3") is board
    await none_left(bot, board)


async def test_a_deleted_copy_is_not_tried_again(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse(table, old)
    board = await posted_again(table)
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    table.channel.remove(old)
    await later(bot, old)
    await none_left(bot, board)


async def test_a_copy_that_has_become_the_board_again_stays(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse(table, old)
    newer = await posted_again(table)
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    await table.ada.press(old, "C3")
    await table.called(table.bob, old)
    await later(bot, old)
    await none_left(bot, old)
    assert newer.deleted
    assert cells(old)
    assert "played **C3**" in old.text


async def test_a_refused_deletion_of_a_pressed_copy_is_tried_again(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse(table, old, times=2)
    board = await posted_again(table)
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    bot.change_rows("DELETE FROM old_copies WHERE message_id = ?", old.id)
    assert await table.move(table.ada, "C3") is board
    await table.ada.press(old, "C3")
    await later(bot, old)
    await gone(table, old)
    await none_left(bot, board)


async def test_erasure_forgets_the_copies_of_games(table: Table, bot: BotProcess) -> None:
    old = await table.begin()
    refuse(table, old)
    board = await posted_again(table)
    await bot.until_row("SELECT 1 FROM old_copies WHERE message_id = ?", old.id)
    question = await table.answer(await table.bob.command(table.channel, "gridlock me forget-me"))
    await table.bob.press(question, "Yes, delete everything")
    await none_left(bot, board)
