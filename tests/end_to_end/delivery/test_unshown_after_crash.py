"""Stored changes that a crash kept from being shown."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.crash_after_write import CALLBACK, die_before_answering
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

BEFORE_A_SWEEP = 40.0


async def shown(table: Table, text: str) -> Message:
    """Wait until a message with a text stands in the channel, and nothing of it is for one person only.

    The start shows it. A sweep would do so only after a minute, in which it takes a change for being just on the way.
    """
    (message,) = await table.discord.until(lambda: table.posts(text), f"a message with {text!r}", BEFORE_A_SWEEP)
    assert not message.ephemeral
    return message


async def test_an_undisplayed_challenge_is_posted_after_a_crash(own_table: Table, own_bot: BotProcess) -> None:
    asking = own_table.ada.command(own_table.channel, "gridlock challenge", opponent=own_table.bob)
    await die_before_answering(own_table, own_bot, asking)
    await own_bot.start()
    challenge = await shown(own_table, "challenges you")
    assert own_table.bob.notifications == [challenge]
    await own_table.bob.press(challenge, "Accept")
    await own_table.shows(challenge, "accepted")


@pytest.mark.parametrize("how", ["accept", "decline"])
async def test_both_copies_of_a_challenge_lose_their_buttons(own_table: Table, own_bot: BotProcess, how: str) -> None:
    """Discord cannot tell the bot that it has taken an answer, so a challenge may stand there twice."""
    first, second = await posted_twice(own_table, own_bot)
    await own_table.bob.press(first, how.capitalize())
    await own_table.discord.until(lambda: not first.buttons and not second.buttons, "both to be closed")


async def test_an_unknown_copy_of_a_challenge_loses_its_buttons_when_pressed(
    own_table: Table, own_bot: BotProcess
) -> None:
    first, second = await posted_twice(own_table, own_bot)
    await own_table.ada.press(second, "Cancel")
    assert labels(first) == ["Accept", "Decline", "Cancel"]
    assert "cancelled" in refusal(await own_table.bob.press(first, "Accept"))
    await own_table.shows(first, "cancelled")
    assert labels(first) == []


async def test_an_unknown_copy_of_a_finished_board_is_deleted_when_pressed(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board = await table.begin()
    await table.resign(table.ada, board)
    hold = table.discord.faults.hold_answer("POST", CALLBACK)
    asking = asyncio.ensure_future(table.ada.command(table.channel, "gridlock board", game=game_id(board)))
    await hold.reached()
    await own_bot.kill()
    table.discord.faults.clear()
    copy = reply(await asking)
    await own_bot.start()
    await table.ada.press(board, "Rematch")
    await table.bob.press(board, "Rematch")
    await table.discord.until(lambda: not labels(board), "the button to go")
    assert "begun already" in refusal(await table.ada.press(copy, "Rematch"))
    await table.discord.until(lambda: copy.deleted, "the copy to be deleted")
    assert "Game over" in board.text


async def posted_twice(table: Table, bot: BotProcess) -> list[Message]:
    """A challenge that Discord took just before the bot died, and the copy that the next start has posted."""
    hold = table.discord.faults.hold_answer("POST", CALLBACK)
    asking = asyncio.ensure_future(table.challenge())
    await hold.reached()
    await bot.kill()
    table.discord.faults.clear()
    await asking
    await bot.start()
    return await table.discord.until(
        lambda: found if len(found := table.posts("challenges you")) == 2 else [], "a second copy"
    )


async def test_an_undisplayed_rematch_offer_is_posted_after_a_crash(own_table: Table, own_bot: BotProcess) -> None:
    board = await own_table.begin(variant="dodge", size=3)
    await own_table.ada.press(board, "B2")
    await own_table.shows(board, "Game over")
    await die_before_answering(own_table, own_bot, own_table.bob.press(board, "Rematch"))
    await own_bot.start()
    offer = await shown(own_table, "offers you a rematch")
    assert offer in own_table.ada.notifications
    assert "You have asked already" in refusal(await own_table.bob.press(board, "Rematch"))
    assert "No move yet" in reply(await own_table.ada.press(offer, "Rematch")).text
    await own_table.discord.until(lambda: not offer.buttons, "the offer to be closed")


async def test_an_undisplayed_take_back_offer_is_posted_after_a_crash(own_table: Table, own_bot: BotProcess) -> None:
    board = await own_table.begin()
    await own_table.ada.press(board, "C3")
    await own_table.called(own_table.bob, board)
    await die_before_answering(own_table, own_bot, own_table.ada.press(board, "Take back"))
    await own_bot.start()
    wish = await shown(own_table, "asks to take C3 back")
    await own_table.bob.press(wish, "Agree")
    await own_table.shows(board, "No move yet")
