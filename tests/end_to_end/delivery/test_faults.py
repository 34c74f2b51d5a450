"""Answers, edits and messages that Discord rejects."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, game_id, refusal, reply
from tests.support.stand_in import give_up

pytestmark = pytest.mark.asyncio(loop_scope="session")

CALLBACK = r"/interactions/\d+/.+/callback"
MESSAGE = r"/channels/\d+/messages/\d+"
FOLLOW_UP = r"/webhooks/\d+/[^/]+"


async def test_an_answer_blocked_by_automod_is_told_privately(table: Table, bot: BotProcess) -> None:
    logged_before = len(bot.log)
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=400, code=200000)
    said = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob))
    assert said.startswith("It is done, but AutoMod, a rule of this server, blocked my message.")
    assert "Your challenge" in reply(await table.ada.command(table.channel, "gridlock games")).text
    board = await table.begin()
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=400, code=200000)
    assert "AutoMod" in refusal(await table.ada.press(board, "C3"))
    assert "incident" not in bot.log[logged_before:]


async def test_a_move_is_shown_although_its_answer_was_too_late(table: Table) -> None:
    board = await table.begin()
    table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
    press = asyncio.create_task(table.ada.press(board, "C3"))
    await table.discord.until(lambda: "played **C3**" in board.text, "the board to show the move")
    await give_up(press)
    await table.called(table.bob, board)


@pytest.mark.parametrize("refused_edits", [1, 2])
async def test_a_move_is_shown_although_its_answer_and_the_edit_failed(table: Table, refused_edits: int) -> None:
    """By the next edit, or by a new board."""
    board = await table.begin()
    table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
    edits = rf"/channels/\d+/messages/{board.id}"
    table.discord.faults.fail("PATCH", edits, status=403, code=50013, times=refused_edits)
    press = asyncio.create_task(table.ada.press(board, "C3"))
    await table.discord.until(
        lambda: any("played **C3**" in message.text for message in table.channel.messages), "the move to be shown"
    )
    assert ("played **C3**" in board.text) is (refused_edits == 1)
    await give_up(press)


async def test_a_board_that_failed_to_edit_and_to_post_is_redrawn_later(table: Table, bot: BotProcess) -> None:
    """Also where the players could be told, by the token of an interaction."""
    board = await table.begin()
    question = reply(await table.ada.press(board, "Resign"))
    table.channel.deny_bot("VIEW_CHANNEL", "SEND_MESSAGES")
    table.discord.faults.fail("POST", FOLLOW_UP, status=403, code=50001)
    await table.ada.press(question, "Yes, resign")
    told = f"SELECT 1 FROM games WHERE id = {game_id(board)} AND status = 'over' AND unshown_since IS NULL"  # noqa: S608
    await bot.until_row(told)
    assert "Game over" not in board.text
    table.channel.allow_bot("VIEW_CHANNEL", "SEND_MESSAGES")
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE redraw_since IS NOT NULL", LONG_AGO)
    await table.shows(board, "Game over")
    none_left = f"SELECT 1 FROM games WHERE id = {game_id(board)} AND redraw_since IS NULL"  # noqa: S608
    await bot.until_row(none_left)


def refuse_answer_and_edit(table: Table, message: Message) -> None:
    """Reject both the answer to a press and the edit that replaces it."""
    table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{message.id}", status=403, code=50013)


async def test_a_failed_edit_of_a_declined_challenge_is_retried(table: Table) -> None:
    challenge = await table.challenge()
    refuse_answer_and_edit(table, challenge)
    await table.bob.press(challenge, "Decline")  # what answers is the question why
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")
    assert "declined" in challenge.text


async def test_a_refused_take_back_with_a_failed_edit_loses_its_buttons_with_the_next_move(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    await table.called(table.bob, board)
    refuse_answer_and_edit(table, wish)
    before = len(table.discord.requests)
    pressing = asyncio.create_task(table.bob.press(wish, "Keep the move"))
    await table.discord.until(
        lambda: sum(request.injected for request in table.discord.requests[before:]) == 2, "both to be refused"
    )
    await give_up(pressing)
    await table.bob.press(board, "E3")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_a_board_is_posted_although_the_answer_was_too_late(table: Table) -> None:
    await table.begin()
    table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
    command = asyncio.create_task(table.ada.command(table.channel, "gridlock move", cell="C3"))
    await table.discord.until(
        lambda: any("played **C3**" in message.text for message in table.channel.messages), "the board"
    )
    await give_up(command)
    assert "played **E3**" in (await table.move(table.bob, "E3")).text


@pytest.mark.parametrize(
    ("status", "code"),
    [(404, 10008), (404, 10003), (403, 50001), (403, 50013), (400, 50083), (400, 30046), (500, 0)],
)
async def test_an_older_board_that_cannot_be_edited_stops_no_move(table: Table, status: int, code: int) -> None:
    await table.begin()
    table.discord.faults.fail("PATCH", MESSAGE, status=status, code=code, times=20 if status == 500 else 1)
    await table.play(["C3", "E3", "E5"])
    board = await table.move(table.bob, "A5")
    assert "played **A5**" in board.text


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50001), (403, 50013)])
async def test_a_turn_notification_that_cannot_be_removed_stops_no_move(table: Table, status: int, code: int) -> None:
    board = await table.begin()
    table.discord.faults.fail("DELETE", MESSAGE, status=status, code=code)
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "E3")
    assert "played **E3**" in board.text


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, 50013), (401, 50027)])
async def test_a_turn_notification_that_cannot_be_posted_stops_no_move(table: Table, status: int, code: int) -> None:
    board = await table.begin()
    for path in (rf"/channels/{table.channel.id}/messages", FOLLOW_UP):
        table.discord.faults.fail("POST", path, status=status, code=code)
    await table.ada.press(board, "C3")
    await table.bob.press(board, "E3")
    assert "played **E3**" in board.text


async def test_an_answer_is_repeated_while_discord_fails(table: Table) -> None:
    board = await table.begin()
    table.discord.faults.fail("POST", CALLBACK, status=502, code=0)
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text


async def test_a_rate_limit_delays_what_follows_and_loses_nothing(table: Table) -> None:
    first = await table.begin()
    for method in ("PATCH", "DELETE"):
        table.discord.faults.rate_limit(method, MESSAGE, retry_after=0.01, times=2)
    assert await table.move(table.ada, "C3") is first
    await table.bob.command(table.channel, "gridlock board")
    await table.discord.until(lambda: first.deleted, "the older copy to be deleted")


async def test_a_board_that_was_deleted_can_be_posted_again(table: Table) -> None:
    board = await table.begin()
    table.channel.remove(board)
    fresh = reply(await table.ada.command(table.channel, "gridlock board"))
    await table.ada.press(fresh, "C3")
    assert "played **C3**" in fresh.text


async def test_a_game_whose_channel_was_deleted_goes_on_in_another(table: Table) -> None:
    await table.begin()
    elsewhere = table.guild.add_channel("elsewhere")
    table.channel.delete()
    fresh = reply(await table.bob.command(elsewhere, "gridlock board"))
    await table.ada.press(fresh, "C3")
    assert "played **C3**" in fresh.text


async def test_a_game_continues_in_a_channel_closed_to_the_bot(table: Table) -> None:
    board = await table.begin()
    table.channel.deny_bot("SEND_MESSAGES")
    table.channel.deny_bot("VIEW_CHANNEL")
    await table.ada.press(board, "C3")
    await table.bob.press(board, "E3")
    assert "played **E3**" in board.text


@pytest.mark.parametrize("locked", [False, True])
async def test_a_game_in_a_thread_that_was_archived_goes_on(table: Table, locked: bool) -> None:
    thread = table.guild.add_thread(table.channel, "a game", table.ada.user)
    challenge = reply(await table.ada.command(thread, "gridlock challenge", opponent=table.bob, first="me"))
    board = reply(await table.bob.press(challenge, "Accept"))
    thread.set_state(archived=True, locked=locked)
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    await table.ada.press(fresh, "C3")
    assert "played **C3**" in fresh.text
    assert board is not fresh


async def test_an_answer_in_an_archived_thread_is_no_error(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    before = len(bot.log)
    table.discord.faults.fail("POST", CALLBACK, status=400, code=50083)
    pressing = asyncio.create_task(table.ada.press(board, "C3"))
    await table.shows(board, "played **C3**")
    pressing.cancel()
    assert "50083" in bot.log[before:]
    assert "ERROR" not in bot.log[before:]
