"""Reasons for declining, open challenges, take-back offers, and how offers end."""

from __future__ import annotations

import asyncio

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_reason_for_declining_is_asked_for_and_shown(table: Table) -> None:
    challenge = await table.challenge()
    declined = await table.bob.press(challenge, "Decline")
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    assert question.ephemeral
    await table.bob.choose(question, question.selects[0].custom_id, ["another size, please"])
    await table.shows(challenge, "(another size, please)")


async def test_a_reason_can_be_given_by_command(table: Table) -> None:
    challenge = await table.challenge()
    await table.bob.command(table.channel, "gridlock decline", reason="not now")
    await table.shows(challenge, "(not now)")


async def test_only_the_decliner_gives_a_reason(table: Table) -> None:
    challenge = await table.challenge()
    declined = await table.bob.press(challenge, "Decline")
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    menu = question.selects[0].custom_id
    assert "Only the player who declined" in refusal(await table.ada.choose(challenge, menu, ["not now"], forged=True))


async def test_a_forged_reason_is_refused(table: Table) -> None:
    """Only a manipulated client sends such a thing."""
    challenge = await table.challenge()
    declined = await table.bob.press(challenge, "Decline")
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    menu = question.selects[0].custom_id
    unknown = await table.bob.choose(question, menu, ["because"], forged=True)
    nothing = await table.bob.choose(question, menu, [], forged=True)
    as_button = await table.bob.press(challenge, custom_id=menu, forged=True)
    for answer in (unknown, nothing, as_button):
        assert refusal(answer) == "The menu does not have that choice. Please choose again."


async def test_the_first_accept_of_an_open_challenge_wins(table: Table) -> None:
    asked = await table.ada.command(table.channel, "gridlock challenge", first="me")
    challenge = reply(asked)
    assert challenge.mentions == []
    assert labels(challenge) == ["Accept", "Cancel"]
    assert "your own challenge" in refusal(await table.ada.press(challenge, "Accept"))
    answers = await asyncio.gather(table.bob.press(challenge, "Accept"), table.cleo.press(challenge, "Accept"))
    boards = [reply(answer) for answer in answers if not reply(answer).ephemeral]
    assert len(boards) == 1
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")


async def test_a_move_is_taken_back_by_agreement(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    wish = reply(await table.ada.press(board, "Take back"))
    assert wish.mentions == [table.bob]
    assert "You have asked already" in refusal(await table.ada.press(board, "Take back"))
    assert "Only your opponent can answer" in refusal(await table.ada.press(wish, "Agree"))
    assert "You are not playing" in refusal(await table.cleo.press(wish, "Agree"))
    await table.bob.press(wish, "Agree")
    await table.shows(board, "No move yet")
    await table.ada.press(board, "A1")
    assert "played **A1**" in board.text


async def test_a_take_back_can_be_refused(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    await table.bob.press(wish, "Keep the move")
    assert "stands" in wish.text
    assert "played **C3**" in board.text


async def test_a_take_back_offer_ends_with_the_next_move(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    agree = str(wish.buttons[0].custom_id)
    await table.bob.press(board, "E3")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert "The opponent did not answer in time, so the move stands." in wish.text
    assert "That offer is over" in refusal(await table.bob.press(wish, custom_id=agree, forged=True))
    assert "played **E3**" in board.text


async def test_a_take_back_offer_ends_with_the_game(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    question = reply(await table.bob.press(board, "Resign"))
    await table.bob.press(question, "Yes, resign")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert "The opponent did not answer in time" in wish.text


async def test_a_rematch_accepted_on_the_board_closes_its_offer(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    told = len(table.ada.notifications)
    await table.ada.press(board, "Rematch")
    await table.discord.until(lambda: not offer.buttons and "Rematch" not in labels(board), "the buttons to go")
    assert " has begun: it is game #" in offer.text
    assert len(table.ada.notifications) == told


async def test_an_offer_with_a_refused_edit_is_closed_by_the_next_move(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{wish.id}", status=403, code=50001)
    await table.bob.press(board, "E3")
    await table.called(table.ada, board)
    assert labels(wish) == ["Agree", "Keep the move"]
    await table.ada.press(board, "E5")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_an_offer_with_an_unknown_message_is_closed_when_pressed(table: Table, bot: BotProcess) -> None:
    """Such as those from before messages of offers were noted."""
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    await bot.until_row("SELECT 1 FROM offers WHERE message_id = ?", wish.id)
    bot.change_rows("UPDATE offers SET message_id = NULL WHERE game_id = ?", game_id(board))
    await table.bob.press(board, "E3")
    await table.called(table.ada, board)
    assert "That offer is over" in refusal(await table.bob.press(wish, "Agree"))
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")
    assert "The opponent did not answer in time" in wish.text


async def test_an_offer_whose_message_was_deleted_can_be_made_again(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    table.channel.remove(wish)
    answers = await asyncio.gather(*(table.ada.press(board, "Take back") for _ in range(2)))
    (again,) = [reply(answer) for answer in answers if not reply(answer).ephemeral]
    assert again in table.bob.notifications
    await table.bob.press(again, "Agree")
    await table.shows(board, "No move yet")


async def test_an_offer_is_posted_although_its_answer_failed(table: Table) -> None:
    """Two processes hear of a press. The one that has not stored the offer may be the quicker one to answer."""
    board = await finished(table)
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=400, code=40060)
    press = asyncio.ensure_future(table.bob.press(board, "Rematch"))
    (offer,) = await table.discord.until(
        lambda: [message for message in table.ada.notifications if "offers you a rematch" in message.text], "the offer"
    )
    assert offer.buttons
    assert f"{table.bob.mention} moves first." in offer.text, "Ada has moved first before"
    press.cancel()


async def test_erasure_closes_a_take_back_offer(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    wish = reply(await table.ada.press(board, "Take back"))
    assert "You have asked already" in refusal(await table.ada.press(board, "Take back"))
    question = reply(await table.bob.command(table.channel, "gridlock me forget-me"))
    await table.bob.press(question, "Yes, delete everything")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_only_the_last_mover_asks_to_take_back(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    assert "You can take back only a move of your own" in refusal(await table.bob.press(board, "Take back"))


async def test_a_board_from_before_a_take_back_is_outdated(table: Table) -> None:
    board = await table.begin(variant="standoff")
    await table.ada.press(board, "C3")
    old = next(str(button.custom_id) for button in board.buttons if button.label == "A1")
    wish = reply(await table.ada.press(board, "Take back"))
    await table.bob.press(wish, "Agree")
    await table.shows(board, "No move yet")
    await table.ada.press(board, "E5")
    assert "out of date" in refusal(await table.bob.press(board, custom_id=old, forged=True))
    assert "played **E5**" in board.text
