"""Memory of the running bot: it does not grow with finished games."""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.runtime.client import GridlockBot
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.playing_the_bot import play_bot, play_to_the_end
from tests.end_to_end.support.table import Table, reply
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord


def is_of_a_view(task: asyncio.Task[Any]) -> bool:
    """Whether a task of discord.py waits for the timeout of a view."""
    return "__timeout_task_impl" in getattr(task.get_coro(), "__qualname__", "")


KEPT_BY_DISCORD_PY = {
    "views by message",
    "views that wait for their timeout",
    "views to keep equal to their message",
    "forms",
    "patterns of custom ids",
}


def kept(bot: GridlockBot) -> Counter[str]:
    """How many objects of each kind are kept that belong to single messages or games."""
    store = bot._connection._view_store
    return Counter(
        {
            "views by message": len(store._views),
            "views that wait for their timeout": sum(map(is_of_a_view, asyncio.all_tasks())),
            "views to keep equal to their message": len(store._synced_message_views),
            "forms": len(store._modals),
            "patterns of custom ids": len(store._dynamic_items),
            "locks of messages": len(bot.services.board_messages._outbox._locks),
            "semaphores of channels": len(bot.services.board_messages._outbox._room),
            "locks of games": len(bot.host.games.changes._locks),
            "games in the cache": len(bot.host.games.changes.kept),
            "tracked tasks": len(bot.services.tasks.under_way),
            "events being shown": len(bot._sweep_loop._showing),
            "moves being computed": len(bot.services.bot_moves._thinking),
        }
    )


async def play(table: Table, games: int) -> None:
    """Play games with a control of nearly every kind, also against the bot: challenge, board, question, wish, offer."""
    for _ in range(games):
        board = await table.begin(variant="dodge", size=4)
        await table.ada.press(board, "B2")
        wish = reply(await table.ada.press(board, "Take back"))
        await table.bob.press(wish, "Keep the move")
        await table.bob.command(table.channel, "gridlock board")
        board = next(message for message in reversed(table.channel.messages) if " played **" in message.text)
        await table.resign(table.bob, board)
        offer = reply(await table.bob.press(board, "Rematch"))
        rematch = reply(await table.ada.press(offer, "Rematch"))
        await table.resign(table.ada, rematch)
        against_the_bot = await play_bot(table, variant="dodge", size=3, first="opponent")
        await play_to_the_end(table, against_the_bot)
        challenge = await table.challenge()
        await table.bob.press(challenge, "Decline")


async def settled(bot: GridlockBot) -> Counter[str]:
    """What is kept once the bot is idle."""
    async with asyncio.timeout(PATIENCE):
        while busy := [*bot.services.tasks.under_way, *bot._sweep_loop._showing.values()]:
            await asyncio.wait(busy)
        # Answers to interactions are no tasks of the bot's own.
        while bot.services.board_messages._outbox._locks or bot.services.tasks.under_way:
            await asyncio.sleep(0)
            gc.collect()
    return kept(bot)


@pytest.fixture
def small_heap() -> Iterator[None]:
    """No collection looks at what was there before: among all tests, that takes half a second each time."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("small_heap")
async def test_memory_stays_flat_after_dozens_of_finished_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        table = Table.lay(here)
        await play(table, 2)
        before = await settled(bot)
        await play(table, 6)
        after = await settled(bot)
        assert after == before
        assert not any(number for name, number in after.items() if name in KEPT_BY_DISCORD_PY)
