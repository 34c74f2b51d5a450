"""Servers that the bot leaves and returns to. Rows are aged, so no test waits."""

from __future__ import annotations

import pytest

from local_discord import Guild, LocalDiscord
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess, ago, until
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.sweeps import sweep
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


def departed(bot: BotProcess) -> set[int]:
    return {guild_id for (guild_id,) in bot.read_rows("SELECT guild_id FROM departures")}


def tables_with(bot: BotProcess, guild_id: int) -> set[str]:
    """The tables that hold something of a server."""
    tables = [name for (name,) in bot.read_rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name for name in tables if any(guild_id in row for row in bot.read_rows(f"SELECT * FROM {name}"))}  # noqa: S608


async def noted_as_left(bot: BotProcess, *guilds: Guild) -> None:
    """Wait until exactly these servers are noted as left; at the start of the bot that takes two seconds."""
    await until(lambda: departed(bot) == {guild.id for guild in guilds})


@only_by_gateway("it tells at once that the bot was removed")
async def test_only_a_left_servers_data_is_deleted_after_thirty_days(
    own_discord: LocalDiscord, own_bot: BotProcess
) -> None:
    left, stays = Table.lay(own_discord, "Left"), Table.lay(own_discord, "Stays")
    for table in (left, stays):
        board = await table.begin(variant="dodge", size=3)
        await table.ada.press(board, "B2")
        await table.begin()
        await table.settle(games=7)
    left.guild.remove_bot()
    await noted_as_left(own_bot, left.guild)
    own_bot.change_rows("UPDATE departures SET left_at = ?", ago(days=30, hours=-1))
    await sweep(own_discord, own_bot)
    assert "games" in tables_with(own_bot, left.guild.id)
    own_bot.change_rows("UPDATE departures SET left_at = ?", ago(days=30))
    await until(lambda: not tables_with(own_bot, left.guild.id))
    assert {"games", "challenges", "standings", "guild_settings"} <= tables_with(own_bot, stays.guild.id)


@only_by_gateway("it tells at once that the bot was removed")
async def test_a_deleted_server_starts_fresh_when_the_bot_returns(
    own_discord: LocalDiscord, own_bot: BotProcess
) -> None:
    """Old buttons are refused with a sentence; what people have set for all servers, and whom they block, stays."""
    left = Table.lay(own_discord, "Left")
    board, challenge = await left.begin(), await left.challenge()
    await left.bob.command(left.channel, "gridlock me block", member=left.cleo)
    await left.bob.command(left.channel, "gridlock me notify", mode="off")
    left.guild.remove_bot()
    await noted_as_left(own_bot, left.guild)
    own_bot.change_rows("UPDATE departures SET left_at = ?", LONG_AGO)
    await until(lambda: not tables_with(own_bot, left.guild.id))
    left.guild.invite_bot()
    for answered in (
        await left.ada.press(board, "C3"),
        await left.bob.press(challenge, "Accept"),
        await left.ada.press(board, "Resign"),
    ):
        assert "There is no" in refusal(answered)
    assert "You have blocked: " in refusal(await left.bob.command(left.channel, "gridlock me block"))
    again = await left.challenge()
    assert again.mentions == []
    assert "No move yet" in reply(await left.bob.press(again, "Accept")).text


@only_by_gateway("it tells at once that the bot was removed")
async def test_a_bot_that_returns_in_time_keeps_the_servers_data(
    own_discord: LocalDiscord, own_bot: BotProcess
) -> None:
    left = Table.lay(own_discord, "Left")
    board = await left.begin()
    left.guild.remove_bot()
    await noted_as_left(own_bot, left.guild)
    left.guild.invite_bot()
    await noted_as_left(own_bot)
    await left.ada.press(board, "C3")
    assert "played **C3**" in board.text


@only_by_gateway("it tells at once that the bot was removed")
async def test_no_time_runs_out_while_the_bot_is_removed(own_discord: LocalDiscord, own_bot: BotProcess) -> None:
    left = Table.lay(own_discord, "Left")
    board, challenge = await left.begin(), await left.challenge()
    left.guild.remove_bot()
    await noted_as_left(own_bot, left.guild)
    own_bot.change_rows("UPDATE departures SET left_at = ?", ago(hours=8))
    age = "UPDATE games SET deadline = ?, wake_at = ? WHERE guild_id = ?"
    own_bot.change_rows(age, ago(hours=1), ago(hours=2), left.guild.id)
    age = "UPDATE challenges SET created_at = ?, expires_at = ? WHERE guild_id = ?"
    own_bot.change_rows(age, ago(hours=25), ago(hours=1), left.guild.id)
    await sweep(own_discord, own_bot)
    left.guild.invite_bot()
    await noted_as_left(own_bot)
    await left.ada.press(board, "C3")
    assert "played **C3**" in board.text
    assert "No move yet" in reply(await left.bob.press(challenge, "Accept")).text


async def test_an_outage_is_no_departure(own_discord: LocalDiscord, own_bot: BotProcess) -> None:
    table = Table.lay(own_discord, "Out of order")
    await table.begin()
    table.guild.make_unavailable()
    await sweep(own_discord, own_bot)
    assert departed(own_bot) == set()
    table.guild.make_available()
    await own_bot.until_row("SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outages)")


@only_by_gateway("it tells of outages")
async def test_no_time_runs_out_during_an_outage(own_discord: LocalDiscord, own_bot: BotProcess) -> None:
    table = Table.lay(own_discord, "Out of order")
    board = await table.begin()
    table.guild.make_unavailable()
    await own_bot.until_row("SELECT 1 FROM outages WHERE guild_id = ?", table.guild.id)
    own_bot.change_rows("UPDATE outages SET since = ?", ago(hours=8))
    age = "UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?"
    own_bot.change_rows(age, ago(hours=1), ago(hours=2), game_id(board))
    await sweep(own_discord, own_bot)
    before = board.text
    table.guild.make_available()
    await own_discord.until(lambda: board.text != before, "the board to show the new deadline")
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text
    assert own_bot.read_rows("SELECT 1 FROM outages") == []


async def test_departures_and_returns_are_noticed_at_the_start(own_discord: LocalDiscord, own_bot: BotProcess) -> None:
    """Also after thirty days: a server that is back keeps its data."""
    left = Table.lay(own_discord, "Left")
    board = await left.begin()
    await own_bot.kill()
    left.guild.remove_bot()
    await own_bot.start()
    await noted_as_left(own_bot, left.guild)
    await own_bot.kill()
    own_bot.change_rows("UPDATE departures SET left_at = ?", LONG_AGO)
    left.guild.invite_bot()
    await own_bot.start()
    await noted_as_left(own_bot)
    await left.ada.press(board, "C3")
    assert "played **C3**" in board.text
