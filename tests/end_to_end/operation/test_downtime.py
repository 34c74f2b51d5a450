"""Downtime: a paused bot, a crash at the worst moment, an outage of Discord at the start."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from local_discord import LocalDiscord, Message
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess, ago
from tests.end_to_end.support.delivery import delivers_by_http
from tests.end_to_end.support.table import Table, challenge_id, game_id, reply
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def own_settings() -> dict[str, Any]:
    """It sweeps so seldom that it can be stopped between two sweeps."""
    return {"sweep_seconds": 1}


async def under_way(table: Table) -> Message:
    """A game in which both have moved, so that its time can be lost; Ada is to move."""
    board = await table.begin(variant="blocking", time="1 hour")
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "A1")
    return board


async def test_deadlines_are_extended_after_a_bot_was_paused(own_discord: LocalDiscord, own_bot: BotProcess) -> None:
    """After five hours of downtime, deadlines that passed before it count, and those within it are extended."""
    table = Table.lay(own_discord)
    games, challenges = [await under_way(table) for _ in range(2)], [await table.challenge() for _ in range(2)]
    async with own_bot.paused():
        own_bot.change_rows("UPDATE heartbeats SET at = ?", ago(hours=5))
        for board, challenge, hours in zip(games, challenges, (6, 4), strict=True):
            end = ago(hours=hours)
            own_bot.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", end, end, game_id(board))
            times = (ago(days=1, hours=hours), end)
            statement = "UPDATE challenges SET created_at = ?, expires_at = ? WHERE id = ?"
            own_bot.change_rows(statement, *times, challenge_id(challenge))
    await table.shows(games[0], "ran out of time")
    await table.shows(challenges[0], "in time")
    await table.ada.press(games[1], "E5")
    assert "played **E5**" in games[1].text
    assert "No move yet" in reply(await table.bob.press(challenges[1], "Accept")).text


async def kill_while_discord_refuses(discord: LocalDiscord, bot: BotProcess, *paths: str) -> None:
    """Kill the bot while it tries what Discord does not take for the moment; discord.py tries that again and again."""
    await discord.until(
        lambda: all(any(request.injected and path in request.path for request in discord.requests) for path in paths),
        "Discord to refuse all of it",
    )
    await bot.kill()
    discord.faults.clear()


async def test_a_warning_and_an_end_stored_before_a_crash_are_posted_after_the_restart(
    own_discord: LocalDiscord, own_bot: BotProcess
) -> None:
    table = Table.lay(own_discord)
    lost, warned = await under_way(table), await table.begin(time="1 hour")
    await table.ada.press(warned, "C3")
    await table.called(table.bob, warned)
    call, messages = table.bob.notifications[-1], rf"/channels/{table.channel.id}/messages"
    own_discord.faults.fail("POST", messages, status=500, code=0, times=1000)
    own_discord.faults.fail("PATCH", rf"{messages}/{lost.id}", status=500, code=0, times=1000)
    own_bot.run_out(game_id(lost))
    times = (ago(minutes=-10), LONG_AGO)
    own_bot.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", *times, game_id(warned))
    await kill_while_discord_refuses(own_discord, own_bot, messages, f"{messages}/{lost.id}")
    assert "Game over" not in lost.text
    assert table.bob.notifications[-1] is call
    await own_bot.start()
    await table.shows(lost, "ran out of time")
    await own_discord.until(lambda: call.deleted, "the call to make room for the warning")
    await table.bob.press(warned, "C4")
    (warning,) = [message for message in table.bob.notifications if "runs out" in message.text]
    await own_discord.until(lambda: warning.deleted, "the warning to go")
    ends = await own_discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the end to be told"
    )
    assert len(ends) == 1
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert standings.count("1 played") == 2


@pytest.mark.parametrize("path", ["/users/@me", "/oauth2/applications/@me", "/gateway/bot"])
async def test_an_outage_of_discord_at_the_start_is_reported_in_a_sentence(database_url: str, path: str) -> None:
    async with patient_discord() as discord:
        discord.faults.fail("GET", path, status=503, code=0)
        here = {"GRIDLOCK_DISCORD_API": discord.api_url, "GRIDLOCK_DISCORD_GATEWAY": discord.gateway_url}
        status, _, err = await run(DISCORD_TOKEN=discord.token, DATABASE_URL=database_url, **here)
    assert status == 2
    assert "Discord is out of order" in err
    assert "Traceback" not in err
    assert discord.token not in err


async def test_a_bot_started_during_an_outage_serves_after_it(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        hold = discord.faults.hold("GET", "/users/@me" if delivers_by_http() else "/gateway/bot")
        bot = BotProcess(discord, tmp_path)
        starting = asyncio.create_task(bot.start())
        await hold.reached()
        hold.release()
        await starting
        assert "No move yet" in (await Table.lay(discord).begin()).text
        assert await bot.stop() == 0
