"""Restarts: confirmed changes survive a kill, and old buttons still work."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_process import BotProcess, ago
from tests.end_to_end.support.crash_after_write import CALLBACK, die_before_answering
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.table import Table, cells, challenge_id, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def restart(bot: BotProcess) -> None:
    await bot.kill()
    await bot.start()


async def test_a_game_goes_on_with_its_old_buttons_after_a_kill_between_any_two_steps(
    own_table: Table, own_bot: BotProcess
) -> None:
    challenge = await own_table.challenge(variant="isolation", size=3, first="me")
    await restart(own_bot)
    board = reply(await own_table.bob.press(challenge, "Accept"))
    players = [own_table.ada, own_table.bob]
    presses = ["A1", "C3", "A2", "A1"]
    turn = 0
    for cell in presses:
        await restart(own_bot)
        before = board.text
        await players[turn].press(board, cell)
        assert board.text != before
        if "now chooses" not in board.text:
            turn = 1 - turn
    await restart(own_bot)
    question = reply(await players[turn].press(board, "Resign"))
    await restart(own_bot)
    await players[turn].press(question, "Yes, resign")
    await own_table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    await restart(own_bot)
    standings = reply(await own_table.ada.command(own_table.channel, "gridlock leaderboard")).text
    assert standings.count("1 played") == 2


async def test_a_kill_between_commit_and_answer_loses_nothing(own_table: Table, own_bot: BotProcess) -> None:
    board = await own_table.begin(variant="blocking")
    await die_before_answering(own_table, own_bot, own_table.ada.press(board, "C3"))
    assert "No move yet" in board.text
    await own_bot.start()
    assert "not your turn" in refusal(await own_table.ada.press(board, "C3"))
    await own_table.discord.until(lambda: "played **C3**" in board.text, "the board to be put right")
    await own_table.bob.press(board, "A1")
    assert cells(board)["A1"] == "(🔶)"


async def test_a_stopping_bot_finishes_its_tasks_and_receives_nothing_new(
    own_table: Table, own_bot: BotProcess
) -> None:
    """Hearing more, it would answer what it has just forgotten how to do, and say that the command has changed."""
    board = await own_table.begin()
    hold = own_table.discord.faults.hold("POST", CALLBACK)
    press = asyncio.create_task(own_table.ada.press(board, "C3"))
    await hold.reached()
    stopping = asyncio.create_task(own_bot.stop())
    await own_table.discord.until_gone()
    hold.release()
    await press
    assert await stopping == 0
    await own_bot.start()
    assert "played **C3**" in board.text
    assert "Traceback" not in own_bot.log


async def lose_connection(discord: LocalDiscord, how: str) -> None:
    match how:
        case "broken":
            await discord.drop_gateway()
        case "broken, and the session forgotten":
            await discord.drop_gateway(resumable=False)
        case "asked to reconnect":
            discord.ask_to_reconnect()
        case _:
            discord.invalidate_sessions()
    await discord.until_gone()


@only_by_gateway("it can be lost")
async def test_the_bot_recovers_from_every_kind_of_gateway_disconnect(
    own_table: Table,
) -> None:
    board = await own_table.begin()
    losses = {"broken": "C3", "broken, and the session forgotten": "E3", "asked to reconnect": "E1", "invalid": "A1"}
    for number, (how, cell) in enumerate(losses.items()):
        await lose_connection(own_table.discord, how)
        await own_table.discord.until(lambda: bool(own_table.discord.sessions), "the bot to come back")
        await (own_table.ada, own_table.bob)[number % 2].press(board, cell)
        assert cell in board.text


async def test_an_offer_from_before_a_restart_loses_its_buttons_when_closed(
    own_table: Table, own_bot: BotProcess
) -> None:
    board = await own_table.begin()
    await own_table.ada.press(board, "C3")
    wish = reply(await own_table.ada.press(board, "Take back"))
    await own_table.called(own_table.bob, board)
    await own_bot.until_row("SELECT 1 FROM offers WHERE message_id = ?", wish.id)
    await restart(own_bot)
    await own_table.bob.press(board, "E3")
    await own_table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_a_kill_before_showing_a_rematch_leaves_no_rematch_button(own_table: Table, own_bot: BotProcess) -> None:
    board = await own_table.begin(variant="dodge", size=3)
    await own_table.ada.press(board, "B2")
    await own_table.discord.until(lambda: "Game over" in board.text, "the end to be shown")
    offer = reply(await own_table.bob.press(board, "Rematch"))
    await own_bot.until_row("SELECT 1 FROM offers WHERE message_id = ?", offer.id)
    await die_before_answering(own_table, own_bot, own_table.ada.press(offer, "Rematch"))
    assert "Rematch" in labels(board)
    assert labels(offer) == ["Rematch", "Decline", "Withdraw"]
    await own_bot.start()
    await own_table.discord.until(lambda: not offer.buttons and "Rematch" not in labels(board), "the buttons to go")
    assert "Game over" in board.text


async def test_a_kill_after_the_first_move_of_a_rematch_leaves_no_rematch_button(
    own_table: Table, own_bot: BotProcess
) -> None:
    board = await own_table.begin(variant="dodge", size=3)
    await own_table.ada.press(board, "B2")
    await own_table.discord.until(lambda: "Game over" in board.text, "the end to be shown")
    offer = reply(await own_table.bob.press(board, "Rematch"))
    own_table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=500, code=0, times=1000)
    rematch = reply(await own_table.ada.press(offer, "Rematch"))
    await own_table.discord.until(
        lambda: any(request.injected and str(board.id) in request.path for request in own_table.discord.requests),
        "an edit to fail",
    )
    await own_table.bob.press(rematch, "A1")
    await own_bot.kill()
    own_table.discord.faults.clear()
    assert "Rematch" in labels(board)
    # It is taken for being shown for a minute.
    own_bot.change_rows("UPDATE games SET redraw_since = ? WHERE redraw_since IS NOT NULL", ago(hours=1))
    await own_bot.start()
    await own_table.discord.until(lambda: "Rematch" not in labels(board), "the button to go")
    assert "· move 2" in rematch.text


async def test_commands_are_registered_once_for_all_starts(own_table: Table, own_bot: BotProcess) -> None:
    await restart(own_bot)
    published = [request for request in own_table.discord.requests if request.method == "PUT"]
    assert len(published) == 1


async def test_deadlines_are_extended_by_downtime_and_earlier_ones_are_enforced(
    own_table: Table, own_bot: BotProcess
) -> None:
    due, running = await own_table.begin(variant="blocking"), await own_table.begin(variant="blocking")
    for board in (due, running):
        await own_table.ada.press(board, "C3")
        await own_table.bob.press(board, "A1")
    await own_bot.kill()
    own_bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", ago(hours=2))
    for board, hours in ((due, 3), (running, 1)):
        age = "UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?"
        own_bot.change_rows(age, ago(hours=hours), ago(hours=hours), game_id(board))
    await own_bot.start()
    await own_table.discord.until(lambda: "ran out of time" in due.text, "the game that was due to end")
    await own_table.ada.press(running, "E5")
    assert "played **E5**" in running.text


async def test_challenges_are_extended_by_downtime_and_expired_ones_are_shown(
    own_table: Table, own_bot: BotProcess
) -> None:
    due, waiting = await own_table.challenge(), await own_table.challenge()
    await own_bot.kill()
    own_bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", ago(hours=2))
    for challenge, hours in ((due, 3), (waiting, 1)):
        age = "UPDATE challenges SET created_at = ?, expires_at = ? WHERE id = ?"
        own_bot.change_rows(age, ago(hours=24 + hours), ago(hours=hours), challenge_id(challenge))
    await own_bot.start()
    await own_table.discord.until(lambda: "in time" in due.text, "the challenge that had ended")
    assert "No move yet" in reply(await own_table.bob.press(waiting, "Accept")).text
