"""What is measured of moves, one by one and at one moment, and the tables that are printed on the way."""

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
_QUICK_LANES: Final = (RAW_REDRAW, BARE_REDRAW, BUTTON)


async def measure_one_by_one(*, quick: bool) -> list[Finding]:
    """Measure actions one after the other, print the table, and return the findings."""
    async with open_lanes() as lanes:
        await one_by_one(lanes, _QUICK_ROUNDS if quick else _ROUNDS, _ACTIONS)
    _print("one action after the other, without rests; milliseconds", lanes)
    return report.one_by_one_findings(lanes)


async def measure_at_once(*, quick: bool) -> list[Finding]:
    """Measure actions at one moment, print the tables, and return the findings.

    Args:
        quick: Whether to measure a crowd of one size only, which presses buttons.
    """
    findings = []
    async with open_lanes(with_postgres=not quick) as lanes:
        crowd = [lane for lane in lanes if not quick or lane.name in _QUICK_LANES]
        for people in (CROWD,) if quick else _CROWDS:
            for lane in crowd:
                lane.restart()
            await at_once(crowd, people, _CROWD_ROUNDS, _WAVES)
            _print(f"{people} at one moment; milliseconds", crowd)
            if people == CROWD:
                findings += report.at_once_findings(crowd, people)
    return findings


def _print(title: str, lanes: Sequence[Lane]) -> None:
    print(title)
    print("\n".join(report.lane_lines(lanes)), end="\n\n", flush=True)
