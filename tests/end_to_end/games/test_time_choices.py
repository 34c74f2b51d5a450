"""Every time per move: deadline on the board, warning, and end; also after a take-back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from gridlock_host import TimeControl
from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.deadlines import shown, stored
from tests.end_to_end.support.sweeps import sweep
from tests.end_to_end.support.table import Table, game_id, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The time for a move, and how much of it is left when the player is warned.
TIMES = {
    TimeControl.FIVE_MINUTES: (timedelta(minutes=5), timedelta(minutes=2)),
    TimeControl.ONE_HOUR: (timedelta(hours=1), timedelta(minutes=15)),
    TimeControl.ONE_DAY: (timedelta(days=1), timedelta(hours=6)),
    TimeControl.THREE_DAYS: (timedelta(days=3), timedelta(hours=18)),
    TimeControl.SEVEN_DAYS: (timedelta(days=7), timedelta(hours=42)),
}
LIMITED = [time for time in TimeControl if time is not TimeControl.NONE]


def age(bot: BotProcess, board: Message, time: timedelta) -> None:
    """Move the start of a turn back."""
    for column in ("deadline", "wake_at"):
        earlier = (stored(bot, board, column) - time).strftime("%Y-%m-%d %H:%M:%S.%f")
        bot.change_rows(f"UPDATE games SET {column} = ? WHERE id = ?", earlier, game_id(board))  # noqa: S608


@pytest.mark.parametrize("time", LIMITED)
async def test_the_board_shows_the_deadline_of_each_turn(table: Table, bot: BotProcess, time: TimeControl) -> None:
    per_move, _ = TIMES[time]
    board = await table.begin(time=time.value)
    assert shown(board) == {(stored(bot, board, "created_at") + per_move).replace(microsecond=0)}
    await table.ada.press(board, "C3")
    ((moved_at,),) = bot.read_rows("SELECT played_at FROM moves WHERE game_id = ?", game_id(board))
    begins = datetime.fromisoformat(moved_at).replace(tzinfo=UTC)
    assert shown(board) == {(begins + per_move).replace(microsecond=0)}


async def test_a_game_without_a_time_has_no_deadline_and_no_warning(table: Table, bot: BotProcess) -> None:
    board = await table.begin(time="none")
    await table.ada.press(board, "C3")
    assert shown(board) == set()
    assert bot.read_rows("SELECT deadline, wake_at FROM games WHERE id = ?", game_id(board)) == [(None, None)]


@pytest.mark.parametrize("time", LIMITED)
async def test_the_warning_comes_with_a_quarter_of_the_time_left_but_not_under_two_minutes(
    table: Table, bot: BotProcess, time: TimeControl
) -> None:
    """A minute before that nothing is said: the warning names the deadline as it stood when it came."""
    per_move, left = TIMES[time]
    board = await table.begin(time=time.value)
    age(bot, board, per_move - left - timedelta(minutes=1))
    await sweep(table.discord, bot)
    age(bot, board, timedelta(minutes=1))
    deadline = stored(bot, board, "deadline")
    warnings = await table.discord.until(
        lambda: [message for message in table.ada.notifications if "runs out" in message.text], "Ada to be warned"
    )
    assert [shown(warning) for warning in warnings] == [{deadline.replace(microsecond=0)}]


@pytest.mark.parametrize("time", LIMITED)
async def test_a_game_ends_at_its_deadline_and_the_channel_is_told(
    table: Table, bot: BotProcess, time: TimeControl
) -> None:
    per_move, _ = TIMES[time]
    board = await table.begin(variant="blocking", time=time.value)
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "A1")
    age(bot, board, per_move - timedelta(minutes=1))
    await sweep(table.discord, bot)
    assert f"{table.ada.mention} (X) **to move**" in board.text
    age(bot, board, timedelta(minutes=1))
    lost = f"{table.bob.mention} (O) won: {table.ada.mention} (X) ran out of time."
    await table.shows(board, lost)
    (end,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the channel to hear"
    )
    assert lost in end.text
    assert set(end.mentions) == {table.ada, table.bob}


async def taken_back(table: Table) -> tuple[Message, datetime]:
    """A game in which Ada has taken her first move back, with an hour a move; and when Bob agreed, or just before."""
    board = await table.begin(time="1 hour")
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    wish = reply(await table.ada.press(board, "Take back"))
    agreed_at = datetime.now(UTC)
    await table.bob.press(wish, "Agree")
    await table.shows(board, "No move yet")
    return board, agreed_at


async def test_a_take_back_restarts_the_deadline(table: Table, bot: BotProcess) -> None:
    board, agreed_at = await taken_back(table)
    deadline = stored(bot, board, "deadline")
    assert deadline >= agreed_at + timedelta(hours=1)
    assert shown(board) == {deadline.replace(microsecond=0)}
    assert f"{table.ada.mention} (X) **to move**" in board.text


async def test_a_game_after_a_take_back_is_lost_on_time(table: Table, bot: BotProcess) -> None:
    board, _ = await taken_back(table)
    bot.run_out(game_id(board))
    await table.shows(board, f"{table.bob.mention} (O) won: {table.ada.mention} (X) ran out of time.")
    assert "1 played, 1 won" in reply(await table.bob.command(table.channel, "gridlock stats")).text
