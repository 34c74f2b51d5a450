"""Offers that are over lose their buttons, although Discord refuses that at first or the bot dies."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.crash_after_write import CALLBACK, die_before_answering
from tests.end_to_end.support.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def asked(table: Table) -> tuple[Message, Message]:
    """A board on which Ada has moved, and her wish to take that back."""
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    return board, reply(await table.ada.press(board, "Take back"))


async def known(bot: BotProcess, wish: Message) -> None:
    """Wait until the bot has stored which message an offer is."""
    await bot.until_row("SELECT 1 FROM offers WHERE message_id = ?", wish.id)


def patch_of(message: Message) -> tuple[str, str]:
    return "PATCH", rf"/channels/\d+/messages/{message.id}"


async def later(bot: BotProcess, wish: Message) -> None:
    """Make the refused edit of an offer due for its retry, once the refusal is stored."""
    due = "SELECT 1 FROM offers WHERE message_id = ? AND unshown_since > datetime('now', '+5 minutes')"
    await bot.until_row(due, wish.id)
    bot.change_rows("UPDATE offers SET unshown_since = ? WHERE message_id = ?", LONG_AGO, wish.id)


async def test_a_refused_edit_is_tried_again_without_another_move(table: Table, bot: BotProcess) -> None:
    board, wish = await asked(table)
    await known(bot, wish)
    table.discord.faults.fail(*patch_of(wish), status=403, code=50001)
    await table.bob.press(board, "E3")
    await later(bot, wish)
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert "The opponent did not answer in time" in wish.text
    await bot.until_row("SELECT 1 FROM offers WHERE game_id = ? AND message_id IS NULL", game_id(board))
    assert not bot.read_rows("SELECT 1 FROM offers WHERE unshown_since IS NOT NULL AND game_id = ?", game_id(board))


async def test_an_edit_that_stays_refused_is_tried_again_and_again(table: Table, bot: BotProcess) -> None:
    """Nothing is posted for that, and the finished board stays as it is."""
    board, wish = await asked(table)
    await known(bot, wish)
    table.discord.faults.fail(*patch_of(wish), status=403, code=50001, times=2)
    await table.resign(table.bob, board)
    await later(bot, wish)
    await bot.until_shown(game_id(board))
    posted, shown = list(table.channel.messages), board.text
    assert labels(wish) == ["Agree", "Keep the move"]
    await later(bot, wish)
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert (table.channel.messages, board.text) == (posted, shown)
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]


async def test_a_deleted_offer_is_not_tried_again(table: Table, bot: BotProcess) -> None:
    board, wish = await asked(table)
    await known(bot, wish)
    table.discord.faults.fail(*patch_of(wish), status=403, code=50001)
    await table.bob.press(board, "E3")
    await table.called(table.ada, board)
    table.channel.remove(wish)
    await later(bot, wish)
    settled = "SELECT 1 FROM offers WHERE game_id = ? AND message_id IS NULL AND unshown_since IS NULL"
    await bot.until_row(settled, game_id(board))


async def test_an_answer_that_discord_does_not_show_closes_the_offer_later(table: Table, bot: BotProcess) -> None:
    _, wish = await asked(table)
    await known(bot, wish)
    table.discord.faults.fail("POST", CALLBACK, status=403, code=50001)
    table.discord.faults.fail(*patch_of(wish), status=403, code=50001, times=2)
    press = asyncio.ensure_future(table.bob.press(wish, "Keep the move"))
    await later(bot, wish)
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert "stands" in wish.text
    press.cancel()


async def test_a_crash_before_an_offer_is_closed(own_table: Table, own_bot: BotProcess) -> None:
    """The answer is stored, and the message not changed yet."""
    _, wish = await asked(own_table)
    await known(own_bot, wish)
    await die_before_answering(own_table, own_bot, own_table.bob.press(wish, "Keep the move"))
    assert wish.buttons
    await own_bot.start()
    await own_table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_a_crash_before_an_offer_of_a_finished_game_is_closed(own_table: Table, own_bot: BotProcess) -> None:
    """The bot hears which message the offer is only after the end of the game is shown."""
    table, bot = own_table, own_bot
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    answer = table.discord.faults.hold_answer("POST", CALLBACK)
    wish = reply(await table.ada.press(board, "Take back"))
    bot.run_out(game_id(board))
    await bot.until_row("SELECT 1 FROM games WHERE status = 'over' AND unshown_since IS NULL")
    table.discord.faults.fail(*patch_of(wish), status=500, code=0, times=1000)
    before = len(table.discord.requests)
    answer.release()
    await table.discord.until(
        lambda: any(request.injected for request in table.discord.requests[before:]), "an edit to fail"
    )
    await bot.kill()
    table.discord.faults.clear()
    assert wish.buttons
    await bot.start()
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_asking_again_does_not_reopen_an_offer_that_is_answered_in_between(table: Table, bot: BotProcess) -> None:
    """The edit that finds out whether the message stands arrives after the answer."""
    board, wish = await asked(table)
    await known(bot, wish)
    before = len(table.discord.requests)
    table.discord.faults.fail(*patch_of(wish), status=500, code=0)
    again = asyncio.ensure_future(table.ada.press(board, "Take back"))
    await table.discord.until(
        lambda: any(request.injected for request in table.discord.requests[before:]), "the edit to fail"
    )
    await table.bob.press(wish, "Keep the move")
    assert not wish.buttons
    assert "You have asked already" in reply(await again).text
    await table.discord.until(
        lambda: sum(str(wish.id) in request.path for request in table.discord.requests[before:]) > 2,
        "the offer to be closed again",
    )
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
