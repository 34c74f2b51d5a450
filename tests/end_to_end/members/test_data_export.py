"""The export of a member's data."""

from __future__ import annotations

import json
from typing import Any

import pytest

from local_discord import Interaction, LocalDiscord, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.members import naming
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

MEBIBYTE = 1024 * 1024


async def handed_out(discord: LocalDiscord, asked: Interaction) -> list[Message]:
    """The messages with the files that answer a request for one's data."""
    await discord.until(lambda: reply(asked).attachments, "the file")
    first = reply(asked)
    parts = json.loads(first.attachments[0].content)["of"]
    await discord.until(lambda: len(asked.followups) == parts - 1, f"{parts} files")
    return [first, *asked.followups]


def contents(messages: list[Message]) -> list[dict[str, Any]]:
    return [json.loads(message.attachments[0].content) for message in messages]


async def test_my_data_is_a_private_file_covering_all_servers(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    elsewhere = Table.lay(table.discord, "Another server")
    there = elsewhere.guild.add_member("Ada", user=table.ada.user)
    await there.command(elsewhere.channel, "gridlock challenge", opponent=elsewhere.bob)
    await table.ada.command(table.channel, "gridlock me notify", mode="off")
    messages = await handed_out(table.discord, await table.ada.command(table.channel, "gridlock me my-data"))
    assert [message.addressee for message in messages] == [table.ada]
    (data,) = contents(messages)
    assert (data["user_id"], data["part"], data["of"]) == (str(table.ada.id), 1, 1)
    assert [(game["guild_id"], len(game["moves"])) for game in data["games"]] == [(str(table.guild.id), 1)]
    assert data["games"][0]["result"]["winner_id"] == str(table.ada.id)
    assert [one["guild_id"] for one in data["challenges"]] == [str(table.guild.id), str(elsewhere.guild.id)]
    assert (data["standings"][0]["won"], data["notifications"][0]["mode"]) == (1, "off")


async def test_my_data_has_every_row_about_the_member(table: Table, bot: BotProcess) -> None:
    """Apart from who has blocked them."""
    manager, channel = table.manager(), table.channel
    over, ended = await table.begin(variant="dodge", size=3), await table.begin()
    await table.ada.press(over, "B2")
    await table.shows(over, "Game over")
    await table.ada.press(over, "Rematch")
    await table.resign(table.ada, await table.both_move(await play_bot(table)))
    await table.ada.command(channel, "gridlock me block", member=table.cleo)
    await table.ada.command(channel, "gridlock me notify", mode="quiet", **{"from": "22", "to": "7"})
    await manager.command(channel, "gridlock-server moderate end", game=game_id(ended), reason="an insult")
    await manager.command(channel, "gridlock-server moderate ban", member=table.ada, reason="another")
    shown = reply(await table.ada.command(channel, "gridlock learn puzzle"))
    await table.shows(shown, "Exactly one move wins")
    await table.ada.press(shown, labels(shown)[0])
    (data,) = contents(await handed_out(table.discord, await table.ada.command(channel, "gridlock me my-data")))
    subjects = {name for name, value in data.items() if isinstance(value, list)}
    assert {entry["reason"] for entry in data["moderation_about_you"]} == {"an insult", "another"}
    assert str(manager.id) not in str(data)
    results = {game["result"]["ending"] for game in data["games"]}
    assert results == {"no_legal_move", "resignation", "moderation"}
    named = set(naming(bot, table.ada.id)) - {"results"}  # which are in the games
    assert subjects == named - {"moderation_log"} | {"moderation_about_you"}


async def test_a_member_without_data_gets_an_empty_file(table: Table) -> None:
    messages = await handed_out(table.discord, await table.cleo.command(table.channel, "gridlock me my-data"))
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
    messages = await handed_out(table.discord, await table.ada.command(table.channel, "gridlock me my-data"))
    assert len(messages) > 1
    assert all(message.addressee is table.ada for message in messages)
    assert all(len(message.attachments[0].content) < 10 * MEBIBYTE for message in messages)
    assert sum(len(part["challenges"]) for part in contents(messages)) == 30001
    bot.change_rows("DELETE FROM challenges WHERE request_id < 0")


async def test_a_file_rejected_by_discord_is_answered_with_an_explanation(table: Table) -> None:
    table.discord.faults.fail("PATCH", r"/webhooks/\d+/.+/messages/@original", status=413, code=40005)
    asked = await table.ada.command(table.channel, "gridlock me my-data")
    told = await table.discord.until(
        lambda: [message for message in table.ada.reads(table.channel) if "did not accept the file" in message.text],
        "Ada to be told",
    )
    assert told[0].ephemeral
    assert not reply(asked).attachments
