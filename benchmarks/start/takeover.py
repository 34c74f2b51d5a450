"""Command line: `python -m benchmarks.start.takeover`, the seconds until a spare serves the shard of a killed process.

The stand-in enforces Discord's five seconds between two identifies. The database is SQLite, or what `--database` names.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import time
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.processes import started_gridlock
from benchmarks.figures import say
from benchmarks.start.readiness import free_port, until_ready
from local_discord import Limits, LocalDiscord

_SHARDS: Final = 2


async def measure(database: str, times: int) -> None:
    """Kill the older of two processes again and again, while a third one is spare, and print each takeover."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        discord = await stack.enter_async_context(LocalDiscord(shards=_SHARDS, limits=Limits()))
        for number in range(10):
            discord.add_guild(f"Server {number}").add_channel("games")
        url = database or f"sqlite:///{folder / 'gridlock.db'}"

        async def start(name: str) -> tuple[int, int]:
            port = free_port()
            settings = {
                "DATABASE_URL": url,
                "GRIDLOCK_SHARDS": f"auto:1/{_SHARDS}",
                "GRIDLOCK_STATUS": str(port),
                "GRIDLOCK_EMOJI": "unicode",
                "GRIDLOCK_IDENTIFY_SECONDS": "5",
            }
            return await stack.enter_async_context(started_gridlock(discord, folder / f"{name}.log", settings)), port

        serving = [await start(f"bot{number}") for number in range(_SHARDS)]
        for _, port in serving:
            await until_ready(port)
        for number in range(times):
            spare = await start(f"spare{number}")
            # It has to wait before it can take over.
            await asyncio.sleep(5)
            killed, _ = serving.pop(0)
            begun = time.perf_counter()
            os.kill(killed, signal.SIGKILL)
            await until_ready(spare[1])
            say(f"takeover {number + 1}: ready after {time.perf_counter() - begun:.1f} s")
            serving.append(spare)
        say(f"identifies too early: {sum(one.was_early for one in discord.guard.identifies)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start.takeover")
    parser.add_argument("--database", default="", help="the URL of an empty PostgreSQL database")
    parser.add_argument("--times", type=int, default=5)
    arguments = parser.parse_args()
    asyncio.run(measure(arguments.database, arguments.times))
