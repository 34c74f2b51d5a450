"""Offers of rematches as the two players see them: one ping, one line in the list, and an end after a day."""

from __future__ import annotations

import asyncio

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.crash_after_write import CALLBACK
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_presses_under_several_old_games_offer_one_rematch(table: Table) -> None:
    boards = [await finished(table) for _ in range(3)]
    told = len(table.ada.notifications)
    answers = await asyncio.gather(*(table.bob.press(board, "Rematch") for board in boards))
    offers = [reply(answer) for answer in answers if not reply(answer).ephemeral]
    assert len(offers) == len(table.ada.notifications) - told == 1
    refusals = [reply(answer).text for answer in answers if reply(answer).ephemeral]
    assert len(refusals) == 2
    assert all("You have already offered your opponent a rematch, of game #" in text for text in refusals)


async def test_an_open_offer_is_in_both_lists_until_it_is_accepted(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    where = f"https://discord.com/channels/{table.guild.id}/{table.channel.id}/{offer.id}"
    mine, theirs = [
        reply(await person.command(table.channel, "gridlock games")).text for person in (table.bob, table.ada)
    ]
    assert f"Your offer of a rematch of #{game_id(board)}" in mine
    assert mine.endswith(f" to {table.ada.mention}: {where}")
    assert theirs.startswith(f"Rematch of #{game_id(board)}")
    assert theirs.endswith(f" offered by {table.bob.mention}: {where}")
    await table.ada.press(offer, "Rematch")
    again = reply(await table.bob.command(table.channel, "gridlock games")).text
    assert "ematch" not in again


async def test_an_offer_without_an_answer_says_that_it_is_over(table: Table, bot: BotProcess) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    bot.change_rows("UPDATE offers SET expires_at = ? WHERE game_id = ?", LONG_AGO, game_id(board))
    await table.shows(offer, "The opponent did not answer within a day, so the offer is over.")
    assert not offer.buttons
    other = await finished(table)
    assert not reply(await table.ada.press(other, "Rematch")).ephemeral
    assert "Your opponent already offers you a rematch" in refusal(await table.bob.press(board, "Rematch"))


async def test_a_declined_offer_says_so_and_loses_its_buttons(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    assert labels(offer) == ["Rematch", "Decline", "Withdraw"]
    assert "Only your opponent can answer" in refusal(await table.bob.press(offer, "Decline"))
    assert "You can decline it" in refusal(await table.ada.press(offer, "Withdraw"))
    assert "not playing" in refusal(await table.cleo.press(offer, "Decline"))
    await table.ada.press(offer, "Decline")
    assert offer.text.startswith(f"{table.ada.mention} declined a rematch of game #{game_id(board)}")
    assert not offer.buttons
    assert "Rematch" in labels(board)
    assert "ematch" not in reply(await table.bob.command(table.channel, "gridlock games")).text


async def test_a_withdrawn_offer_says_so_and_the_next_one_notifies_nobody(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    told = len(table.ada.notifications)
    await table.bob.press(offer, "Withdraw")
    assert offer.text.startswith(f"{table.bob.mention} withdrew the offer of a rematch of game #{game_id(board)}")
    assert not offer.buttons
    again = reply(await table.bob.press(board, "Rematch"))
    assert len(table.ada.notifications) == told
    assert "to move" in reply(await table.ada.press(again, "Rematch")).text


async def test_an_offer_answered_in_another_message_is_closed_by_a_press_in_vain(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    decline, withdraw = (str(button.custom_id) for button in offer.buttons[1:])
    await table.ada.press(offer, custom_id=decline)
    assert "That offer is over" in refusal(await table.bob.press(offer, custom_id=withdraw, forged=True))


async def test_the_end_of_an_offer_that_discord_refuses_to_show_is_shown_later(table: Table, bot: BotProcess) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    await bot.until_row("SELECT 1 FROM offers WHERE message_id = ?", offer.id)
    table.discord.faults.fail("POST", CALLBACK, status=403, code=50001)
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{offer.id}", status=403, code=50001, times=2)
    press = asyncio.ensure_future(table.ada.press(offer, "Decline"))
    due = "SELECT 1 FROM offers WHERE message_id = ? AND unshown_since > datetime('now', '+5 minutes')"
    await bot.until_row(due, offer.id)
    bot.change_rows("UPDATE offers SET unshown_since = ? WHERE message_id = ?", LONG_AGO, offer.id)
    await table.shows(offer, "declined a rematch")
    assert not offer.buttons
    press.cancel()
