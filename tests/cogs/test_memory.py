"""What the bot keeps in memory does not grow with the games that have been played.

The bot runs in this process, so that one can look inside; everything else is as in the end-to-end tests.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from cogs.client import CONTROLS, GridlockBot
from gridlock_host import Database, SessionManager, Sweeper, migrate
from gridlock_host.mind import Mind
from gridlock_host.published_commands import PublishedCommands
from gridlock_host.thinking import Thinker
from gridlock_solver.levels import choose
from local_discord import LocalDiscord
from tests.end_to_end.against_the_bot import play_bot, play_to_the_end
from tests.end_to_end.table import Table, reply


def now() -> datetime:
    return datetime.now(UTC)


@asynccontextmanager
async def running_bot(here: LocalDiscord, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GridlockBot]:
    """The bot, connected to a stand-in; the addresses that discord.py uses are put back afterwards."""
    monkeypatch.setattr(discord.http.Route, "BASE", here.api_url)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(here.gateway_url))
    async with AsyncExitStack() as stack:
        database = Database(f"sqlite:///{folder / 'gridlock.db'}")
        stack.push_async_callback(database.close)
        await migrate(database)
        sessions = SessionManager(database, now=now, toss=lambda: True)
        thinker = Thinker()
        stack.push_async_callback(thinker.close)
        mind = Mind.of(database, sessions, thinker, choose=choose, random=Random(0), now=now)  # noqa: S311
        bot = GridlockBot(sessions, PublishedCommands(database), Sweeper(database, sessions, now=now), mind)
        await stack.enter_async_context(bot)
        running = asyncio.create_task(bot.start(here.token))
        await here.until_ready()
        yield bot
        await bot.close()
        await running


def kept(bot: GridlockBot) -> Counter[str]:
    """How many things of each kind are kept that belong to single messages or games."""
    store = bot._connection._view_store
    return Counter(
        {
            "views by message": len(store._views),
            "views to keep equal to their message": len(store._synced_message_views),
            "forms": len(store._modals),
            "patterns of controls": len(store._dynamic_items),
            "locks of boards": len(bot.boards._locks),
            "room in channels": len(bot.boards._room),
            "locks of games": len(bot.sessions._locks),
            "games remembered": len(bot.sessions._recent._games),
            "presses in hand": len(bot._in_hand),
            "events being shown": len(bot._clock._showing),
            "moves of the bot's being thought of": len(bot._bot_moves._thinking),
        }
    )


async def play(table: Table, games: int) -> None:
    """Play games with a control of nearly every kind, also against the bot: challenge, board, question, wish, offer."""
    for _ in range(games):
        board = await table.begin(variant="dodge", size=4)
        await table.ada.press(board, "B2")
        wish = reply(await table.ada.press(board, "Take back"))
        await table.bob.press(wish, "Let it stand")
        await table.bob.command(table.channel, "gridlock board")
        board = next(message for message in reversed(table.channel.messages) if "Last move" in message.text)
        await table.resign(table.bob, board)
        offer = reply(await table.bob.press(board, "Rematch"))
        rematch = reply(await table.ada.press(offer, "Rematch"))
        await table.resign(table.ada, rematch)
        against_the_bot = await play_bot(table, variant="dodge", size=3, first="opponent")
        await play_to_the_end(table, against_the_bot)
        challenge = await table.challenge()
        await table.bob.press(challenge, "Decline")


async def settled(bot: GridlockBot) -> Counter[str]:
    """What is kept once nothing is in hand any more."""
    while in_hand := [*bot._in_hand, *bot._clock._showing.values()]:
        await asyncio.wait(in_hand)
    gc.collect()
    return kept(bot)


async def test_memory_stays_flat_after_dozens_of_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalDiscord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        table = Table.lay(here)
        await play(table, 2)
        before = await settled(bot)
        await play(table, 12)
        after = await settled(bot)
        assert after == before
        assert after["patterns of controls"] == len(CONTROLS)
        assert after["views by message"] == after["views to keep equal to their message"] == 0
