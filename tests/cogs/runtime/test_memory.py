"""What the bot keeps in memory does not grow with the games that have been played.

The bot runs in this process, so that one can look inside; everything else is as in the end-to-end tests.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cogs.runtime.client import GridlockBot
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.playing_the_bot import play_bot, play_to_the_end
from tests.end_to_end.support.table import Table, reply
from tests.support.stand_in import patient_discord


def is_of_a_view(task: asyncio.Task[Any]) -> bool:
    """Whether a task of discord.py's drops a view when its time is over."""
    return "__timeout_task_impl" in getattr(task.get_coro(), "__qualname__", "")


def kept(bot: GridlockBot) -> Counter[str]:
    """How many things of each kind are kept that belong to single messages or games."""
    store = bot._connection._view_store
    return Counter(
        {
            "views by message": len(store._views),
            "views that wait for their time to be over": sum(map(is_of_a_view, asyncio.all_tasks())),
            "views to keep equal to their message": len(store._synced_message_views),
            "forms": len(store._modals),
            "patterns of controls": len(store._dynamic_items),
            "locks of boards": len(bot.board_messages._locks),
            "room in channels": len(bot.board_messages._room),
            "locks of games": len(bot.host.games.changes._locks),
            "games remembered": len(bot.host.games.changes._recent._games),
            "presses in hand": len(bot._tracked_tasks),
            "events being shown": len(bot._sweep_loop._showing),
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
    while in_hand := [*bot._tracked_tasks, *bot._sweep_loop._showing.values()]:
        await asyncio.wait(in_hand)
    gc.collect()
    return kept(bot)


async def test_memory_stays_flat_after_dozens_of_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        table = Table.lay(here)
        await play(table, 2)
        before = await settled(bot)
        await play(table, 12)
        after = await settled(bot)
        assert after == before
        assert after["patterns of controls"] == 1
        assert after["views by message"] == after["views to keep equal to their message"] == 0
