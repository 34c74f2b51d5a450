"""Ratios and findings of measured lanes."""

from benchmarks.bots.processes import Bot
from benchmarks.moves.actors import CommandUser
from benchmarks.moves.blocks import Block
from benchmarks.moves.lanes import BARE_REDRAW, BUTTON, DURABLE_REDRAW, TYPED, Lane
from benchmarks.moves.report import at_once_findings, lane_lines, one_by_one_findings
from local_discord import LocalDiscord


def lane(name: str, *blocks: Block) -> Lane:
    return Lane(name, Bot.of(LocalDiscord()), lambda guild, _: CommandUser(guild), [], list(blocks))


def block(*, cpu: float, latency: float = 0.01, wall: float = 1.0, failed: int = 0, deferred: int = 0) -> Block:
    return Block(
        actions=10,
        cpu=cpu,
        loop_cpu=cpu,
        wall=wall,
        latencies=[latency] * (10 - failed),
        deferred=deferred,
        refused=0,
        unanswered=failed,
        requests=13,
        stand_in_cpu=0.01,
    )


def test_moves_one_by_one_are_compared_with_redraws_of_the_same_round() -> None:
    lanes = [
        lane(BARE_REDRAW, block(cpu=4), block(cpu=40)),
        lane(DURABLE_REDRAW, block(cpu=1, latency=0.002), block(cpu=10, latency=0.002)),
        lane(BUTTON, block(cpu=2, latency=0.003), block(cpu=20, latency=0.003)),
        lane(TYPED, block(cpu=3), block(cpu=30)),
    ]
    findings = one_by_one_findings(lanes)
    assert [round(finding.figure or 0, 9) for finding in findings] == [2, 3, 1.5, 1.5]
    assert findings[0].note == "0.50x to a redraw that dies with its process"


def test_a_rate_counts_answers_only() -> None:
    """Four of ten presses were not answered, and the others took as long as ten redraws."""
    lanes = [
        *(lane(name, block(cpu=1, wall=2)) for name in (BARE_REDRAW, DURABLE_REDRAW)),
        lane(BUTTON, block(cpu=1, wall=2, failed=4)),
    ]
    rate, _ = at_once_findings(lanes, 10)
    assert rate.figure == 0.6
    assert rate.verdict == "NOT MET"


def test_deferred_and_failed_presses_are_counted_together() -> None:
    lanes = [lane(name, block(cpu=1), block(cpu=1)) for name in (BARE_REDRAW, DURABLE_REDRAW)]
    lanes.append(lane(BUTTON, block(cpu=1, failed=2, deferred=3), block(cpu=1)))
    _, late = at_once_findings(lanes, 10)
    assert (late.figure, late.note) == (5, "of 20")


def test_a_row_of_the_table_is_about_one_action() -> None:
    lanes = [lane(BARE_REDRAW, block(cpu=0.01)), lane(BUTTON, block(cpu=0.02, wall=0.5))]
    assert lane_lines(lanes)[2].split()[3:] == [
        *("2.00", "2.00x", "2.00"),
        *("10.00", "1.00x", "10.00", "1.00x"),
        *("20", "2.00x", "1.30", "0", "0", "1.00"),
    ]
