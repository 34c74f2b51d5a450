"""Discord's limits of identifies, kept by all processes of the bot together."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from local_discord import Limits, LocalDiscord
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway

pytestmark = [pytest.mark.asyncio(loop_scope="session"), only_by_gateway("only its connections identify")]

# A fifth of Discord's five seconds: less would leave no room for a busy machine.
_SECONDS = 1.0
_SCALED = {"GRIDLOCK_IDENTIFY_SECONDS": str(_SECONDS)}


async def test_two_processes_never_identify_in_the_same_slot(tmp_path: Path) -> None:
    limits = Limits(max_concurrency=2, identify_seconds=_SECONDS)
    async with LocalDiscord(limits=limits) as discord:
        starting = [
            BotProcess(discord, tmp_path, log=f"bot{each}.log", shards=shards, more=_SCALED)
            for each, shards in enumerate(("0,1/4", "2,3/4"))
        ]
        await asyncio.gather(*(each.start() for each in starting))
        identifies = discord.guard.identifies
        assert sorted(one.shard_id for one in identifies) == list(range(4))
        assert not any(one.was_early for one in identifies)
        # One that starts again at once does not identify again at once.
        await starting[0].stop()
        await starting[0].start()
        assert not any(one.was_early for one in identifies)
        assert len(identifies) == 6
        for each in starting:
            assert await each.stop() == 0, each.log


async def test_a_start_is_refused_before_discord_resets_the_token(tmp_path: Path) -> None:
    limits = Limits(identify_seconds=_SECONDS, session_starts=11, day_seconds=1.0)
    async with LocalDiscord(limits=limits) as discord:
        bot = BotProcess(discord, tmp_path, shards="0,1/2", more=_SCALED)
        status, _, err = await run(**bot.environment())
        assert status == 2
        assert err.endswith(
            "Discord lets the bot connect 11 times a day, and 11 of them are left, which is too few to start 2 shards: "
            "it would reset the token. The bot waits for 1 second before it ends; do not start it again before.\n"
        )
        assert discord.guard.identifies == []
