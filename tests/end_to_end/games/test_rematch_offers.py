"""Offers of rematches as the two players see them: one ping, one line in the list, and an end after a day."""

from __future__ import annotations

import asyncio

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, refusal, reply

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
