"""Benchmark of pictures of games: processor time of a worker for an animation, and its size.

The games are the longest of each variant on 8x8 that random moves make. They are drawn in a worker process as the bot
has it, which measures its own processor time. The first picture of a process also imports Pillow and reads the emoji.

Run it with `python -m benchmarks.speed.pictures`.
"""

from __future__ import annotations

from random import Random
from typing import Final

from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.parts import Part, print_parts
from benchmarks.speed.worker_time import timed
from cogs.messages.drawings.frames import frames_of
from gridlock_host import Game
from gridlock_host.records.record import GameRecord, game_of
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import VARIANTS, Variant

_SIZE: Final = 8
_GAMES: Final = 20
_ROUNDS: Final = 20
_FEWER_ROUNDS: Final = 5
_SECONDS: Final = 60.0

_CPU: Final = Goal("CPU of a worker for an animation of the longest games, p99", 50.0, "ms")
_BYTES: Final = Goal("bytes of an animation of the longest games, largest", 100_000, "bytes")


def _games(variant: Variant) -> list[Game]:
    """Return the longest of some random games."""
    games = []
    for seed in range(_GAMES * 5):
        random, position, moves = Random(seed), variant.start(_SIZE), list[str]()  # noqa: S311  # for moves
        while position.legal_moves:
            move = random.choice(position.legal_moves)
            moves.append(str(move))
            position = position.play(move)
        games.append(tuple(moves))
    longest = sorted(games, key=len)[-_GAMES:]
    return [game_of(GameRecord(variant.key, _SIZE, moves), 1) for moves in longest]


async def measure(*, quick: bool) -> list[Finding]:
    """Print the table, and return what it says about the goals."""
    pool = WorkerPool(workers=1)
    place = ("cogs.messages.drawings.drawing", "draw_gif")
    all_times, largest = list[float](), 0
    print(f"{'animations on 8x8':20}{'moves':>8}{'CPU ms, median':>16}{'p99':>8}{'largest, bytes':>16}")
    for variant in VARIANTS:
        games = _games(variant)
        drawings = [tuple(frames_of(game)) for game in games]
        times, sizes = list[float](), list[int]()
        for _ in range(_FEWER_ROUNDS if quick else _ROUNDS):
            for frames in drawings:
                seconds, content = await pool.run(timed, *place, frames, seconds=_SECONDS)
                times.append(seconds)
                sizes.append(len(content))
        spread, moves = Spread.of(times), max(game.ply for game in games)
        print(f"{variant.title:20}{moves:8}{spread.median:16.2f}{spread.p99:8.2f}{max(sizes):16}")
        say(f"pictures: {variant.key} measured")
        all_times += times
        largest = max(largest, *sizes)
    print(f"\nthe first of a process: {1000 * all_times[0]:.0f} ms")
    await pool.close()
    return [Finding(_CPU, Spread.of(all_times).p99), Finding(_BYTES, largest)]


PARTS: Final[dict[str, Part]] = {"pictures": measure}

if __name__ == "__main__":
    print_parts(PARTS, quick=False)
