"""Benchmark of two processes on one PostgreSQL database, beside one process: moves at one moment.

Each process serves one of two shards. Two processes need two free CPUs, and the stand-in and the server need more, so
on a small machine the rate says little. The CPU time of a move says how much of a second process is lost to sharing.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.databases import postgres_database
from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA, NO_LIMIT, Bot, gridlock_on
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.actors import ButtonMover, movers
from benchmarks.moves.lanes import Lane, at_once, settled
from benchmarks.moves.report import cpu_ratio, rate_ratio, spread_of
from gridlock_host import Database, migrate
from local_discord import LocalDiscord

_GUILDS: Final = 20
_PEOPLE: Final = 100
_WAVES: Final = 5
_ROUNDS, _QUICK_ROUNDS = 6, 3
# The stand-in and the PostgreSQL server take one more each.
_ENOUGH_CPUS: Final = 4

_SCALE: Final = Goal("2 processes on PostgreSQL to one: moves a second for each CPU given", 1.8, is_least=True)


async def measure(*, quick: bool) -> list[Finding]:
    """Measure one process and two by turns, print the table, and return the findings."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        async with AsyncExitStack() as stack:
            lanes = []
            for number in (1, 2):
                url = await stack.enter_async_context(postgres_database())
                if url is None:
                    return [Finding(_SCALE, None, "no PostgreSQL server")]
                lanes.append(await stack.enter_async_context(_lane(Path(name), url, number)))
            await settled([lane.bot for lane in lanes])
            await at_once(lanes, _PEOPLE, _QUICK_ROUNDS if quick else _ROUNDS, _WAVES)
    one, two = lanes
    print(f"{_PEOPLE} moves by button at one moment, PostgreSQL; milliseconds")
    print(f"{'':16}{'CPU':>9}{'median':>9}{'p99':>9}{'a second':>10}")
    for lane in lanes:
        actions, spread = sum(block.actions for block in lane.blocks), spread_of(lane)
        print(
            f"{lane.name:16}{1000 * sum(block.cpu for block in lane.blocks) / actions:9.2f}"
            f"{spread.median:9.2f}{spread.p99:9.2f}{actions / sum(block.wall for block in lane.blocks):10.0f}"
        )
    print(flush=True)
    return [_finding(one, two)]


def _finding(one: Lane, two: Lane) -> Finding:
    """Judge by the rate where there are CPUs enough, else by the CPU time of a move."""
    cpus, rate = len(os.sched_getaffinity(0)), rate_ratio(two, one)
    if cpus >= _ENOUGH_CPUS:
        return Finding(_SCALE, rate)
    return Finding(_SCALE, 2 / cpu_ratio(two, one), f"by CPU time; the rate on {cpus} CPUs shared by all: {rate:.2f}x")


@asynccontextmanager
async def _lane(folder: Path, url: str, number: int) -> AsyncIterator[Lane]:
    """Run a bot in so many processes."""
    database = Database(url)
    await migrate(database)
    await database.close()
    async with LocalDiscord(clock=time.perf_counter, shards=number) as discord, AsyncExitStack() as stack:
        guilds = [discord.add_guild(f"Pretend server {each}") for each in range(_GUILDS)]
        # None is connected completely before the other is.
        running = [
            gridlock_on(
                discord,
                folder,
                url,
                {**NO_LIMIT, **({"GRIDLOCK_SHARDS": f"{each}/{number}"} if number > 1 else {})},
                name=f"{number}-{each}",
            )
            for each in range(number)
        ]
        bots = await asyncio.gather(*map(stack.enter_async_context, running))
        turns = await stack.enter_async_context(listening(discord))
        bot = Bot.of(discord, *(each for one in bots for each in one.process_ids))
        yield Lane(f"{number} processes" if number > 1 else "1 process", bot, movers(ButtonMover, turns), guilds)
