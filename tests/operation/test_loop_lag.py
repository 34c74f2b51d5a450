"""Lag of the event loop, measured with a fake clock."""

from __future__ import annotations

from tests.operation.late_loop import measured


async def test_each_lag_is_recorded() -> None:
    noted, _ = await measured([0.0, 0.25, 0.0])
    assert noted == [0.0, 0.25, 0.0]


async def test_one_timely_round_clears_the_lag() -> None:
    _, meter = await measured([2.0] * 49 + [0.0])
    assert meter.lowest_recent == 0.0


async def test_constant_lag_is_reported_after_fifty_rounds() -> None:
    _, meter = await measured([2.0] * 49)
    assert meter.lowest_recent == 0.0
    _, meter = await measured([0.0] + [2.0] * 50)
    assert round(meter.lowest_recent, 6) == 2.0
