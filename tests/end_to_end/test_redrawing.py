"""After an absence boards and open challenges show the deadline as it is then, and nobody is notified of that."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord, Message
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, cells, game_id, labels

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_AGO = "2020-01-01 00:00:00.000000"
UNSETTLED = "(unshown_since IS NOT NULL OR message_id IS NULL)"


@pytest_asyncio.fixture(loop_scope="session")
async def own_discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord:
        yield discord


@pytest_asyncio.fixture(loop_scope="session")
async def own_bot(own_discord: LocalDiscord, database_url: str, tmp_path: Path) -> AsyncIterator[BotProcess]:
    async with BotProcess(own_discord, database_url, tmp_path / "bot.log") as bot:
        yield bot


@pytest.fixture
def own_table(own_discord: LocalDiscord, own_bot: BotProcess) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(own_discord)


def deadline(message: Message) -> int:
    """The deadline that a message shows, in seconds since 1970."""
    found = re.search(r"<t:(\d+):f>", message.text)
    assert found is not None, message.text
    return int(found[1])


def from_now(hours: float) -> str:
    """A time as the store keeps it."""
    return (datetime.now(UTC) + timedelta(hours=hours)).strftime("%Y-%m-%d %H:%M:%S.%f")


async def all_is_shown(discord: LocalDiscord, bot: BotProcess) -> None:
    """Wait until a restart finds nothing that is still to be shown."""
    for which in ("games", "challenges"):
        await none_left(discord, bot, which, "status IN ('active', 'open') AND " + UNSETTLED)


async def be_away_for_hours(bot: BotProcess) -> None:
    """Let all games and challenges be 12 hours old, and the bot away during the last 8 of these."""
    await bot.kill()
    bot.change_rows("INSERT OR REPLACE INTO heartbeats VALUES ('sweeper', ?)", from_now(-8))
    bot.change_rows("UPDATE games SET deadline = ?, wake_at = ?", from_now(12), from_now(6))
    bot.change_rows("UPDATE challenges SET created_at = ?, expires_at = ?", from_now(-12), from_now(12))
    await bot.start()


def shows_what_is_left(message: Message) -> bool:
    """Whether a message shows that 20 of the 24 hours are left, give or take a minute or two."""
    left = timedelta(seconds=deadline(message)) - (datetime.now(UTC) - datetime.fromtimestamp(0, UTC))
    return abs(left - timedelta(hours=20)) < timedelta(minutes=5)


async def none_left(discord: LocalDiscord, bot: BotProcess, which: str, condition: str) -> None:
    """Wait until no row of a kind meets a condition."""
    await some_row(discord, bot, f"SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM {which} WHERE {condition})")  # noqa: S608


async def some_row(discord: LocalDiscord, bot: BotProcess, query: str) -> None:
    """Wait until the store has a row that answers a query."""
    for _ in range(100):
        if bot.read_rows(query):
            return
        await sweep(discord, bot)
    raise AssertionError(f"no row: {query}")


async def settled(discord: LocalDiscord, bot: BotProcess, board: Message) -> None:
    """Wait until a game is shown as it is, and everybody is told who is to be."""
    await none_left(discord, bot, "games", f"id = {int(game_id(board))} AND unshown_since IS NOT NULL")


async def sweep(discord: LocalDiscord, bot: BotProcess) -> None:
    """Wait until the bot has swept: the time of a game on another table runs out."""
    board = await Table.lay(discord).begin()
    age = "UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?"
    bot.change_rows(age, LONG_AGO, LONG_AGO, game_id(board))
    await discord.until(lambda: "Game over" in board.text, "the game to end")


async def test_boards_and_challenges_show_the_new_deadline_and_nobody_is_mentioned(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board, challenge = await table.begin(), await table.challenge()
    await all_is_shown(table.discord, own_bot)
    messages, buttons = list(table.channel.messages), cells(board)
    told = [len(person.notifications) for person in (table.ada, table.bob)]
    await be_away_for_hours(own_bot)
    await table.discord.until(lambda: shows_what_is_left(board), "the board to show the new deadline")
    await table.discord.until(lambda: shows_what_is_left(challenge), "the challenge to show the new deadline")
    for which in ("games", "challenges"):
        await none_left(table.discord, own_bot, which, "redraw_since IS NOT NULL")
    assert table.channel.messages == messages
    assert [len(person.notifications) for person in (table.ada, table.bob)] == told
    assert cells(board) == buttons
    assert labels(challenge) == ["Accept", "Decline", "Cancel"]


async def test_a_board_that_was_deleted_is_posted_by_the_next_change_only(
    own_table: Table, own_bot: BotProcess
) -> None:
    table = own_table
    board = await table.begin()
    await all_is_shown(table.discord, own_bot)
    table.channel.remove(board)
    messages = list(table.channel.messages)
    await be_away_for_hours(own_bot)
    await none_left(table.discord, own_bot, "games", f"status = 'active' AND deadline < '{from_now(19)}'")
    await none_left(table.discord, own_bot, "games", "redraw_since IS NOT NULL")
    assert table.channel.messages == messages
    assert game_id(await table.move(table.ada, "C3")) == game_id(board)


async def test_an_edit_that_was_refused_is_put_off_and_tried_again(own_table: Table, own_bot: BotProcess) -> None:
    table = own_table
    board, challenge = await table.begin(), await table.challenge()
    await all_is_shown(table.discord, own_bot)
    before = board.text, challenge.text
    for message in (board, challenge):
        table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{message.id}", status=403, code=50001)
    await be_away_for_hours(own_bot)
    for which in ("games", "challenges"):
        later = f"SELECT 1 FROM {which} WHERE redraw_since > datetime('now', '+5 minutes')"  # noqa: S608
        await some_row(table.discord, own_bot, later)
    assert (board.text, challenge.text) == before
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
    assert "Last move (1): X C3" in board.text


async def test_a_challenge_that_is_declined_while_it_is_redrawn_stays_declined(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    number = str(challenge.buttons[0].custom_id).split(":")[2]
    hold = table.discord.faults.hold("PATCH", rf"/channels/\d+/messages/{challenge.id}")
    bot.change_rows("UPDATE challenges SET redraw_since = ? WHERE id = ?", LONG_AGO, number)
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
