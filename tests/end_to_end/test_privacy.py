"""What is stored of a person: said, handed out, deleted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from local_discord import Interaction, LocalDiscord, Message
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEBIBYTE = 1024 * 1024


async def handed_out(discord: LocalDiscord, asked: Interaction) -> list[Message]:
    """The messages with the files that answer a request for one's data."""
    await discord.until(lambda: reply(asked).attachments, "the file", within=30)
    first = reply(asked)
    parts = json.loads(first.attachments[0].content)["of"]
    await discord.until(lambda: len(asked.followups) == parts - 1, f"{parts} files", within=30)
    return [first, *asked.followups]


def contents(messages: list[Message]) -> list[dict[str, Any]]:
    return [json.loads(message.attachments[0].content) for message in messages]


async def forget(table: Table) -> Message:
    """Let Ada be forgotten; return the question she was asked, with its answer."""
    question = reply(await table.ada.command(table.channel, "gridlock forget-me"))
    await table.ada.press(question, "Yes, delete everything")
    await table.discord.until(lambda: "is deleted" in question.text, "Ada to be told")
    return question


def naming(bot: BotProcess, user_id: int) -> list[str]:
    """The tables of the bot's store in which a number stands."""
    tables = [name for (name,) in bot.read_rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return [name for name in tables if any(user_id in row for row in bot.read_rows(f"SELECT * FROM {name}"))]  # noqa: S608


async def test_what_is_stored_and_why_and_how_long_is_told_privately(table: Table) -> None:
    told = reply(await table.cleo.command(table.channel, "gridlock privacy"))
    assert told.ephemeral
    for subject in ("What is stored, and why", "How long", "30 days", "/gridlock my-data", "/gridlock forget-me"):
        assert subject in told.text


async def test_my_data_is_a_file_for_ones_own_eyes_with_all_servers_in_it(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    elsewhere = Table.lay(table.discord, "Another server")
    there = elsewhere.guild.add_member("Ada", user=table.ada.user)
    await there.command(elsewhere.channel, "gridlock challenge", opponent=elsewhere.bob)
    await table.ada.command(table.channel, "gridlock notify", mode="off")
    messages = await handed_out(table.discord, await table.ada.command(table.channel, "gridlock my-data"))
    assert [message.addressee for message in messages] == [table.ada]
    (data,) = contents(messages)
    assert (data["user_id"], data["part"], data["of"]) == (str(table.ada.id), 1, 1)
    assert [(game["guild_id"], len(game["moves"])) for game in data["games"]] == [(str(table.guild.id), 1)]
    assert data["games"][0]["result"]["winner_id"] == str(table.ada.id)
    assert [one["guild_id"] for one in data["challenges"]] == [str(table.guild.id), str(elsewhere.guild.id)]
    assert (data["standings"][0]["won"], data["notifications"][0]["mode"]) == (1, "off")


async def test_somebody_of_whom_nothing_is_stored_gets_an_empty_file(table: Table) -> None:
    messages = await handed_out(table.discord, await table.cleo.command(table.channel, "gridlock my-data"))
    assert contents(messages) == [{"user_id": str(table.cleo.id), "part": 1, "of": 1}]


async def test_data_too_large_for_one_file_comes_in_parts(table: Table, bot: BotProcess) -> None:
    await table.challenge()
    bot.change_rows(
        """WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30000)
           INSERT INTO challenges (request_id, guild_id, channel_id, challenger_id, opponent_id, variant, size, first,
                                   status, created_at)
           SELECT -n, ?, ?, ?, ?, 'lines', 5, 'me', 'declined', '2026-01-01 00:00:00.000000' FROM numbers""",
        table.guild.id,
        table.channel.id,
        table.ada.id,
        table.bob.id,
    )
    messages = await handed_out(table.discord, await table.ada.command(table.channel, "gridlock my-data"))
    assert len(messages) > 1
    assert all(message.addressee is table.ada for message in messages)
    assert all(len(message.attachments[0].content) < 10 * MEBIBYTE for message in messages)
    assert sum(len(part["challenges"]) for part in contents(messages)) == 30001
    bot.change_rows("DELETE FROM challenges WHERE request_id < 0")


async def test_a_file_that_discord_does_not_take_is_answered_with_a_sentence(table: Table) -> None:
    table.discord.faults.fail("PATCH", r"/webhooks/\d+/.+/messages/@original", status=413, code=40005)
    asked = await table.ada.command(table.channel, "gridlock my-data")
    told = await table.discord.until(
        lambda: [message for message in table.ada.reads(table.channel) if "did not take the file" in message.text],
        "Ada to be told",
    )
    assert told[0].ephemeral
    assert not reply(asked).attachments


async def test_forgetting_asks_once_and_can_be_left_alone(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    question = reply(await table.ada.command(table.channel, "gridlock forget-me"))
    assert question.ephemeral
    assert labels(question) == ["Yes, delete everything", "No, keep it"]
    await table.ada.press(question, "No, keep it")
    assert question.text == "Nothing was deleted."
    assert naming(bot, table.ada.id) != []
    assert "to move" in board.text


async def test_forgetting_leaves_no_trace_of_the_person_in_the_store(table: Table, bot: BotProcess) -> None:
    over = await table.begin(variant="dodge", size=3)
    await table.ada.press(over, "B2")
    await table.begin()
    await table.challenge(variant="standoff")
    await table.ada.command(table.channel, "gridlock block", member=table.cleo)
    await table.ada.command(table.channel, "gridlock notify", mode="off")
    assert {"games", "results", "standings", "challenges", "blocks", "notifications"} <= set(naming(bot, table.ada.id))
    await forget(table)
    assert naming(bot, table.ada.id) == []
    assert naming(bot, table.bob.id) != []


async def test_open_games_end_for_nobodys_points_and_boards_show_it(table: Table) -> None:
    board = await table.begin()
    call = table.ada.notifications[-1]
    await forget(table)
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert "A player has had their data deleted, which ends the game" in board.text
    assert f"deleted player (X) · {table.bob.mention} (O)" in board.text
    assert table.ada.mention not in board.text
    assert labels(board) == []
    end = await table.discord.until(
        lambda: [message for message in table.bob.notifications if "is over" in message.text], "Bob to hear of the end"
    )
    assert table.ada.mention not in end[0].text
    assert call.deleted
    leaders = reply(await table.bob.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in leaders


async def test_open_games_in_other_servers_end_too(table: Table) -> None:
    elsewhere = Table.lay(table.discord, "Another server")
    there = elsewhere.guild.add_member("Ada", user=table.ada.user)
    asked = await there.command(elsewhere.channel, "gridlock challenge", opponent=elsewhere.bob, first="me")
    board = reply(await elsewhere.bob.press(reply(asked), "Accept"))
    await elsewhere.called(there, board)
    await forget(table)
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert there.mention not in board.text


async def test_open_challenges_close(table: Table) -> None:
    by_ada = await table.challenge()
    to_ada = reply(await table.bob.command(table.channel, "gridlock challenge", opponent=table.ada))
    await forget(table)
    for challenge, sentence in ((by_ada, "deleted player cancelled"), (to_ada, "deleted player declined")):
        await table.discord.until(lambda challenge=challenge: not challenge.buttons, "the challenge to close")  # type: ignore[misc]
        assert sentence in challenge.text
        assert table.ada.mention not in challenge.text


async def test_past_games_stay_with_the_opponent_whose_record_stays_too(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    shown = reply(await table.bob.command(table.channel, "gridlock board", game=game_id(board)))
    assert f"deleted player (X) won: {table.bob.mention} (O) has no legal move" in shown.text
    assert labels(shown) == ["Review"]
    leaders = reply(await table.bob.command(table.channel, "gridlock leaderboard")).text
    assert f"{table.bob.mention} **0 points** · 1 played, 0 won, 1 lost" in leaders
    assert table.ada.mention not in leaders
    assert "has not finished a game" in reply(await table.ada.command(table.channel, "gridlock stats")).text


async def test_a_rematch_with_somebody_who_is_gone_is_refused(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    assert "had their data deleted" in refusal(await table.bob.press(board, "Rematch"))


async def test_a_ban_and_a_block_are_not_escaped(table: Table, bot: BotProcess) -> None:
    manager = table.manager()
    await manager.command(table.channel, "gridlock moderate ban", member=table.ada, reason="cheating")
    await table.bob.command(table.channel, "gridlock block", member=table.ada)
    await forget(table)
    assert naming(bot, table.ada.id) == []
    banned = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo))
    await manager.command(table.channel, "gridlock moderate unban", member=table.ada)
    blocked = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob))
    assert banned != blocked
    assert "cannot be sent" in blocked
    assert not reply(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)).ephemeral


async def test_whoever_was_forgotten_can_begin_anew(table: Table) -> None:
    await table.begin()
    await forget(table)
    board = await table.begin()
    await table.ada.press(board, "C3")
    assert "Last move (1): X C3" in board.text
