"""Messages that Discord took shortly before a crash or a broken connection."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, call_of, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")

CHANNEL = r"/channels/\d+/messages"
FOLLOW_UP = r"/webhooks/\d+/[^/]+"
Act = Callable[[Table, BotProcess, Message], Awaitable[object]]


async def move(table: Table, bot: BotProcess, board: Message) -> None:  # noqa: ARG001  # as the others
    """Move."""
    await table.ada.press(board, "C3")


async def come_close(_: Table, bot: BotProcess, board: Message) -> None:
    """Leave the player to move ten minutes."""
    end = (datetime.now(UTC) + timedelta(minutes=10)).strftime("%Y-%m-%d %H:%M:%S.%f")
    bot.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", end, LONG_AGO, game_id(board))


async def run_out(_: Table, bot: BotProcess, board: Message) -> None:
    """Let the deadline of the player to move pass."""
    bot.run_out(game_id(board))


async def run_out_without_board(table: Table, bot: BotProcess, board: Message) -> None:
    """The same with a deleted board."""
    table.channel.remove(board)
    bot.run_out(game_id(board))


async def begin(table: Table, bot: BotProcess) -> Message:
    board = await table.begin(variant="blocking")
    await bot.until_shown(game_id(board))
    return board


async def kill_before_it_is_noted(table: Table, bot: BotProcess, act: Awaitable[object], text: str) -> Message:
    """Kill the bot after Discord took a message and before the bot gets the response."""
    for path in (CHANNEL, FOLLOW_UP):
        table.discord.faults.hold_answer("POST", path)
    acting = asyncio.ensure_future(act)
    (posted,) = await table.discord.until(lambda: table.posts(text), f"a message with {text!r}")
    await bot.kill()
    table.discord.faults.clear()
    acting.cancel()
    with suppress(asyncio.CancelledError):
        await acting
    return posted


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (move, "{bob}, it is your turn"),
        (come_close, "runs out"),
        (run_out, "is over"),
        (run_out_without_board, "Game over"),
    ],
)
async def test_a_message_posted_before_a_crash_is_not_posted_again(
    own_table: Table, own_bot: BotProcess, act: Act, text: str
) -> None:
    """A turn notification, a warning, the end of a game, a board posted again."""
    board, text = await begin(own_table, own_bot), text.format(bob=own_table.bob.mention)
    posted = await kill_before_it_is_noted(own_table, own_bot, act(own_table, own_bot, board), text)
    await own_bot.start()
    await own_bot.until_shown(game_id(board))
    assert own_table.posts(text) == [posted]


async def test_a_turn_notification_from_before_a_crash_is_removed_with_the_next_move(
    own_table: Table, own_bot: BotProcess
) -> None:
    """The bot stores the id of the message it has found."""
    board = await begin(own_table, own_bot)
    call = await kill_before_it_is_noted(own_table, own_bot, move(own_table, own_bot, board), call_of(own_table))
    await own_bot.start()
    await own_bot.until_shown(game_id(board))
    await own_table.bob.press(board, "A1")
    await own_table.discord.until(lambda: call.deleted, "the call to be removed")


async def test_a_message_deleted_during_the_downtime_is_posted_again(own_table: Table, own_bot: BotProcess) -> None:
    """Discord does not return a deleted message."""
    board = await begin(own_table, own_bot)
    call = await kill_before_it_is_noted(own_table, own_bot, move(own_table, own_bot, board), call_of(own_table))
    own_table.channel.remove(call)
    await own_bot.start()
    await own_bot.until_shown(game_id(board))
    (again,) = [message for message in own_table.posts(call_of(own_table)) if message is not call]
    assert again in own_table.bob.notifications


async def test_a_turn_notification_with_a_lost_response_is_posted_once(own_table: Table, own_bot: BotProcess) -> None:
    board = await begin(own_table, own_bot)
    for path in (CHANNEL, FOLLOW_UP):
        own_table.discord.faults.lose_answer("POST", path)
    await own_table.ada.press(board, "C3")
    await own_bot.until_shown(game_id(board))
    (call,) = own_table.posts(call_of(own_table))
    await own_table.bob.press(board, "A1")
    await own_table.discord.until(lambda: call.deleted, "the call to be removed")


async def test_a_player_is_notified_where_the_bot_may_not_post(own_table: Table, own_bot: BotProcess) -> None:
    """What follows an answer needs no permission. Discord is not asked for what it would refuse."""
    board = await begin(own_table, own_bot)
    own_table.channel.deny_bot("SEND_MESSAGES")
    before = len(own_table.discord.requests)
    await own_table.ada.press(board, "C3")
    await own_table.called(own_table.bob, board)
    assert [request for request in own_table.discord.requests[before:] if request.status == 403] == []
