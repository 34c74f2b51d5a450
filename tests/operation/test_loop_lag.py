"""Measuring how late an event loop is, by a clock of the test."""

from __future__ import annotations

from tests.operation.late_loop import measured


async def test_each_lag_is_noted() -> None:
    noted, _ = await measured([0.0, 0.25, 0.0])
    assert noted == [0.0, 0.25, 0.0]


async def test_a_loop_that_was_late_once_is_not_late_all_the_time() -> None:
    _, meter = await measured([2.0] * 49 + [0.0])
    assert meter.lowest_recent == 0.0


async def test_a_loop_that_is_always_late_is_known_for_that_after_a_while() -> None:
    _, meter = await measured([2.0] * 49)
    assert meter.lowest_recent == 0.0
    _, meter = await measured([0.0] + [2.0] * 50)
    assert round(meter.lowest_recent, 6) == 2.0
