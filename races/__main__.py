"""Command line of the race tests: `python -m races`.

Every pair of actions collides in one process and in two. Prints a table; the exit status is 1 if a collision had an
outcome of neither serial order, or if forty collisions never had one of the two orders.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import secrets
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from gridlock_host import Database, migrate
from gridlock_host.storage.address import sqlite_address
from races.actions import PAIRS
from races.arenas import Arena, OneProcess, two_processes
from races.collision import Score, collide

_ENOUGH_FOR_BOTH_ORDERS: Final = 40


def main() -> int:
    """Print the table, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m races", description="Collide every pair of actions.")
    parser.add_argument("--collisions", type=int, default=1000, help="collisions of each pair, in each arena (1000)")
    parser.add_argument(
        "--seed", type=int, default=secrets.randbelow(10**6), help="the seed of the delays; random if left out"
    )
    parser.add_argument("--database", default="", help="an empty database; a temporary file if left out")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    return asyncio.run(_run(arguments.collisions, arguments.seed, arguments.database))


async def _run(times: int, seed: int, url: str) -> int:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="gridlock-races-"))
        database = Database(url or sqlite_address(Path(folder) / "gridlock.db"))
        stack.push_async_callback(database.close)
        await migrate(database)
        arenas: dict[str, Arena] = {
            "one process": OneProcess(database),
            "two processes": await stack.enter_async_context(two_processes(database)),
        }
        numbers = itertools.count()
        random = Random(seed)  # noqa: S311  # who is faster is no secret
        print(f"{'':<14} {'pair':<16}{'collisions':>11}{'granted':>9}{'first':>7}{'second':>8}{'breaches':>10}")
        breaches = list[str]()
        for place, arena in arenas.items():
            for pair in PAIRS:
                score = await collide(pair, arena, database, numbers, times, random)
                print(_row(place, score), flush=True)
                breaches += score.breaches
                has_both = not score.orders_differ or (score.first and score.second)
                if times >= _ENOUGH_FOR_BOTH_ORDERS and not has_both:
                    breaches.append(f"{pair.name} in {place}: one order was never seen, so nothing may have collided")
    print(f"{len(breaches)} breaches in all")
    for breach in breaches[:10]:
        print(breach, file=sys.stderr)
    return 1 if breaches else 0


def _row(place: str, score: Score) -> str:
    granted = " or ".join(map(str, sorted(score.granted)))
    first, second = (score.first, score.second) if score.orders_differ else ("same", "same")
    return (
        f"{place:<14} {score.pair.name:<16}{score.collisions:>11}{granted:>9}"
        f"{first:>7}{second:>8}{len(score.breaches):>10}"
    )


if __name__ == "__main__":
    sys.exit(main())
