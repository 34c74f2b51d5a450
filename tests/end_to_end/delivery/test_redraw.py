"""Boards and challenges redrawn after downtime with their new deadline."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess, ago
from tests.end_to_end.support.table import Table, cells, challenge_id, game_id, labels

pytestmark = pytest.mark.asyncio(loop_scope="session")

UNSETTLED = "(unshown_since IS NOT NULL OR message_id IS NULL)"


def deadline(message: Message) -> int:
    """The deadline that a message shows, in seconds since 1970."""
    found = re.search(r"<t:(\d+):[fR]>", message.text)
    assert found is not None, message.text
    return int(found[1])


async def all_is_shown(bot: BotProcess) -> None:
    """Wait until a restart finds nothing that is still to be shown."""
    for which in ("games", "challenges"):
        await none_left(bot, which, "status IN ('active', 'open') AND " + UNSETTLED)


async def be_away_for_hours(bot: BotProcess) -> None:
    """Make all games and challenges 12 hours old, with 8 hours of downtime."""
    await bot.kill()
    bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", ago(hours=8))
    bot.change_rows("UPDATE games SET deadline = ?, wake_at = ?", ago(hours=-12), ago(hours=-6))
    bot.change_rows("UPDATE challenges SET created_at = ?, expires_at = ?", ago(hours=12), ago(hours=-12))
    await bot.start()


def shows_what_is_left(message: Message) -> bool:
    """Whether a message shows that 20 of the 24 hours are left, give or take a minute or two."""
    left = timedelta(seconds=deadline(message)) - (datetime.now(UTC) - datetime.fromtimestamp(0, UTC))
    return abs(left - timedelta(hours=20)) < timedelta(minutes=5)


async def none_left(bot: BotProcess, which: str, condition: str) -> None:
    """Wait until no row of a kind meets a condition."""
    await bot.until_row(f"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM {which} WHERE {condition})")  # noqa: S608


async def test_boards_and_challenges_show_the_new_deadline_without_mentions(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board, challenge = await table.begin(), await table.challenge()
    await all_is_shown(own_bot)
    messages, buttons = list(table.channel.messages), cells(board)
    told = [len(person.notifications) for person in (table.ada, table.bob)]
    await be_away_for_hours(own_bot)
    await table.discord.until(lambda: shows_what_is_left(board), "the board to show the new deadline")
    await table.discord.until(lambda: shows_what_is_left(challenge), "the challenge to show the new deadline")
    for which in ("games", "challenges"):
        await none_left(own_bot, which, "redraw_since IS NOT NULL")
    assert table.channel.messages == messages
    assert [len(person.notifications) for person in (table.ada, table.bob)] == told
    assert cells(board) == buttons
    assert labels(challenge) == ["Accept", "Decline", "Cancel"]


async def test_a_board_that_was_deleted_is_posted_by_the_next_change_only(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board = await table.begin()
    await all_is_shown(own_bot)
    table.channel.remove(board)
    messages = list(table.channel.messages)
    await be_away_for_hours(own_bot)
    await none_left(own_bot, "games", f"status = 'active' AND deadline < '{ago(hours=-19)}'")
    await none_left(own_bot, "games", "redraw_since IS NOT NULL")
    assert table.channel.messages == messages
    assert game_id(await table.move(table.ada, "C3")) == game_id(board)


async def test_an_edit_that_was_refused_is_put_off_and_tried_again(own_table: Table, own_bot: BotProcess) -> None:
    table = own_table
    board, challenge = await table.begin(), await table.challenge()
    await all_is_shown(own_bot)
    before = board.text, challenge.text
    for message in (board, challenge):
        edits = rf"/channels/\d+/messages/{message.id}"
        table.discord.faults.fail("PATCH", edits, status=403, code=50001, times=1000)
    await be_away_for_hours(own_bot)
    for which in ("games", "challenges"):
        later = f"SELECT 1 FROM {which} WHERE redraw_since > datetime('now', '+5 minutes')"  # noqa: S608
        await own_bot.until_row(later)
    assert (board.text, challenge.text) == before
    table.discord.faults.clear()
    for which in ("games", "challenges"):
        own_bot.change_rows(f"UPDATE {which} SET redraw_since = ? WHERE redraw_since IS NOT NULL", LONG_AGO)  # noqa: S608
    await table.discord.until(lambda: shows_what_is_left(board), "the board to show the new deadline")
    await table.discord.until(lambda: shows_what_is_left(challenge), "the challenge to show the new deadline")


async def test_a_move_that_is_answered_while_the_board_is_redrawn_stays_on_it(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    hold = table.discord.faults.hold("PATCH", rf"/channels/\d+/messages/{board.id}")
    bot.change_rows("UPDATE games SET redraw_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    await hold.reached()
    await table.ada.press(board, "C3")
    hold.release()
    await table.called(table.bob, board)
    assert "played **C3**" in board.text


async def test_a_challenge_that_is_declined_while_it_is_redrawn_stays_declined(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    hold = table.discord.faults.hold("PATCH", rf"/channels/\d+/messages/{challenge.id}")
    bot.change_rows("UPDATE challenges SET redraw_since = ? WHERE id = ?", LONG_AGO, challenge_id(challenge))
    await hold.reached()
    await table.bob.press(challenge, "Decline")
    hold.release()
    patches = rf"/channels/\d+/messages/{challenge.id}$"
    await table.discord.until(
        lambda: sum(r.method == "PATCH" and bool(re.search(patches, r.path)) for r in table.discord.requests) == 2,
        "the challenge to be put right",
    )
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")
    assert "declined" in challenge.text
