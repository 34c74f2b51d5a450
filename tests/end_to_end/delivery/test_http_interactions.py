"""Interactions over HTTP: the same bot without a connection to the gateway. The whole suite can run in this way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess, ago
from tests.end_to_end.support.moderation import logged, make_moderator, moderate
from tests.end_to_end.support.ports import free_port
from tests.end_to_end.support.table import Table, cells, game_id, refusal, reply
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_bot(own_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    """A bot that takes interactions over HTTP."""
    bot = BotProcess(own_discord, tmp_path_factory.mktemp("bot"), by_http=True)
    await bot.start()
    yield bot
    assert await bot.stop() == 0, bot.log
    assert "Traceback" not in bot.log, bot.log
    assert own_discord.sessions == []


async def test_a_game_is_played_from_the_challenge_to_the_point(own_table: Table) -> None:
    table = own_table
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert f"{table.ada.mention} **1 point** · 1 played" in standings
    assert table.discord.rejected == []


async def test_choices_forms_and_menus_are_answered(own_table: Table) -> None:
    table = own_table
    board = await table.begin()
    offered = await table.ada.autocomplete(table.channel, "gridlock board", focused="game", game="")
    assert [value for _, value in offered] == [game_id(board)]
    opened = await table.ada.command(table.channel, "gridlock play")
    assert opened.modal is not None
    assert "is looking for an opponent" in reply(await table.ada.submit(opened.modal, {})).text


async def test_a_moderator_is_known_by_the_role_that_an_interaction_tells(own_table: Table) -> None:
    table = own_table
    log = await make_moderator(table)
    board = await table.begin()
    await moderate(table, "end", game=game_id(board), reason="A test")
    await table.shows(board, "Game over")
    await logged(table, log, 1)


async def test_who_can_see_another_channel_is_asked_of_discord(own_table: Table) -> None:
    table = own_table
    board = await table.begin()
    hidden, shown = table.guild.add_channel("hidden"), table.guild.add_channel("shown")
    hidden.hide_from(table.bob)
    brought = await table.ada.command(hidden, "gridlock board", game=game_id(board))
    assert "Your opponent cannot see this channel" in refusal(brought)
    moved = await table.ada.command(shown, "gridlock board", game=game_id(board))
    assert cells(reply(moved)) == cells(board)


async def test_a_loss_on_time_is_shown_in_the_language_of_the_server(own_bot: BotProcess, own_table: Table) -> None:
    table = own_table
    table.guild.set_locale("de")
    board = await table.begin(time="1 hour")
    await own_bot.stop()
    own_bot.run_out(game_id(board))
    await own_bot.start()
    await table.shows(board, "Partie beendet")


async def test_a_server_that_was_left_pauses_and_goes_on(own_bot: BotProcess, own_table: Table) -> None:
    table = own_table
    board = await table.begin(time="1 hour")
    await own_bot.stop()
    table.guild.remove_bot()
    own_bot.run_out(game_id(board))
    await own_bot.start()
    await own_bot.until_row("SELECT 1 FROM departures WHERE guild_id = ?", table.guild.id)
    assert own_bot.read_rows("SELECT count(*) FROM results WHERE game_id = ?", game_id(board)) == [(0,)]


async def test_a_server_that_is_joined_while_discord_tells_all_is_not_taken_for_left(
    own_bot: BotProcess, own_table: Table
) -> None:
    discord = own_table.discord
    await own_table.begin()
    await own_bot.stop()
    telling = discord.faults.hold_answer("GET", r"/users/@me/guilds")
    await own_bot.start()
    await telling.reached()
    joined = Table.lay(discord)
    board = await joined.begin(time="1 hour")
    telling.release()
    await own_bot.until_row("SELECT 1 FROM heartbeats WHERE at > ?", ago(seconds=0))
    assert own_bot.read_rows("SELECT guild_id FROM departures WHERE guild_id = ?", joined.guild.id) == []
    own_bot.run_out(game_id(board))
    await joined.shows(board, "Game over")


async def test_a_press_during_the_end_of_the_process_is_served(own_bot: BotProcess, own_table: Table) -> None:
    table = own_table
    board = await table.begin()
    answering = table.discord.faults.hold("POST", r"/interactions/\d+/.+/callback")
    press = asyncio.create_task(table.ada.press(board, "C3"))
    await answering.reached()
    stopping = asyncio.create_task(own_bot.stop())
    await own_bot.until_refused()
    answering.release()
    await press
    assert await stopping == 0
    assert "played **C3**" in board.text
    await own_bot.start()


async def test_a_forged_press_is_refused_and_changes_nothing(own_bot: BotProcess, own_table: Table) -> None:
    table = own_table
    board = await table.begin()
    pressed = await table.ada.press(board, "C3")
    before = board.text
    signed = {"X-Signature-Ed25519": "00" * 64, "X-Signature-Timestamp": "1800000000"}
    async with aiohttp.ClientSession() as session:
        async with session.post(own_bot.endpoint, json=pressed.payload, headers=signed) as response:
            assert response.status == 401
        async with session.get(own_bot.endpoint) as response:
            assert response.status == 405
    assert board.text == before


async def test_an_endpoint_that_cannot_be_used_is_explained(own_bot: BotProcess, tmp_path: Path) -> None:
    async with patient_discord() as discord:
        other = BotProcess(discord, tmp_path, by_http=True)
        status, _, err = await run(**other.environment() | {"GRIDLOCK_INTERACTIONS": own_bot.endpoint})
    assert status == 2
    assert "\nGRIDLOCK_INTERACTIONS: nobody can listen at port" in err


async def test_the_doctor_compares_the_setting_with_the_application(own_bot: BotProcess) -> None:
    status, told, _ = await run("doctor", **own_bot.environment())
    assert f"ok  interactions: Discord sends them to {own_bot.endpoint}." in told
    assert "limits" not in told
    assert status == 0
    status, told, _ = await run("doctor", **own_bot.environment() | {"GRIDLOCK_INTERACTIONS": ""})
    assert "FAULT  interactions" in told
    assert status == 1


async def test_a_game_in_a_chat_without_the_bot_is_played(own_table: Table) -> None:
    table = own_table
    table.ada.user.has_installed_app = True
    group = table.discord.add_group("friends", table.ada, table.bob)
    asked = await table.ada.command(group, "gridlock challenge", variant="dodge", size=3, first="me", start="plain")
    board = await table.answer(await table.bob.press(reply(asked), "Accept"))
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")


async def test_health_and_metrics_tell_of_this_mode(tmp_path: Path) -> None:
    async with patient_discord() as discord, aiohttp.ClientSession() as session:
        port = free_port()
        more = {"GRIDLOCK_STATUS": str(port)}
        async with BotProcess(discord, tmp_path, by_http=True, more=more) as bot:
            Table.lay(discord)
            async with session.get(f"http://127.0.0.1:{port}/ready") as response:
                assert (response.status, await response.json()) == (200, {"ready": True, "problems": [], "shards": {}})
            async with session.post(bot.endpoint, data=b"{}") as response:
                assert response.status == 401
            async with session.get(f"http://127.0.0.1:{port}/metrics") as response:
                assert 'gridlock_refused_requests_total{reason="unsigned"} 1.0' in await response.text()
