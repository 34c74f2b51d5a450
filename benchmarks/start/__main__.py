"""Command line: `python -m benchmarks.start`, the seconds until all shards of a bot are ready.

The stand-in enforces Discord's five seconds between two identifies of one slot, and the 1,000 starts of a day.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bots.processes import started_gridlock
from benchmarks.figures import say
from benchmarks.start.readiness import free_port, until_ready
from local_discord import Limits, LocalDiscord


@dataclass(frozen=True, slots=True)
class Start:
    """A start to measure.

    Attributes:
        shards: The number of shards.
        at_once: How many of them may identify at the same time.
        processes: The number of processes, which serve the same number of shards.
        servers: How many servers the bot is in.
    """

    shards: int
    at_once: int
    processes: int
    servers: int


async def measure(start: Start) -> None:
    """Start a bot, and print how long it takes until every shard is ready."""
    limits = Limits(max_concurrency=start.at_once)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        discord = await stack.enter_async_context(LocalDiscord(shards=start.shards, limits=limits))
        for number in range(start.servers):
            discord.add_guild(f"Server {number}").add_channel("games")
        ports = [free_port() for _ in range(start.processes)]
        begun = time.perf_counter()
        for number, port in enumerate(ports):
            ids = ",".join(map(str, range(number, start.shards, start.processes)))
            settings = {
                "DATABASE_URL": f"sqlite:///{folder / 'gridlock.db'}",
                "GRIDLOCK_SHARDS": f"{ids}/{start.shards}",
                "GRIDLOCK_STATUS": str(port),
                "GRIDLOCK_EMOJI": "unicode",
                "GRIDLOCK_IDENTIFY_SECONDS": "5",
            }
            await stack.enter_async_context(started_gridlock(discord, folder / f"bot{number}.log", settings))
        await asyncio.gather(*(until_ready(port) for port in ports))
        seconds = time.perf_counter() - begun
        identifies = [one.was_early for one in discord.guard.identifies]
        say(
            f"{start.shards} shards, {start.at_once} at a time, {start.processes} process(es), "
            f"{start.servers} servers: ready after {seconds:.1f} s, "
            f"{len(identifies)} identifies, {sum(identifies)} too early"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start")
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--at-once", type=int, default=16, help="Discord's max_concurrency")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--servers", type=int, default=1000)
    asyncio.run(measure(Start(**vars(parser.parse_args()))))
