"""Tables and findings of the measured lanes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.figures import Spread, ratio_by_round
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.lanes import BARE_REDRAW, BUTTON, DURABLE_REDRAW, TYPED, Lane

_WIDTH: Final = 30
_HEAD: Final = (
    *("CPU", "x redraw", "on loop", "median", "x redraw", "p99", "x redraw", "a second", "x redraw"),
    *("requests", "deferred", "failed", "stand-in"),
)

# The goals compare with the redraw by buttons that survive a restart; docs/benchmarks.md says why.
_CPU: Final = {
    BUTTON: Goal("CPU of a move by button, all work after the answer included, to a durable redraw", 1.4),
    TYPED: Goal("CPU of a move by command, to a durable redraw", 1.8),
}
_MEDIAN: Final = Goal("latency of a move by button, median, to a durable redraw", 1.4)
_P99: Final = Goal("latency of a move by button, p99, to a durable redraw", 1.8)


def lane_lines(lanes: Sequence[Lane]) -> list[str]:
    """Return the lines of the table of lanes with the same number of rounds."""
    redraw = _named(lanes, BARE_REDRAW)
    lines = [f"{'':{_WIDTH}}" + "".join(f"{name:>9}" for name in _HEAD)]
    for lane in lanes:
        actions = sum(block.actions for block in lane.blocks)
        answers = sum(len(block.latencies) for block in lane.blocks)
        spread, reference = spread_of(lane), spread_of(redraw)
        lines.append(
            f"{lane.name:{_WIDTH}}"
            f"{1000 * sum(block.cpu for block in lane.blocks) / actions:9.2f}{cpu_ratio(lane, redraw):8.2f}x"
            f"{1000 * sum(block.loop_cpu for block in lane.blocks) / actions:9.2f}"
            f"{spread.median:9.2f}{spread.median / reference.median:8.2f}x"
            f"{spread.p99:9.2f}{spread.p99 / reference.p99:8.2f}x"
            f"{answers / sum(block.wall for block in lane.blocks):9.0f}{rate_ratio(lane, redraw):8.2f}x"
            f"{sum(block.requests for block in lane.blocks) / actions:9.2f}"
            f"{deferred(lane):9}{failed(lane):9}"
            f"{1000 * sum(block.stand_in_cpu for block in lane.blocks) / actions:9.2f}"
        )
    return lines


def one_by_one_findings(lanes: Sequence[Lane]) -> list[Finding]:
    """Return what moves one by one say about the goals."""
    durable, plain = _named(lanes, DURABLE_REDRAW), _named(lanes, BARE_REDRAW)
    button = _named(lanes, BUTTON)
    spread, reference, simple = spread_of(button), spread_of(durable), spread_of(plain)
    presses = len(button.blocks) * button.blocks[0].actions
    return [
        *(
            Finding(goal, cpu_ratio(_named(lanes, name), durable), _to_plain(cpu_ratio(_named(lanes, name), plain)))
            for name, goal in _CPU.items()
        ),
        Finding(_MEDIAN, spread.median / reference.median, _to_plain(spread.median / simple.median)),
        Finding(_P99, spread.p99 / reference.p99, f"{_to_plain(spread.p99 / simple.p99)}, of {presses} presses"),
    ]


def at_once_findings(lanes: Sequence[Lane], people: int) -> list[Finding]:
    """Return what moves at one moment say about the goals."""
    durable, plain = _named(lanes, DURABLE_REDRAW), _named(lanes, BARE_REDRAW)
    button = _named(lanes, BUTTON)
    rate = Goal(f"{people} games pressing at one moment: rate of moves to durable redraws", 1.2, is_least=True)
    deferrals = Goal(f"{people} games pressing at one moment: deferred, refused or unanswered", 0, unit="")
    late = deferred(button) + failed(button)
    actions = sum(block.actions for block in button.blocks)
    return [
        Finding(rate, rate_ratio(button, durable), _to_plain(rate_ratio(button, plain))),
        Finding(deferrals, late, f"of {actions}"),
    ]


def _to_plain(ratio: float) -> str:
    return f"{ratio:.2f}x to a redraw that dies with its process"


def spread_of(lane: Lane) -> Spread:
    """Return the percentiles of all latencies of a lane."""
    return Spread.of([latency for block in lane.blocks for latency in block.latencies])


def cpu_ratio(lane: Lane, reference: Lane) -> float:
    """Return the ratio of the CPU time of an action."""
    return ratio_by_round(
        [block.cpu / block.actions for block in lane.blocks],
        [block.cpu / block.actions for block in reference.blocks],
    )


def rate_ratio(lane: Lane, reference: Lane) -> float:
    """Return the ratio of answers a second."""
    return ratio_by_round([block.rate for block in lane.blocks], [block.rate for block in reference.blocks])


def deferred(lane: Lane) -> int:
    """Return the number of deferred answers."""
    return sum(block.deferred for block in lane.blocks)


def failed(lane: Lane) -> int:
    """Return the number of actions that were refused, or had no answer in time."""
    return sum(block.refused + block.unanswered for block in lane.blocks)


def _named(lanes: Sequence[Lane], name: str) -> Lane:
    return next(lane for lane in lanes if lane.name == name)
