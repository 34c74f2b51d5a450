"""Slow notifications, which a sweep does not repeat."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.sweeps import sweep
from tests.end_to_end.support.table import Table, call_of, game_id

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_turn_notification_slower_than_a_minute_is_posted_once(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    await bot.until_shown(game_id(board))
    hold = table.discord.faults.hold("POST", rf"/channels/{table.channel.id}/messages")
    await table.ada.press(board, "C3")
    await hold.reached()
    bot.change_rows("UPDATE games SET unshown_since = ? WHERE id = ?", LONG_AGO, game_id(board))
    for _ in range(2):
        # The sweep that looked for what is unshown while this game ended has found the call; the next one knows of it.
        await sweep(table.discord, bot)
    hold.release()
    await bot.until_shown(game_id(board))
    # The next move is shown after all that was to follow the last one.
    await table.bob.press(board, "E3")
    await bot.until_shown(game_id(board))
    assert len(table.posts(call_of(table))) == 1
