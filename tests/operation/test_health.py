"""Health checks report the problems that docs/monitoring.md explains."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from operation.supervision.metrics import Metrics
from operation.supervision.status_server import Status
from tests.cogs.support.running_bot import running_bot
from tests.operation.late_loop import measured
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE
from tests.support.stand_in import patient_discord

MONITORING = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")
SECONDS_OF_AN_HOUR = 3600
STARTING = "The bot is starting."
SPARE = "Other processes serve all shards; this one waits."


def explained() -> list[str]:
    """The problems that the document explains."""
    return re.findall(r"^\| ([A-Z][^|]+\.) \|", MONITORING, re.MULTILINE)


async def until(condition: Callable[[], bool]) -> None:
    """Poll for a state for which discord.py has no event."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  # see above
            await asyncio.sleep(0)


async def test_health_reports_all_documented_problems_of_a_broken_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, late = await measured([2.0] * 50)
    async with patient_discord() as discord, running_bot(discord, tmp_path, monkeypatch) as bot:
        status = Status(Metrics(), late, bot)
        await until(lambda: bot.is_connected() and bot.was_ready)
        assert await status.problems() == ["The event loop is late all the time."]
        hours = itertools.count(time.monotonic() + SECONDS_OF_AN_HOUR, SECONDS_OF_AN_HOUR)
        monkeypatch.setattr(bot._sweep_loop, "_monotonic", hours.__next__)
        with closing(sqlite3.connect(tmp_path / "gridlock.db")) as store:
            store.execute("ALTER TABLE games RENAME TO elsewhere")
        reconnecting = discord.faults.hold("GET", "/gateway/bot")
        await discord.drop_gateway(resumable=False)
        await until(lambda: set(bot.shard_states().values()) == {"disconnected"})
        bot.identify_gate.is_exhausted = True
        assert await status.problems() == [one for one in explained() if one not in (STARTING, SPARE)]
        reconnecting.release()
        # A bot that is closed while it connects leaves a thread of discord.py's behind.
        await until(bot.is_connected)


async def test_a_bot_that_is_not_made_yet_is_starting_and_not_disconnected() -> None:
    _, lag = await measured([])
    status = Status(Metrics(), lag)
    assert await status.problems() == [STARTING]
    assert STARTING in explained()
    assert b"gridlock_open_games NaN" in status.metrics.text(await status.stored())
