"""What was answered as done survives a kill, and old buttons go on working."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord, Unanswered
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, cells, game_id, labels, refusal, reply


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord:
        yield discord


@pytest_asyncio.fixture
async def bot(discord: LocalDiscord, database_url: str, tmp_path: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(discord, database_url, tmp_path / "bot.log")
    await bot.start()
    yield bot
    await bot.stop()


@pytest.fixture
def table(discord: LocalDiscord, bot: BotProcess) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(discord)


async def restart(bot: BotProcess) -> None:
    await bot.kill()
    await bot.start()


async def test_a_game_goes_on_with_its_old_buttons_after_a_kill_between_any_two_steps(
    table: Table, bot: BotProcess
) -> None:
    challenge = await table.challenge(variant="isolation", size=3, first="me")
    await restart(bot)
    board = reply(await table.bob.press(challenge, "Accept"))
    players = [table.ada, table.bob]
    presses = ["A1", "C3", "A2", "A1", "B3", "C2", "B1", "C1"]
    turn = 0
    for cell in presses:
        await restart(bot)
        before = board.text
        await players[turn].press(board, cell)
        assert board.text != before
        if "now chooses" not in board.text:
            turn = 1 - turn
    await restart(bot)
    question = reply(await players[turn].press(board, "Resign"))
    await restart(bot)
    await players[turn].press(question, "Yes, resign")
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    await restart(bot)
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert standings.count("1 played") == 2


async def test_a_kill_between_storing_and_answering_loses_neither_the_move_nor_the_game(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin(variant="blocking")
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=500, code=0, times=1000)
    press = asyncio.create_task(table.ada.press(board, "C3"))
    await table.discord.until(lambda: any(request.injected for request in table.discord.requests), "an answer to fail")
    await bot.kill()
    with pytest.raises(Unanswered):
        await press
    table.discord.faults.clear()
    assert "No move yet." in board.text
    await bot.start()
    assert "not your turn" in refusal(await table.ada.press(board, "C3"))
    await table.discord.until(lambda: "Last move (1): X C3" in board.text, "the board to be put right")
    await table.bob.press(board, "A1")
    assert cells(board)["A1"] == "(O)"


async def test_a_bot_that_is_asked_to_end_finishes_what_is_in_hand_and_hears_of_nothing_new(
    table: Table, bot: BotProcess
) -> None:
    """Hearing more, it would answer what it has just forgotten how to do, and say that the command has changed."""
    board = await table.begin()
    hold = table.discord.faults.hold("POST", r"/interactions/\d+/.+/callback")
    press = asyncio.create_task(table.ada.press(board, "C3"))
    await hold.reached()
    stopping = asyncio.create_task(bot.stop())
    await table.discord.until_gone()
    hold.release()
    await press
    assert await stopping == 0
    assert "Last move (1): X C3" in board.text
    assert "Traceback" not in bot.log


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


async def test_however_the_gateway_connection_is_lost_the_bot_comes_back_and_games_go_on(table: Table) -> None:
    board = await table.begin()
    losses = {"broken": "C3", "broken, and the session forgotten": "E3", "asked to reconnect": "E1", "invalid": "A1"}
    for number, (how, cell) in enumerate(losses.items()):
        await lose_connection(table.discord, how)
        await table.discord.until(lambda: bool(table.discord.sessions), "the bot to come back", within=30)
        await (table.ada, table.bob)[number % 2].press(board, cell)
        assert cell in board.text


async def test_a_wish_from_before_a_restart_loses_its_buttons_when_it_is_over(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    await table.called(table.bob, board)
    await table.discord.until(
        lambda: bot.read_rows("SELECT 1 FROM offers WHERE message_id = ?", wish.id), "the wish to be noted"
    )
    await restart(bot)
    await table.bob.press(board, "E3")
    await table.discord.until(lambda: not wish.buttons, "the wish to be closed")


async def test_a_kill_between_storing_and_showing_a_rematch_leaves_no_button_for_it(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.discord.until(lambda: "Game over" in board.text, "the end to be shown")
    offer = reply(await table.bob.press(board, "Rematch"))
    await table.discord.until(
        lambda: bot.read_rows("SELECT 1 FROM offers WHERE message_id = ?", offer.id), "the offer to be noted"
    )
    table.discord.faults.fail("POST", r"/interactions/\d+/.+/callback", status=500, code=0, times=1000)
    press = asyncio.create_task(table.ada.press(offer, "Rematch"))
    await table.discord.until(lambda: any(request.injected for request in table.discord.requests), "an answer to fail")
    await bot.kill()
    with pytest.raises(Unanswered):
        await press
    table.discord.faults.clear()
    assert "Rematch" in labels(board)
    assert labels(offer) == ["Rematch"]
    await bot.start()
    await table.discord.until(lambda: not offer.buttons and labels(board) == ["Review"], "the buttons to go")
    assert "Game over" in board.text


async def test_a_kill_after_the_first_move_of_a_rematch_leaves_no_button_for_that_either(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.discord.until(lambda: "Game over" in board.text, "the end to be shown")
    offer = reply(await table.bob.press(board, "Rematch"))
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=500, code=0, times=1000)
    rematch = reply(await table.ada.press(offer, "Rematch"))
    await table.discord.until(lambda: any(request.injected for request in table.discord.requests), "an edit to fail")
    await table.bob.press(rematch, "A1")
    await bot.kill()
    table.discord.faults.clear()
    assert "Rematch" in labels(board)
    # It is taken for being shown for a minute.
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE redraw_since IS NOT NULL", hours_ago(1))
    await bot.start()
    await table.discord.until(lambda: "Rematch" not in labels(board), "the button to go")
    assert "Last move (1)" in rematch.text


async def test_commands_are_published_once_for_all_starts(table: Table, bot: BotProcess) -> None:
    await restart(bot)
    published = [request for request in table.discord.requests if request.method == "PUT"]
    assert len(published) == 1


def hours_ago(hours: float) -> str:
    """A time as the store keeps it."""
    return (datetime.now(UTC) - timedelta(hours=hours)).strftime("%Y-%m-%d %H:%M:%S.%f")


async def test_the_time_of_an_absence_is_given_back_and_what_was_due_before_it_happens(
    table: Table, bot: BotProcess
) -> None:
    due, running = await table.begin(variant="blocking"), await table.begin(variant="blocking")
    for board in (due, running):
        await table.ada.press(board, "C3")
        await table.bob.press(board, "A1")
    await bot.kill()
    bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", hours_ago(2))
    for board, hours in ((due, 3), (running, 1)):
        age = "UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?"
        bot.change_rows(age, hours_ago(hours), hours_ago(hours), game_id(board))
    await bot.start()
    await table.discord.until(lambda: "ran out of time" in due.text, "the game that was due to end")
    await table.ada.press(running, "E5")
    assert "Last move (3): X E5" in running.text


async def test_challenges_wait_while_the_bot_is_away_and_those_that_had_ended_before_are_shown_to_be_over(
    table: Table, bot: BotProcess
) -> None:
    due, waiting = await table.challenge(), await table.challenge()
    await bot.kill()
    bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", hours_ago(2))
    for challenge, hours in ((due, 3), (waiting, 1)):
        age = "UPDATE challenges SET created_at = ?, expires_at = ? WHERE id = ?"
        number = str(challenge.buttons[0].custom_id).split(":")[2]
        bot.change_rows(age, hours_ago(24 + hours), hours_ago(hours), number)
    await bot.start()
    await table.discord.until(lambda: "in time" in due.text, "the challenge that had ended")
    assert "No move yet." in reply(await table.bob.press(waiting, "Accept")).text
