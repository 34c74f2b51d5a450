"""Blocks of measured actions, on a real bot process: the floor of all bots, which starts quickly."""

import sys
from pathlib import Path

import pytest

from benchmarks.bots.processes import raw_bot
from benchmarks.moves.actors import CommandUser, Redrawer
from benchmarks.moves.blocks import run_block

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the benchmarks read the clocks of Linux")


async def test_a_block_counts_actions_requests_and_cpu(tmp_path: Path) -> None:
    async with raw_bot(tmp_path) as bot:
        guild = bot.discord.add_guild("Pretend server")
        presser, typist = Redrawer(guild), CommandUser(guild)
        block = await run_block(bot, [[presser, typist], [presser]])
    assert (block.actions, block.requests, len(block.latencies)) == (3, 3, 3)
    assert (block.deferred, block.refused, block.unanswered) == (0, 0, 0)
    assert 0 < block.loop_cpu <= block.cpu
