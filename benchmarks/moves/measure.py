"""What is measured of moves, one by one and at one moment, and the tables that are printed on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.goal_table import Finding
from benchmarks.moves import report
from benchmarks.moves.lanes import (
    BARE_REDRAW,
    BUTTON,
    DURABLE_REDRAW,
    ON_POSTGRES,
    RAW_REDRAW,
    Lane,
    at_once,
    one_by_one,
    open_delivery_lanes,
    open_lanes,
    open_look_lanes,
)
from benchmarks.start.readiness import free_port

CROWD: Final = 200
"""The number of games that press at one moment in the goals."""

_SMALL_CROWD, _LARGE_CROWD = 20, 1_000
_ACTIONS: Final = 20
_WAVES: Final = 5
_ROUNDS, _QUICK_ROUNDS = 20, 10
_CROWD_ROUNDS: Final = 2
# A thousand games take long to begin, so they are measured in few lanes.
_QUICK_LANES: Final = (RAW_REDRAW, BARE_REDRAW, DURABLE_REDRAW, BUTTON)
_LARGE_LANES: Final = (*_QUICK_LANES, BUTTON + ON_POSTGRES)


async def measure_one_by_one(*, quick: bool) -> list[Finding]:
    """Measure actions one after the other, print the table, and return the findings."""
    async with open_lanes() as lanes:
        await one_by_one(lanes, _QUICK_ROUNDS if quick else _ROUNDS, _ACTIONS)
    _print("one action after the other, without rests; milliseconds", lanes)
    return report.one_by_one_findings(lanes)


async def measure_looks(*, quick: bool) -> list[Finding]:
    """Measure moves on boards of each look, one after the other, and print the table. They have no goals."""
    async with open_look_lanes() as lanes:
        await one_by_one(lanes, _QUICK_ROUNDS if quick else _ROUNDS, _ACTIONS)
    _print("moves by the look of the board, one after the other; milliseconds", lanes)
    return []


async def measure_delivery(*, quick: bool) -> list[Finding]:
    """Measure moves that the gateway delivers beside moves over HTTP, and print the table. They have no goals."""
    async with open_delivery_lanes(free_port()) as lanes:
        await one_by_one(lanes, _QUICK_ROUNDS if quick else _ROUNDS, _ACTIONS)
    _print("moves by the way of delivery, one after the other; milliseconds", lanes)
    return []


async def measure_at_once(*, quick: bool) -> list[Finding]:
    """Measure actions at one moment, print the tables, and return the findings.

    Args:
        quick: Whether to measure a crowd of one size only, which presses buttons.
    """
    async with open_lanes(with_postgres=not quick) as lanes:
        few = _named(lanes, _QUICK_LANES)
        if not quick:
            await _measure_crowd(lanes, _SMALL_CROWD, _WAVES)
        await _measure_crowd(few if quick else lanes, CROWD, _WAVES)
        findings = report.at_once_findings(few, CROWD)
        if not quick:
            await _measure_crowd(_named(lanes, _LARGE_LANES), _LARGE_CROWD, 1)
    return findings


async def _measure_crowd(lanes: Sequence[Lane], people: int, waves: int) -> None:
    for lane in lanes:
        lane.restart()
    await at_once(lanes, people, _CROWD_ROUNDS, waves)
    _print(f"{people} at one moment; milliseconds", lanes)


def _named(lanes: Sequence[Lane], names: Sequence[str]) -> list[Lane]:
    return [lane for lane in lanes if lane.name in names]


def _print(title: str, lanes: Sequence[Lane]) -> None:
    print(title)
    print("\n".join(report.lane_lines(lanes)), end="\n\n", flush=True)
