"""Benchmark of pictures: processor time of a worker for an animation of a game and for a profile, and their sizes.

The games are the longest of each variant on 8x8 that random moves make. The profiles have curves of up to 1,000 days.
They are drawn in a worker process as the bot has it, which measures its own processor time. The first picture of a
process also imports Pillow and reads the emoji or the font.

Run it with `python -m benchmarks.speed.pictures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.parts import Part, print_parts
from benchmarks.speed.worker_time import timed
from cogs.messages.drawings.frames import frames_of
from cogs.messages.drawings.profile import CurvePoint, ProfileFigures, ResultRow
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
_PROFILE_CPU: Final = Goal("CPU of a worker for the picture of a profile, p99", 50.0, "ms")
_PROFILE_BYTES: Final = Goal("bytes of the picture of a profile, largest", 40_000, "bytes")
_DAYS: Final = (1, 30, 1_000)


class _Drawn(NamedTuple):
    """A picture that was drawn: the processor seconds, and the bytes."""

    seconds: float
    size: int


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


def _profiles(days: int) -> list[ProfileFigures]:
    """Return profiles with a curve of so many days, as ratings move, and with results in all variants."""
    return [_profile(Random(seed), days) for seed in range(_GAMES)]  # noqa: S311  # for curves


def _profile(random: Random, days: int) -> ProfileFigures:
    curve, day, rating = list[CurvePoint](), 739_000, 1500.0
    for number in range(days):
        day, rating = day + random.choice((1, 1, 2, 7)), rating + random.gauss(1, 15)
        curve.append(CurvePoint(day, rating, max(60.0, 260.0 - 4 * number)))
    rows = [
        ResultRow(variant.title, ((random.randrange(500), random.randrange(500)), (random.randrange(50), 7)))
        for variant in VARIANTS
    ]
    won, lost = (sum(counts[index] for row in rows for counts in row.seats) for index in (0, 1))
    return ProfileFigures((rating, curve[-1].interval), tuple(curve), won, lost, tuple(rows))


async def measure(*, quick: bool) -> list[Finding]:
    """Print the tables, and return what they say about the goals."""
    pool = WorkerPool(workers=1)
    rounds = _FEWER_ROUNDS if quick else _ROUNDS
    findings = [*await _animations(pool, rounds), *await _profile_pictures(pool, rounds)]
    await pool.close()
    return findings


async def _animations(pool: WorkerPool, rounds: int) -> list[Finding]:
    all_drawn = list[_Drawn]()
    print(f"{'animations on 8x8':20}{'moves':>8}{'CPU ms, median':>16}{'p99':>8}{'largest, bytes':>16}")
    for variant in VARIANTS:
        games = _games(variant)
        drawn = await _draw(pool, "drawing", "draw_gif", [tuple(frames_of(game)) for game in games], rounds)
        _print_row(variant.title, max(game.ply for game in games), drawn)
        all_drawn += drawn
    return _findings(all_drawn, _CPU, _BYTES)


async def _profile_pictures(pool: WorkerPool, rounds: int) -> list[Finding]:
    all_drawn = list[_Drawn]()
    print(f"\n{'profiles':20}{'days':>8}{'CPU ms, median':>16}{'p99':>8}{'largest, bytes':>16}")
    for days in _DAYS:
        drawn = await _draw(pool, "profile", "draw_profile", _profiles(days), rounds)
        _print_row("", days, drawn)
        all_drawn += drawn
    return _findings(all_drawn, _PROFILE_CPU, _PROFILE_BYTES)


async def _draw(pool: WorkerPool, module: str, name: str, pictures: Sequence[object], rounds: int) -> list[_Drawn]:
    """Return the processor time and the size of each of these pictures, drawn so many times."""
    drawn = list[_Drawn]()
    for _ in range(rounds):
        for picture in pictures:
            place = (f"cogs.messages.drawings.{module}", name)
            seconds, content = await pool.run(timed, *place, picture, seconds=_SECONDS)
            drawn.append(_Drawn(seconds, len(content)))
    say(f"pictures: {name} measured")
    return drawn


def _print_row(title: str, number: int, drawn: Sequence[_Drawn]) -> None:
    spread = Spread.of([one.seconds for one in drawn])
    print(f"{title:20}{number:8}{spread.median:16.2f}{spread.p99:8.2f}{max(one.size for one in drawn):16}")


def _findings(drawn: Sequence[_Drawn], cpu: Goal, size: Goal) -> list[Finding]:
    print(f"\nthe first of a process: {1000 * drawn[0].seconds:.0f} ms")
    return [
        Finding(cpu, Spread.of([one.seconds for one in drawn]).p99),
        Finding(size, max(one.size for one in drawn)),
    ]


PARTS: Final[dict[str, Part]] = {"pictures": measure}

if __name__ == "__main__":
    print_parts(PARTS, quick=False)
