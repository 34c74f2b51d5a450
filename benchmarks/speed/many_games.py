"""Benchmark of throughput: moves a second and latencies while fifty games are played at once.

Every game has its own players and channel. The player to move presses a button as soon as the last move is shown, so
each game always waits for the bot. The bot is the real `bot.py` with default settings and a database on disk.

Run it with `python -m benchmarks.speed.many_games`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bots.players import Pair, listening
from benchmarks.bots.processes import DATA, gridlock
from benchmarks.figures import Spread, say

_GAMES = 50
_ROUNDS = 3


@dataclass(frozen=True)
class Load:
    """The figures of many games.

    Attributes:
        seconds: The duration.
        latencies: Seconds from each press until its answer was shown.
    """

    seconds: float
    latencies: list[float]


def main() -> None:
    """Print the rate of moves and the latencies of their answers."""
    load = asyncio.run(measure())
    spread = Spread.of(load.latencies)
    print(f"{_GAMES} games at once: {len(load.latencies) / load.seconds:.0f} moves a second")
    print("milliseconds until a move is shown")
    print(f"{'median':>9}{'p95':>9}{'p99':>9}{'largest':>9}")
    print(f"{spread.median:9.1f}{spread.p95:9.1f}{spread.p99:9.1f}{spread.largest:9.1f}")


async def measure(rounds: int = _ROUNDS) -> Load:
    """Return the figures of several rounds; in each, every pair plays a game to its end."""
    seconds, latencies = 0.0, list[float]()
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as folder:
        async with gridlock(Path(folder)) as discord, listening(discord) as turns:
            guild = discord.add_guild("Pretend server")
            pairs = [Pair(guild, turns) for _ in range(_GAMES)]
            for number in range(rounds):
                await asyncio.gather(*(pair.begin() for pair in pairs))
                begin = time.perf_counter()
                played = await asyncio.gather(*(_play(pair) for pair in pairs))
                seconds += time.perf_counter() - begin
                latencies += [latency for game in played for latency in game]
                say(f"many games: {number + 1} of {rounds} rounds")
    return Load(seconds, latencies)


async def _play(pair: Pair) -> list[float]:
    """Play a game to its end by buttons, and return the latencies."""
    latencies = []
    while pair.is_playing:
        pressed = await pair.press_a_cell()
        latencies.append(time.perf_counter() - pressed.sent_at)
        pair.pass_turn()
    return latencies


if __name__ == "__main__":
    main()
