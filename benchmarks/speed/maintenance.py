"""Benchmark of backup, restore and check with twenty thousand finished games.

The games are random games of all variants on their default boards by a thousand members of one server, with results and
standings, so the check has all of its work and finds nothing. CPU time is more reliable than elapsed time, because
other programs hardly change it.

Run it with `python -m benchmarks.speed.maintenance`; `--games` chooses another number.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Table, insert

from benchmarks.bots.processes import DATA
from benchmarks.figures import say
from gridlock_host import Database, migrate
from gridlock_host.games.rows import OVER
from gridlock_host.maintenance.backup import back_up
from gridlock_host.maintenance.integrity import Report, check
from gridlock_host.maintenance.restore import restore
from gridlock_host.model.result import Ending
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.address import sqlite_address
from gridlock_host.storage.schema import games, moves, record_counts, results, standing_totals, standings
from gridlock_rules import VARIANTS, Player

_GAMES = 20_000
_PEOPLE = 1_000
_GUILD = 1
_NOW = datetime(2030, 1, 1, tzinfo=UTC)
_ROWS_AT_ONCE = 5_000

Rows = dict[Table, list[dict[str, Any]]]


@dataclass(frozen=True)
class Cost:
    """The duration of a task.

    Attributes:
        cpu: CPU seconds.
        wall: Elapsed seconds.
    """

    cpu: float
    wall: float


def main(number: int = _GAMES) -> None:
    """Print the durations with so many games."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as folder:
        asyncio.run(_measure(Path(folder), number))


async def _measure(folder: Path, number: int) -> None:
    path, backup, anew = folder / "gridlock.db", folder / "backup.db", folder / "restored.db"
    database = Database(sqlite_address(path))
    await migrate(database)
    await _fill(database, number)
    say(f"maintenance: {number} games stored")
    reports: list[Report] = []

    async def check_all() -> None:
        reports.append(await check(database))

    costs = {
        "backup": await _cost(lambda: asyncio.to_thread(back_up, path, backup)),
        "restore": await _cost(lambda: asyncio.to_thread(restore, anew, backup, _NOW)),
        "check": await _cost(check_all),
    }
    await database.close()
    report = reports[0]
    if report.faults:
        raise RuntimeError(report.faults[0])
    print(f"{report.games:,} games with {report.moves:,} moves, {backup.stat().st_size / 1e6:.0f} MB")
    print(f"{'seconds':10}{'processor':>10}{'in all':>10}")
    for name, cost in costs.items():
        print(f"{name:10}{cost.cpu:10.2f}{cost.wall:10.2f}")


async def _cost(work: Callable[[], Awaitable[object]]) -> Cost:
    cpu, wall = time.process_time(), time.perf_counter()
    await work()
    return Cost(time.process_time() - cpu, time.perf_counter() - wall)


async def _fill(database: Database, number: int) -> None:
    """Insert so many finished games, with results and standings."""
    chance = Random("storekeeping")  # noqa: S311  # for moves, not for secrets
    rows: Rows = {games: [], moves: [], results: []}
    counted: Counter[tuple[int, str, str]] = Counter()
    for game_id in range(1, number + 1):
        _play(rows, counted, game_id, chance)
    people = {(user_id, variant) for user_id, variant, _ in counted}
    rows[standings] = [
        {"guild_id": _GUILD, "user_id": user_id, "variant": variant}
        | {column: counted[user_id, variant, column] for column in ("won", "lost")}
        for user_id, variant in people
    ]
    totals: Counter[tuple[int, str]] = Counter()
    for (user_id, _, column), number in counted.items():
        totals[user_id, column] += number
    rows[standing_totals] = [
        {"guild_id": _GUILD, "user_id": user_id} | {column: totals[user_id, column] for column in ("won", "lost")}
        for user_id in {user_id for user_id, _ in totals}
    ]
    records = Counter(
        (row.get("variant", ALL_VARIANTS), row["won"], row["lost"]) for row in rows[standings] + rows[standing_totals]
    )
    rows[record_counts] = [
        {"guild_id": _GUILD, "variant": variant, "won": won, "lost": lost, "members": members}
        for (variant, won, lost), members in records.items()
    ]
    async with database.writing() as connection:
        for table, of_table in rows.items():
            for begin in range(0, len(of_table), _ROWS_AT_ONCE):
                await connection.execute(insert(table), of_table[begin : begin + _ROWS_AT_ONCE])


def _play(rows: Rows, counted: Counter[tuple[int, str, str]], game_id: int, chance: Random) -> None:
    """Add the rows of a random finished game."""
    variant = VARIANTS[game_id % len(VARIANTS)]
    position, one_two = variant.start(), chance.sample(range(1, _PEOPLE + 1), 2)
    while position.outcome is None:
        move = chance.choice(position.legal_moves)
        rows[moves].append({"game_id": game_id, "ply": position.ply, "text": str(move), "played_at": _NOW})
        position = position.play(move)
    winner, loser = one_two if position.outcome.winner is Player.ONE else one_two[::-1]
    rows[games].append(
        {
            "id": game_id,
            "guild_id": _GUILD,
            "channel_id": 1,
            "variant": variant.key,
            "size": position.size,
            "player_one_id": one_two[0],
            "player_two_id": one_two[1],
            "status": OVER,
            "version": position.ply,
            "created_at": _NOW,
        }
    )
    ended = {"winner_id": winner, "loser_id": loser, "ending": Ending.NO_LEGAL_MOVE, "ended_at": _NOW}
    rows[results].append({"game_id": game_id, "guild_id": _GUILD, "gives_points": True} | ended)
    counted[winner, variant.key, "won"] += 1
    counted[loser, variant.key, "lost"] += 1


def _run() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed.maintenance")
    parser.add_argument("--games", type=int, default=_GAMES, help="finished games in the database")
    main(parser.parse_args().games)


if __name__ == "__main__":
    _run()
