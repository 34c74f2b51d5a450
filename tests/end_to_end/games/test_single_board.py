"""The one playable board of a game, whatever happens at the same time."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message, Request
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.crash_after_write import CALLBACK, die_before_answering
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


def path_of(message: Message) -> str:
    return rf"/channels/\d+/messages/{message.id}"


def edits(table: Table, message: Message) -> list[Request]:
    requests = table.discord.requests
    return [request for request in requests if request.method == "PATCH" and str(message.id) in request.path]


def live_boards(table: Table) -> list[Message]:
    return [
        message
        for message in table.channel.messages
        if any(":cell:" in str(button.custom_id) for button in message.buttons)
    ]


async def one_live_board(table: Table, text: str) -> Message:
    await table.discord.until(
        lambda: [text in board.text for board in live_boards(table)] == [True], f"one live board with {text!r}"
    )
    return live_boards(table)[0]


async def test_a_board_posted_during_a_move_shows_the_move(table: Table) -> None:
    old = await table.begin()
    hold = table.discord.faults.hold("DELETE", path_of(old))
    await table.bob.command(table.channel, "gridlock board")
    await hold.reached()
    await table.ada.press(old, "C3")
    hold.release()
    board = await one_live_board(table, "played **C3**")
    await table.called(table.bob, board)


async def test_a_corrected_board_shows_a_concurrent_move(table: Table) -> None:
    board = await table.begin()
    answers = table.discord.faults.hold("POST", CALLBACK)
    presses = [asyncio.create_task(table.ada.press(board, "C3")) for _ in range(2)]
    await answers.reached()
    hold = table.discord.faults.hold("PATCH", path_of(board))
    answers.release()
    await asyncio.gather(*presses)
    await hold.reached()
    await table.bob.press(board, "C1")
    hold.release()
    await table.discord.until(lambda: all(request.status for request in edits(table, board)), "the edit to be done")
    await table.shows(board, "played **C1**")


async def test_a_board_is_posted_and_pressed_at_once_many_times(table: Table) -> None:
    board = await table.begin()
    for turn, cell in enumerate(["C3", "C1", "A1", "A4", "D4"]):
        players = (table.ada, table.bob)
        mover, other = players[turn % 2], players[(turn + 1) % 2]
        await asyncio.gather(mover.press(board, cell), other.command(table.channel, "gridlock board"))
        board = await one_live_board(table, f"· move {turn + 2}")


async def test_a_press_on_a_board_that_is_deleted_before_its_answer_is_answered_privately(table: Table) -> None:
    board = await table.begin()
    hold = table.discord.faults.hold("POST", CALLBACK)
    pressing = asyncio.create_task(table.ada.press(board, "C3"))
    await hold.reached()
    table.channel.remove(board)
    hold.release()
    assert "has been deleted" in refusal(await pressing)
    await table.called(table.bob, await one_live_board(table, "played **C3**"))


@pytest.mark.parametrize("how", ["button", "command"])
async def test_a_move_is_shown_although_the_response_was_lost(table: Table, how: str) -> None:
    board = await table.begin()
    table.discord.faults.lose_answer("POST", CALLBACK)
    if how == "button":
        await table.ada.press(board, "C3")
    else:
        await table.ada.command(table.channel, "gridlock move", cell="C3")
    board = await one_live_board(table, "played **C3**")
    await table.called(table.bob, board)


async def test_an_accepted_challenge_is_shown_although_the_response_was_lost(table: Table) -> None:
    challenge = await table.challenge(first="me")
    table.discord.faults.lose_answer("POST", CALLBACK)
    await table.bob.press(challenge, "Accept")
    board = await one_live_board(table, "No move yet")
    await table.called(table.ada, board)
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")


async def test_a_resignation_is_shown_although_the_response_was_lost(table: Table) -> None:
    board = await table.begin()
    question = reply(await table.ada.press(board, "Resign"))
    table.discord.faults.lose_answer("POST", CALLBACK)
    await table.ada.press(question, "Yes, resign")
    await table.discord.until(lambda: "Game over" in board.text, "the end to be shown")


async def test_a_slow_channel_does_not_delay_other_servers(table: Table) -> None:
    boards = [await table.begin(variant="blocking") for _ in range(5)]
    holds = [table.discord.faults.hold("PATCH", path_of(board)) for board in boards]
    for board in boards:
        await table.ada.command(table.channel, "gridlock move", cell="C3", game=game_id(board))
    await holds[0].reached()
    elsewhere = Table.lay(table.discord, "Another server")
    board = await elsewhere.begin()
    await elsewhere.ada.press(board, "C3")
    await elsewhere.called(elsewhere.bob, board)
    assert all("No move yet" in board.text for board in boards)


async def test_a_late_cell_selection_does_not_overwrite_the_board(table: Table) -> None:
    board = await table.begin(variant="isolation")
    await table.ada.press(board, "A1")
    await table.bob.press(board, "E5")
    await table.called(table.ada, board)
    hold = table.discord.faults.hold("POST", CALLBACK)
    pick = asyncio.create_task(table.ada.press(board, "B2"))
    await hold.reached()
    table.discord.faults.clear()
    # Cleared faults hold nothing any more, so the answer to the pick and the move race; either order must end well.
    forged = f"gl1:cell:{game_id(board)}:2:B1/C3"
    await asyncio.gather(pick, table.ada.press(board, custom_id=forged, forged=True))
    await one_live_board(table, "played **B1/C3**")


async def test_a_sweep_shows_an_undisplayed_move(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    # One change of a game is shown after the other, so the move is noted as shown when the old copy is deleted.
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")
    await bot.until_shown(game_id(fresh))
    table.channel.remove(fresh)
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, game_id(fresh))
    board = await one_live_board(table, "played **C3**")
    await table.called(table.bob, board)


async def test_a_choice_from_a_deleted_menu_is_refused(table: Table) -> None:
    await table.begin(variant="isolation", size=6)
    await table.play(["A1", "F6"])
    question = reply(await table.ada.command(table.channel, "gridlock move", cell="B2"))
    menu = question.selects[0].custom_id
    await table.ada.choose(question, menu, ["C3"])
    assert "not your turn" in refusal(await table.ada.choose(question, menu, ["C4"], forged=True))


async def test_a_challenge_of_a_departed_member_cannot_be_accepted(table: Table) -> None:
    challenge = await table.challenge()
    table.guild.remove_member(table.ada)
    assert "has left" in refusal(await table.bob.press(challenge, "Accept"))


async def test_an_unanswered_move_is_shown_and_notified_after_a_restart(own_table: Table, own_bot: BotProcess) -> None:
    board = await own_table.begin()
    await die_before_answering(own_table, own_bot, own_table.ada.press(board, "C3"))
    await own_bot.start()
    await own_table.shows(board, "played **C3**")
    await own_table.called(own_table.bob, board)
    read = own_table.ada.reads(own_table.channel)
    assert not any("it is your turn" in message.text for message in read[:-1])
