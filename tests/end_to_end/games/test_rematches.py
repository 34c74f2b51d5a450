"""Rematches, and matches of several games."""

from __future__ import annotations

import asyncio

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.finished_games import finished, later, newest_board
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_presses_make_a_rematch_with_the_other_player_first(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    assert offer.mentions == [table.ada]
    assert "offered already" in refusal(await table.bob.press(board, "Rematch"))
    button = offer.buttons[0]
    rematch = reply(await table.ada.press(offer, "Rematch"))
    assert f"{table.bob.mention} (X)" in rematch.text
    assert "Time until" in rematch.text
    await table.discord.until(lambda: labels(board) == ["Review"], "the button to go")
    await table.discord.until(lambda: not offer.buttons, "the offer to be closed")
    assert "offers you a rematch" in offer.text
    again = await table.ada.press(offer, custom_id=str(button.custom_id), forged=True)
    assert f"it is game #{game_id(rematch)}" in refusal(again)


async def test_simultaneous_presses_start_one_rematch(table: Table) -> None:
    board = await finished(table)
    answers = await asyncio.gather(
        *(player.press(board, "Rematch") for player in (table.ada, table.bob) for _ in range(5))
    )
    boards = {reply(answer).id for answer in answers if "Gridlock #" in reply(answer).text}
    assert len(boards) == 1


async def test_a_bystander_cannot_ask_for_a_rematch(table: Table) -> None:
    board = await finished(table)
    assert "You are not playing" in refusal(await table.cleo.press(board, "Rematch"))


async def test_a_match_goes_on_until_it_is_decided(table: Table) -> None:
    board = await finished(table, best_of=3)
    assert "Match: game 1 of at most 3" in board.text
    assert labels(board) == ["Review"]
    second = await newest_board(table, "game 2 of at most 3")
    assert f"{table.bob.mention} (X) · {table.ada.mention} (O)" in second.text
    assert f"{table.ada.mention} 1" in second.text
    assert "Time until" in second.text
    await table.bob.press(second, "A1")
    question = reply(await table.bob.press(second, "Resign"))
    await table.bob.press(question, "Yes, resign")
    await table.shows(second, "Game over")
    assert f"{table.ada.mention} 2" in second.text
    assert labels(second) == ["Rematch", "Review"]
    assert not any("game 3 of" in message.text for message in table.channel.messages)


async def test_a_drawn_out_match_is_decided_by_its_last_game(table: Table) -> None:
    await finished(table, best_of=3)
    second = await newest_board(table, "game 2 of at most 3")
    await table.bob.press(second, "B2")
    third = await newest_board(table, "game 3 of at most 3")
    assert f"{table.ada.mention} (X)" in third.text
    await table.ada.press(third, "B2")
    await table.shows(third, "Game over")
    assert f"{table.ada.mention} 2" in third.text
    assert labels(third) == ["Rematch", "Review"]


async def test_a_board_that_could_not_lose_its_button_for_a_rematch_loses_it_later(
    table: Table, bot: BotProcess
) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=403, code=50001)
    await table.ada.press(board, "Rematch")
    await later(bot, board)
    await table.discord.until(lambda: labels(board) == ["Review"], "the button to go")


async def test_a_finished_board_that_is_posted_again_offers_a_rematch_only_where_there_can_be_one(
    table: Table,
) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    await table.ada.press(board, "Rematch")
    await table.discord.until(lambda: labels(board) == ["Review"], "the button to go")
    again = reply(await table.ada.command(table.channel, "gridlock board", game=game_id(board)))
    assert labels(again) == ["Review"]


async def test_there_is_no_rematch_with_somebody_who_has_left(table: Table) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    table.guild.remove_member(table.bob)
    assert "has left" in refusal(await table.ada.press(board, "Rematch"))


async def test_a_match_ends_when_a_player_has_left(table: Table) -> None:
    board = await table.begin(best_of=7)
    table.guild.remove_member(table.bob)
    question = reply(await table.ada.press(board, "Resign"))
    await table.ada.press(question, "Yes, resign")
    await table.shows(board, "has left")
    assert not any("game 2 of" in message.text for message in table.channel.messages)
