"""Retries of messages that Discord rejected."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, challenge_id, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")

CALLBACK = r"/interactions/\d+/.+/callback"
CLOSED = "status IN ('over', 'expired') AND "
LATER = "unshown_since > datetime('now', '+5 minutes')"


async def test_a_refused_warning_is_retried_and_keeps_the_turn_notification(table: Table, bot: BotProcess) -> None:
    board = await table.begin(time="1 hour")
    call = table.ada.notifications[-1]
    number = game_id(board)
    table.channel.deny_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(bot, "games", number, "status = 'active' AND " + LATER)
    assert not call.deleted
    table.channel.allow_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET deadline = datetime('now', '+10 minutes') || '.000000' WHERE id = ?", number)
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: "runs out" in table.ada.notifications[-1].text, "Ada to be warned")
    await table.discord.until(lambda: call.deleted, "the call to be removed")


async def settled(bot: BotProcess, which: str, row_id: str, expected: str) -> None:
    """Wait until a row of a kind is noted as it is expected to be."""
    await bot.until_row(f"SELECT 1 FROM {which} WHERE id = ? AND {expected}", row_id)  # noqa: S608


async def test_a_refused_edit_of_a_closed_challenge_is_retried(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    number = challenge_id(challenge)
    table.discord.faults.fail("PATCH", rf"/channels/{table.channel.id}/messages/\d+", status=403, code=50001)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(bot, "challenges", number, CLOSED + LATER)
    assert challenge.buttons
    bot.change_rows("UPDATE challenges SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: "in time" in challenge.text, "the end to be shown")
    await settled(bot, "challenges", number, CLOSED + "unshown_since IS NULL")


async def test_a_challenge_closed_before_its_message_is_stored_loses_its_buttons(table: Table, bot: BotProcess) -> None:
    """Discord sends no word of the message until the challenge is over, and then refuses to change it."""
    hold = table.discord.faults.hold_answer("POST", r"/interactions/\d+/.+/callback")
    challenge = await table.challenge()
    number = challenge_id(challenge)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await bot.until_row("SELECT 1 FROM challenges WHERE id = ? AND status = 'expired'", number)
    table.discord.faults.fail("PATCH", rf"/channels/{table.channel.id}/messages/\d+", status=403, code=50001)
    hold.release()
    await settled(bot, "challenges", number, CLOSED + LATER)
    bot.change_rows("UPDATE challenges SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(lambda: not challenge.buttons, "the challenge to lose its buttons")
    assert "in time" in challenge.text


async def test_a_deleted_challenge_message_is_not_retried(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    number = challenge_id(challenge)
    table.channel.remove(challenge)
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE id = ?", LONG_AGO, number)
    await settled(bot, "challenges", number, CLOSED + "unshown_since IS NULL")


async def test_a_game_ended_in_a_deleted_channel_is_not_retried(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    table.channel.delete()
    bot.run_out(game_id(board))
    await settled(bot, "games", game_id(board), CLOSED + "unshown_since IS NULL")


async def test_a_refused_edit_of_a_finished_game_is_retried(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    table.channel.deny_bot("SEND_MESSAGES")
    bot.run_out(game_id(board))
    await settled(bot, "games", game_id(board), CLOSED + LATER)
    table.channel.allow_bot("SEND_MESSAGES")
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    await settled(bot, "games", game_id(board), CLOSED + "unshown_since IS NULL")


async def test_a_first_board_that_could_not_be_posted_is_retried(table: Table, bot: BotProcess) -> None:
    """Nobody has to be told of the change, so only the board is missing."""
    table.channel.deny_bot("SEND_MESSAGES")
    table.discord.faults.fail("POST", CALLBACK, status=404, code=10062)
    await table.ada.command(table.channel, "gridlock challenge", opponent=table.guild.bot, first="me")
    newest = "id = (SELECT max(id) FROM games) AND message_id IS NULL AND "
    await bot.until_row(f"SELECT 1 FROM games WHERE {newest} {LATER}")  # noqa: S608
    table.channel.allow_bot("SEND_MESSAGES")
    ((number,),) = bot.read_rows("SELECT max(id) FROM games")
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, number)
    await table.discord.until(
        lambda: any(f"#{number} · " in message.text for message in table.channel.messages), "the board"
    )
