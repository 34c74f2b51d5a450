"""Shutdown of the bot and of local runs, even if something hangs."""

from __future__ import annotations

import asyncio
import re
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import aiohttp

from tests.end_to_end.support.bot_commands import address_of, on_a_terminal
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord


async def test_a_bot_ends_even_if_everything_hangs(tmp_path: Path) -> None:
    """Thinking, an answer, a board, a sweep, the gateway and the store: none of them ever goes on."""
    async with patient_discord() as discord:
        bot = BotProcess(discord, tmp_path)
        await bot.start()
        table = Table.lay(discord)
        against_bot, board = await play_bot(table, variant="blocking"), await table.begin(variant="blocking")
        async with bot.unable_to_think():
            await table.ada.press(against_bot, "C3")
            editing = discord.faults.hold("PATCH", r"/channels/\d+/messages/\d+")
            bot.run_out(game_id(board))
            await editing.reached()
            answering = discord.faults.hold("POST", r"/interactions/\d+/.+/callback")
            press = asyncio.create_task(table.ada.press(board, "Rules"))
            await answering.reached()
            reconnecting = discord.faults.hold("GET", "/gateway/bot")
            await discord.drop_gateway(resumable=False)
            with closing(sqlite3.connect(bot.store)) as store:
                store.execute("BEGIN IMMEDIATE")
                assert await bot.stop() == 0
        assert not any(hold.released for hold in (editing, answering, reconnecting))
        assert "stopped before it was finished" in bot.log
        assert "Traceback" not in bot.log
        press.cancel()


async def test_a_page_stopped_while_its_bot_restarts_ends_quietly() -> None:
    async with on_a_terminal("--page") as (process, _, shown), aiohttp.ClientSession() as session:
        address = await address_of(shown)
        async with session.get(address) as response:
            token = re.findall(r'name="page-token" content="([^"]+)"', await response.text())[0]
        origin = address.rstrip("/")
        headers = {"X-Page-Token": token, "Origin": origin, "Content-Type": "application/json"}
        protocols = ("local-discord", token)
        async with session.ws_connect(f"{address}events", origin=origin, protocols=protocols) as events:
            restart = asyncio.create_task(session.post(f"{address}faults/restart", headers=headers))
            while '"restarting": true' not in await events.receive_str(timeout=PATIENCE):
                pass
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), timeout=PATIENCE) == 0
        await asyncio.gather(restart, return_exceptions=True)
        assert b"Traceback" not in bytes(shown._buffer)  # type: ignore[attr-defined]  # a terminal ends by an error


async def test_a_terminal_session_can_be_stopped_by_a_signal() -> None:
    async with on_a_terminal("--local") as (process, _, shown):
        await address_of(shown)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), timeout=PATIENCE) == 0
