"""Games in archived threads and deleted channels."""

from __future__ import annotations

import pytest

from local_discord import Message, Thread
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.endings import ENDINGS, Ending
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOST_ON_TIME = "ran out of time"


def open_thread(table: Table) -> Thread:
    return table.guild.add_thread(table.channel, "a game", table.ada.user)


async def under_way(table: Table, thread: Thread | None = None) -> Message:
    """A game in which both have moved, so that its time can be lost; Ada is to move."""
    where = thread or table.channel
    asked = await table.ada.command(
        where, "gridlock challenge", opponent=table.bob, variant="blocking", size=5, first="me", start="plain"
    )
    board = reply(await table.bob.press(reply(asked), "Accept"))
    await table.called(table.ada, board)
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "A1")
    return board


async def ended(bot: BotProcess, board: Message) -> None:
    """Let Ada's deadline pass, and wait until the end is stored."""
    bot.run_out(number := game_id(board))
    await bot.until_row("SELECT 1 FROM results WHERE game_id = ?", number)


async def counts_and_can_be_found(table: Table, board: Message) -> Message:
    """Look for a game that Ada has lost on time as its players can; return its board, posted where they ask."""
    elsewhere = table.guild.add_channel("elsewhere")
    for player in (table.ada, table.bob):
        assert "no open games" in reply(await player.command(elsewhere, "gridlock games")).text
    standings = reply(await table.bob.command(elsewhere, "gridlock leaderboard")).text
    assert f"1\\. {table.bob.mention} **1 point**" in standings
    shown = reply(await table.bob.command(elsewhere, "gridlock board", game=game_id(board)))
    assert f"{table.bob.mention} (O) won: {table.ada.mention} (X) {LOST_ON_TIME}." in shown.text
    assert labels(shown) == ["Rematch", "Review", "Replay", "Share"]
    return shown


async def test_an_archived_thread_is_reopened_by_the_end_of_its_game(table: Table, bot: BotProcess) -> None:
    thread = open_thread(table)
    board = await under_way(table, thread)
    thread.set_state(archived=True)
    bot.run_out(game_id(board))
    told = await table.discord.until(
        lambda: [message for message in thread.messages if "is over" in message.text], "the thread to hear of the end"
    )
    assert set(told[0].mentions) == {table.ada, table.bob}
    assert not thread.archived
    (shown,) = [message for message in thread.messages if "Game over" in message.text]
    assert LOST_ON_TIME in shown.text


async def test_older_boards_in_a_reopened_thread_are_deleted(table: Table) -> None:
    """Discord rejected edits in the archived thread, so the board was posted again."""
    thread = open_thread(table)
    board = await under_way(table, thread)
    thread.set_state(archived=True)
    said = reply(await table.ada.command(table.channel, "gridlock move", cell="E5"))
    assert said.ephemeral
    (fresh,) = await table.discord.until(
        lambda: [message for message in thread.messages if "played **E5**" in message.text], "the move"
    )
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")
    await table.shows(said, f"/{thread.id}/{fresh.id}")
    assert not thread.archived
    await table.bob.press(fresh, "B4")
    assert "played **B4**" in fresh.text


async def test_an_archived_thread_is_reopened_by_a_warning(table: Table, bot: BotProcess) -> None:
    thread = open_thread(table)
    board = await under_way(table, thread)
    thread.set_state(archived=True)
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    await table.discord.until(
        lambda: [message for message in table.ada.notifications if "runs out" in message.text], "Ada to be warned"
    )
    assert not thread.archived
    await table.ada.press(board, "E5")
    assert "played **E5**" in board.text


async def test_a_game_lost_on_time_in_a_locked_thread_counts_and_is_announced(table: Table, bot: BotProcess) -> None:
    thread = open_thread(table)
    board = await under_way(table, thread)
    thread.set_state(archived=True, locked=True)
    await ended(bot, board)
    assert thread.archived
    shown = await counts_and_can_be_found(table, board)
    put_off = f"SELECT 1 FROM games WHERE id = {game_id(board)} AND unshown_since > datetime('now', '+5 minutes')"  # noqa: S608
    await bot.until_row(put_off)
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    told = await table.discord.until(
        lambda: [message for message in shown.channel.messages if "is over" in message.text], "the end to be told"
    )
    assert set(told[0].mentions) == {table.ada, table.bob}


async def test_a_game_lost_on_time_in_a_deleted_channel_counts_and_can_be_found(table: Table, bot: BotProcess) -> None:
    board = await under_way(table)
    table.channel.delete()
    await ended(bot, board)
    await counts_and_can_be_found(table, board)


async def test_a_game_lost_on_time_in_a_deleted_thread_counts_and_can_be_found(table: Table, bot: BotProcess) -> None:
    thread = open_thread(table)
    board = await under_way(table, thread)
    thread.delete()
    await ended(bot, board)
    await counts_and_can_be_found(table, board)


async def test_a_game_of_a_deleted_channel_can_be_resigned_elsewhere(table: Table) -> None:
    board = await under_way(table)
    elsewhere = table.guild.add_channel("elsewhere")
    table.channel.delete()
    listed = reply(await table.ada.command(elsewhere, "gridlock games")).text
    assert f"**Your turn**: #{game_id(board)} · Blocking" in listed
    question = reply(await table.ada.command(elsewhere, "gridlock resign"))
    await table.ada.press(question, "Yes, resign")
    await table.discord.until(
        lambda: [message for message in elsewhere.messages if "Game over" in message.text], "the end to be shown"
    )
    assert "no open games" in reply(await table.ada.command(elsewhere, "gridlock games")).text
    assert "no open game" in refusal(await table.ada.command(elsewhere, "gridlock resign"))


@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_a_challenge_of_a_deleted_channel_can_be_answered_elsewhere(table: Table, answer: str) -> None:
    await table.challenge()
    elsewhere = table.guild.add_channel("elsewhere")
    table.channel.delete()
    who = table.ada if answer == "cancel" else table.bob
    answered = reply(await who.command(elsewhere, f"gridlock {answer}"))
    listed = reply(await table.ada.command(elsewhere, "gridlock games")).text
    if answer == "accept":
        assert "No move yet" in answered.text
        assert f"#{game_id(answered)} · Lines" in listed
    else:
        assert "no open games or challenges" in listed


async def test_a_match_of_a_deleted_channel_continues_elsewhere(table: Table, bot: BotProcess) -> None:
    """The next game of the match has no board anywhere, until a player asks for it."""
    await table.begin(variant="dodge", size=3, best_of=3)
    elsewhere = table.guild.add_channel("elsewhere")
    table.channel.delete()
    won = reply(await table.ada.command(elsewhere, "gridlock move", cell="B2"))
    await table.shows(won, "Game over")
    (second,) = await table.discord.until(
        lambda: [message for message in elsewhere.messages if "Match: game 2" in message.text], "the next game"
    )
    elsewhere.delete()
    await ended(bot, second)
    last_resort = table.guild.add_channel("last resort")
    assert "no open games" in reply(await table.ada.command(last_resort, "gridlock games")).text
    shown = reply(await table.bob.command(last_resort, "gridlock board", game=game_id(second)))
    assert f"{table.ada.mention} 2, {table.bob.mention} 0" in shown.text


@pytest.mark.parametrize("end", ENDINGS)
async def test_a_board_that_was_deleted_is_posted_anew_when_its_game_ends(
    table: Table, bot: BotProcess, end: Ending
) -> None:
    board = await under_way(table)
    table.channel.remove(board)
    await end(table, bot, board)
    (told,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the end to be told"
    )
    assert told in table.bob.notifications
    (shown,) = [
        message
        for message in table.channel.messages
        if f"#{game_id(board)} · " in message.text and "Game over" in message.text
    ]
    assert "Game over" in shown.text


async def test_a_board_that_was_deleted_is_posted_anew_when_a_move_is_taken_back(table: Table) -> None:
    board = await under_way(table)
    wish = reply(await table.bob.press(board, "Take back"))
    table.channel.remove(board)
    await table.ada.press(wish, "Agree")
    (fresh,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "played **C3**" in message.text], "the board"
    )
    await table.bob.press(fresh, "A1")
    assert "played **A1**" in fresh.text
