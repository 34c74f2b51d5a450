"""Deadlines, warnings, games lost on time, and expired challenges. Rows are aged, so no test waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.sweeps import sweep
from tests.end_to_end.support.table import Table, challenge_id, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAR_AHEAD = "2099-01-01 00:00:00.000000"


async def test_the_board_shows_the_deadline_in_each_readers_own_time(table: Table) -> None:
    board = await table.begin(time="1 hour")
    assert ":R>" in board.text
    assert "⏳ <t:" in board.text


async def test_a_game_may_have_no_deadline(table: Table) -> None:
    board = await table.begin(time="none")
    assert "⏳" not in board.text


async def test_a_day_a_move_is_the_default(table: Table) -> None:
    assert "1 day a move" in (await table.challenge()).text


async def test_the_player_to_move_is_warned_once(table: Table, bot: BotProcess) -> None:
    board = await table.begin(time="1 hour")
    call = table.ada.notifications[-1]
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    await table.discord.until(lambda: "runs out" in table.ada.notifications[-1].text, "Ada to be warned")
    await table.discord.until(lambda: call.deleted, "the call to make room for the warning")
    for _ in range(3):
        await sweep(table.discord, bot)
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    warnings = [message for message in table.ada.notifications if "runs out" in message.text]
    assert [warning.deleted for warning in warnings] == [True]


async def test_a_game_lost_on_time_is_announced(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="blocking")
    await table.ada.press(board, "C3")
    await table.bob.press(board, "A1")
    await table.called(table.ada, board)
    bot.run_out(game_id(board))
    await table.shows(board, "Game over")
    assert f"{table.bob.mention} (O) won: {table.ada.mention} (X) ran out of time." in board.text
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]
    end = await table.discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the channel to hear"
    )
    assert set(end[0].mentions) == {table.ada, table.bob}
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert f"1\\. {table.bob.mention} **1 point**" in standings


@pytest.mark.parametrize("moved", [False, True])
async def test_a_game_without_moves_of_both_is_called_off(table: Table, bot: BotProcess, moved: bool) -> None:
    """It is uncounted, and the channel is told."""
    board = await table.begin()
    if moved:
        await table.ada.press(board, "C3")
        await table.called(table.bob, board)
    bot.run_out(game_id(board))
    await table.shows(board, "called off")
    (end,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the channel to hear"
    )
    assert "called off" in end.text
    assert set(end.mentions) == {table.ada, table.bob}
    assert "Nobody has finished" in reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    for player in (table.ada, table.bob):
        assert "has not finished a game" in reply(await player.command(table.channel, "gridlock stats")).text


async def test_an_absent_player_loses_the_next_game_of_the_match(table: Table, bot: BotProcess) -> None:
    """Bob, who is behind and has to begin, does not get away without losing the match."""
    first = await table.begin(variant="dodge", size=3, best_of=3)
    await table.ada.press(first, "B2")
    second = (
        await table.discord.until(
            lambda: [message for message in table.channel.messages if "Match: game 2" in message.text], "the next game"
        )
    )[0]
    await table.called(table.bob, second)
    bot.run_out(game_id(second))
    await table.shows(second, "Game over")
    assert f"{table.ada.mention} (O) won: {table.bob.mention} (X) ran out of time." in second.text
    assert f"{table.ada.mention} 2, {table.bob.mention} 0" in second.text
    assert labels(second) == ["Rematch"]


async def test_a_move_after_the_deadline_is_refused(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="blocking")
    custom_id = str(board.buttons[0].custom_id)
    await table.ada.press(board, "C3")
    await table.bob.press(board, "A1")
    bot.run_out(game_id(board))
    await table.shows(board, "Game over")
    assert "ran out of time" in refusal(await table.ada.press(board, custom_id=custom_id, forged=True))


async def test_a_move_starts_the_opponents_deadline(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    bot.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", FAR_AHEAD, FAR_AHEAD, game_id(board))
    await table.ada.press(board, "C3")
    assert "2099" not in board.text
    assert "<t:4070908800" not in board.text


async def test_a_challenge_is_open_for_a_day(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    ((made,),) = bot.read_rows("SELECT created_at FROM challenges WHERE id = ?", challenge_id(challenge))
    end = datetime.fromisoformat(made).replace(tzinfo=UTC) + timedelta(days=1)
    assert f"Open until <t:{int(end.timestamp())}:f>." in challenge.text


async def test_an_unaccepted_open_challenge_expires(table: Table, bot: BotProcess) -> None:
    challenge = reply(await table.ada.command(table.channel, "gridlock challenge"))
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, challenge_id(challenge))
    await table.shows(
        challenge, f"{table.ada.mention} was looking for an opponent, and nobody answered in time: **Lines** on"
    )
    assert "in time: " in challenge.text


async def test_an_unanswered_challenge_expires(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    accept = str(challenge.buttons[0].custom_id)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, challenge_id(challenge))
    await table.shows(
        challenge, f"{table.bob.mention} did not answer {table.ada.mention}'s challenge in time: **Lines** on"
    )
    assert not challenge.buttons
    assert "ran out of time" in refusal(await table.bob.press(challenge, custom_id=accept, forged=True))
