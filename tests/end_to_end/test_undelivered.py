"""What Discord refuses to show is tried again; what has nowhere to be shown any more is let be."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from local_discord import LocalDiscord, Message
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")

LONG_AGO = "2020-01-01 00:00:00.000000"
CLOSED = "status IN ('over', 'expired') AND "
LATER = "unshown_since > datetime('now', '+5 minutes')"


@pytest_asyncio.fixture(loop_scope="session", autouse=True)
async def no_faults_left(discord: LocalDiscord) -> AsyncIterator[None]:
    yield
    discord.faults.clear()


async def test_a_warning_that_was_refused_leaves_the_call_and_is_tried_again_later(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin(time="1 hour")
    call = table.ada.notifications[-1]
    number = game_id(board)
    table.channel.deny_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(table, bot, "games", number, "status = 'active' AND " + LATER)
    assert not call.deleted
    table.channel.allow_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET deadline = datetime('now', '+10 minutes') || '.000000' WHERE id = ?", number)
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: "runs out" in table.ada.notifications[-1].text, "Ada to be warned")
    await table.discord.until(lambda: call.deleted, "the call to be removed")


def challenge_id(challenge: Message) -> str:
    return str(challenge.buttons[0].custom_id).split(":")[2]


async def settled(table: Table, bot: BotProcess, which: str, row_id: str, expected: str) -> None:
    """Wait until a row of a kind is noted as it is expected to be."""
    query = f"SELECT 1 FROM {which} WHERE id = ? AND {expected}"  # noqa: S608
    for _ in range(100):
        if bot.read_rows(query, row_id):
            return
        await sweep(Table.lay(table.discord), bot)
    raise AssertionError(f"{which} {row_id} was not noted as {expected}")


async def sweep(table: Table, bot: BotProcess) -> None:
    """Wait until the bot has swept: the time of a game on another table runs out."""
    run_out(bot, board := await table.begin())
    await table.discord.until(lambda: "Game over" in board.text, "the game to end")


def run_out(bot: BotProcess, board: Message) -> None:
    """Let the time of the player to move be over."""
    age = "UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?"
    bot.change_rows(age, LONG_AGO, LONG_AGO, game_id(board))


async def test_a_challenge_whose_end_was_refused_is_tried_again_later(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    number = challenge_id(challenge)
    table.discord.faults.fail("PATCH", rf"/channels/{table.channel.id}/messages/\d+", status=403, code=50001)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(table, bot, "challenges", number, CLOSED + LATER)
    assert challenge.buttons
    bot.change_rows("UPDATE challenges SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: "in time" in challenge.text, "the end to be shown")
    await settled(table, bot, "challenges", number, CLOSED + "unshown_since IS NULL")


async def expired(bot: BotProcess, number: str) -> None:
    """Wait until a challenge is noted as over, of which Discord hears nothing."""
    async with asyncio.timeout(20):
        while True:
            if bot.read_rows("SELECT 1 FROM challenges WHERE id = ? AND status = 'expired'", number):
                return
            await asyncio.sleep(0)


async def test_a_challenge_that_ends_before_its_message_is_known_loses_its_buttons_all_the_same(
    table: Table, bot: BotProcess
) -> None:
    """Discord sends no word of the message until the challenge is over, and then refuses to change it."""
    hold = table.discord.faults.hold_answer("POST", r"/interactions/\d+/.+/callback")
    challenge = await table.challenge()
    number = challenge_id(challenge)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await expired(bot, number)
    table.discord.faults.fail("PATCH", rf"/channels/{table.channel.id}/messages/\d+", status=403, code=50001)
    hold.release()
    await settled(table, bot, "challenges", number, CLOSED + LATER)
    bot.change_rows("UPDATE challenges SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: not challenge.buttons, "the challenge to lose its buttons")
    assert "in time" in challenge.text


async def test_a_challenge_whose_message_is_gone_is_not_tried_again(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    number = challenge_id(challenge)
    table.channel.remove(challenge)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(table, bot, "challenges", number, CLOSED + "unshown_since IS NULL")


async def test_a_game_that_ends_in_a_deleted_channel_is_not_shown_again_and_again(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin()
    table.channel.delete()
    run_out(bot, board)
    await settled(table, bot, "games", game_id(board), CLOSED + "unshown_since IS NULL")


async def test_a_game_whose_end_was_refused_is_tried_again_later(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    table.channel.deny_bot("SEND_MESSAGES")
    run_out(bot, board)
    await settled(table, bot, "games", game_id(board), CLOSED + LATER)
    table.channel.allow_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    await settled(table, bot, "games", game_id(board), CLOSED + "unshown_since IS NULL")
