"""A server in which a crowd uses the bot at one moment, beside a quiet one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cogs.runtime.limits.server_shares import AT_ONCE
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, reply
from tests.support.stand_in import patient_discord

CROWD = 60


async def test_a_press_in_a_quiet_server_is_served_while_those_of_a_busy_one_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with patient_discord() as discord, running_bot(discord, tmp_path, monkeypatch) as bot:
        quiet, busy = Table.lay(discord), Table.lay(discord)
        board = await quiet.begin(variant="dodge", size=4)
        page = reply(await busy.ada.command(busy.channel, "gridlock me privacy"))
        # Time stands still for the shares, so that nothing more begins than may at once.
        going_on, bot._shares._clock = bot._shares._clock, lambda: stopped_at
        stopped_at = going_on()
        crowd = [
            asyncio.create_task(busy.ada.press(page, custom_id="gl1:keep:0:0:", forged=True)) for _ in range(CROWD)
        ]
        await discord.until(lambda: bot._shares._queue.waiting(busy.guild.id) >= CROWD - AT_ONCE, "a crowd that waits")
        await quiet.ada.press(board, "B2")
        assert sum(pressed.done() for pressed in crowd) <= AT_ONCE
        bot._shares._clock = going_on
        for pressed in await asyncio.gather(*crowd):
            assert len(pressed.callbacks) == 1
