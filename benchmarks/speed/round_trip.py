"""Benchmark of latency: from the interaction of a move to its answer, beside bare discord.py.

Four things are measured in turn, several hundred times, one at a time:

- a bare command: a bot of bare discord.py answers a slash command with a word;
- a bare redraw: the same bot answers the press of a button by an edit of the message's 32 components;
- a move by command, and a move by button: the real `bot.py` with its default settings and a database on disk.

A fifth shows the cost of durability on this disk: a commit of one row by SQLite alone.

Run it with `python -m benchmarks.speed.round_trip`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bots.players import Pair, listening
from benchmarks.bots.processes import DATA, bare_bot, gridlock
from benchmarks.figures import Spread, say
from local_discord import Interaction, LocalDiscord

_WARM_UP = 50
_ROUNDS = 500
_REST_SECONDS = 0.01  # after each measurement, so that work after an answer does not disturb the next one

BARE_COMMAND, BARE_REDRAW = "bare command", "bare redraw"
MOVE_BY_COMMAND, MOVE_BY_BUTTON = "move by command", "move by button"
COMMIT = "SQLite commit alone"


@dataclass(frozen=True)
class Latency:
    """One latency, in seconds.

    Attributes:
        arrived: From the interaction until its answer reached the stand-in.
        shown: From the interaction until the stand-in had checked and shown the answer.
    """

    arrived: float
    shown: float


Measurement = Callable[[], Awaitable[Latency]]


def main() -> None:
    """Print the latencies and their ratios to bare discord.py."""
    latencies = asyncio.run(measure())
    print("milliseconds from an interaction to its answer (ratios are of the medians)")
    arrived = {name: Spread.of([each.arrived for each in those]) for name, those in latencies.items()}
    shown = {name: Spread.of([each.shown for each in those]) for name, those in latencies.items()}
    _print_table("until the answer arrives", arrived)
    _print_table("until it is shown", shown)


def _print_table(title: str, spreads: dict[str, Spread]) -> None:
    command, redraw = spreads[BARE_COMMAND].median, spreads[BARE_REDRAW].median
    print(f"\n{title:26}{'median':>9}{'p95':>9}{'p99':>9}{'to command':>12}{'to redraw':>12}")
    for name, spread in spreads.items():
        print(
            f"{name:26}{spread.median:9.2f}{spread.p95:9.2f}{spread.p99:9.2f}"
            f"{spread.median / command:11.2f}x{spread.median / redraw:11.2f}x"
        )


async def measure(rounds: int = _ROUNDS) -> dict[str, list[Latency]]:
    """Return the latencies by the name of what was measured."""
    async with _measurements() as works:
        latencies: dict[str, list[Latency]] = {name: [] for name in works}
        for number in range(-_WARM_UP, rounds):
            for name, work in works.items():
                latency = await work()
                if number >= 0:
                    latencies[name].append(latency)
                await asyncio.sleep(_REST_SECONDS)
            if number >= 0 and (number + 1) % 100 == 0:
                say(f"round trips: {number + 1} of {rounds} rounds")
    return latencies


@asynccontextmanager
async def _measurements() -> AsyncIterator[dict[str, Measurement]]:
    """Start both bots, and yield the measurements by name."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir=DATA, prefix="benchmark-")))
        bare = await stack.enter_async_context(bare_bot(folder))
        real = await stack.enter_async_context(gridlock(folder))
        turns = await stack.enter_async_context(listening(real))
        guild = real.add_guild("Pretend server")
        works = await _bare_measurements(bare)
        for name, move in ((MOVE_BY_COMMAND, Pair.type_a_cell), (MOVE_BY_BUTTON, Pair.press_a_cell)):
            works[name] = partial(_move, real, Pair(guild, turns), move)
        works[COMMIT] = partial(_commit, _open_database(folder / "alone.db"))
        yield works


async def _bare_measurements(bare: LocalDiscord) -> dict[str, Measurement]:
    guild = bare.add_guild("Pretend server")
    channel, cleo = guild.add_channel("games"), guild.add_member("Cleo")
    board = (await cleo.command(channel, "board")).reply
    if board is None:
        raise RuntimeError("the bare bot posted no board")

    async def command() -> Latency:
        return _latency(bare, await cleo.command(channel, "bare"))

    async def redraw() -> Latency:
        return _latency(bare, await cleo.press(board, "C3"))

    return {BARE_COMMAND: command, BARE_REDRAW: redraw}


async def _move(real: LocalDiscord, pair: Pair, move: Callable[[Pair], Awaitable[Interaction]]) -> Latency:
    if not pair.is_playing:
        await pair.begin()
        await asyncio.sleep(_REST_SECONDS)
    latency = _latency(real, await move(pair))
    pair.pass_turn()
    return latency


def _latency(discord: LocalDiscord, answered: Interaction) -> Latency:
    """The latency of an interaction that was answered just now."""
    shown = time.perf_counter()
    path = f"/interactions/{answered.id}/{answered.token}/callback"
    arrived = next(request.at for request in reversed(discord.requests) if request.path == path)
    return Latency(arrived - answered.sent_at, shown - answered.sent_at)


def _open_database(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, isolation_level=None)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE moves (text TEXT)"):
        connection.execute(statement)
    return connection


async def _commit(connection: sqlite3.Connection) -> Latency:
    begin = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO moves VALUES ('C3')")
    connection.execute("COMMIT")
    elapsed = time.perf_counter() - begin
    return Latency(elapsed, elapsed)


if __name__ == "__main__":
    main()
