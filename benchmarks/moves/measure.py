"""What `python -m benchmarks.moves` measures, and prints on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.goal_table import Finding
from benchmarks.moves import report
from benchmarks.moves.lanes import BARE_REDRAW, BUTTON, RAW_REDRAW, Lane, at_once, one_by_one, open_lanes

CROWD: Final = 200
"""The number of games that press at one moment in the goals."""

_CROWDS: Final = (1, 20, CROWD, 1_000)
_ACTIONS: Final = 20
_WAVES: Final = 5
_ROUNDS, _QUICK_ROUNDS = 20, 6
_CROWD_ROUNDS: Final = 2


async def measure(*, quick: bool, with_postgres: bool = True) -> list[Finding]:
    """Measure moves one by one and at one moment, print the tables, and return the findings.

    Args:
        quick: Whether to measure few rounds, and a crowd of one size only.
        with_postgres: Whether to measure moves on PostgreSQL too.
    """
    async with open_lanes(with_postgres=with_postgres) as lanes:
        await one_by_one(lanes, _QUICK_ROUNDS if quick else _ROUNDS, _ACTIONS)
        _print("one action after the other, without rests; milliseconds", lanes)
        findings = report.one_by_one_findings(lanes)
        for people in (CROWD,) if quick else _CROWDS:
            crowd = [lane for lane in lanes if not quick or lane.name in (RAW_REDRAW, BARE_REDRAW, BUTTON)]
            _restart(lanes)
            await at_once(crowd, people, _CROWD_ROUNDS, _WAVES)
            _print(f"{people} at one moment; milliseconds", crowd)
            if people == CROWD:
                findings += report.at_once_findings(crowd, people)
    return findings


def _restart(lanes: Sequence[Lane]) -> None:
    for lane in lanes:
        lane.restart()


def _print(title: str, lanes: Sequence[Lane]) -> None:
    print(title)
    print("\n".join(report.lane_lines(lanes)), end="\n\n", flush=True)
