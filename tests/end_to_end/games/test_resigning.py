"""Resignations."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_resigning_asks_once_and_then_ends_the_game(table: Table) -> None:
    board = await table.both_move(await table.begin())
    question = reply(await table.bob.press(board, "Resign"))
    assert question.ephemeral
    assert board.buttons
    await table.bob.press(question, "Yes, resign")
    assert question.text == f"You resigned game #{game_id(board)}."
    assert not question.buttons
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert f"{table.ada.mention} (X) won: {table.bob.mention} (O) resigned." in board.text
    heard = await table.discord.until(
        lambda: [message for message in table.ada.notifications if "is over" in message.text], "Ada to hear of it"
    )
    assert "resigned" in heard[0].text
    stats = reply(await table.ada.command(table.channel, "gridlock stats", member=table.bob)).text
    assert "1 played, 0 won, 1 lost" in stats


async def test_an_unconfirmed_resignation_changes_nothing(table: Table) -> None:
    board = await table.begin()
    question = reply(await table.ada.command(table.channel, "gridlock resign"))
    await table.ada.press(question, "No, play on")
    assert "You play on" in question.text
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text


async def test_resigning_twice_counts_once(table: Table) -> None:
    board = await table.both_move(await table.begin())
    question = reply(await table.ada.press(board, "Resign"))
    confirm = str(question.buttons[0].custom_id)
    await table.ada.press(question, custom_id=confirm)
    assert "is over" in refusal(await table.ada.press(question, custom_id=confirm, forged=True))
    assert "is over" in refusal(await table.bob.press(question, custom_id=confirm, forged=True))
    assert "1 played, 1 won" in reply(await table.bob.command(table.channel, "gridlock stats")).text


async def test_a_bystander_cannot_confirm_for_a_player(table: Table) -> None:
    board = await table.begin()
    question = reply(await table.ada.press(board, "Resign"))
    confirm = str(question.buttons[0].custom_id)
    assert "You are not playing" in refusal(await table.cleo.press(board, custom_id=confirm, forged=True))
    assert board.buttons


async def test_resigning_needs_the_game_named_when_several_fit(table: Table) -> None:
    await table.begin()
    second = await table.begin(variant="dodge")
    assert "More than one game fits" in refusal(await table.ada.command(table.channel, "gridlock resign"))
    question = reply(await table.ada.command(table.channel, "gridlock resign", game=game_id(second)))
    assert f"#{game_id(second)}" in question.text


async def test_a_board_that_was_deleted_is_posted_anew_with_the_result(table: Table) -> None:
    board = await table.begin()
    question = reply(await table.ada.press(board, "Resign"))
    table.channel.remove(board)
    await table.ada.press(question, "Yes, resign")
    await table.discord.until(
        lambda: any("Game over" in message.text for message in table.channel.messages), "the result to be shown"
    )


async def test_resigning_against_a_departed_player_is_a_win(table: Table) -> None:
    board = await table.both_move(await table.begin())
    table.guild.remove_member(table.bob)
    question = reply(await table.ada.press(board, "Resign"))
    await table.ada.press(question, "Yes, resign")
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert f"{table.ada.mention} (X) won: {table.bob.mention} (O) has left the server." in board.text


async def test_a_resignation_before_both_have_moved_counts_for_nobody(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    question = reply(await table.bob.press(board, "Resign"))
    assert "It counts for nobody, because you have not both moved yet." in question.text
    await table.bob.press(question, "Yes, resign")
    await table.shows(board, "The game ended before both had moved, so it is called off. It counts for nobody")
    assert "has not finished a game" in reply(await table.ada.command(table.channel, "gridlock stats")).text
