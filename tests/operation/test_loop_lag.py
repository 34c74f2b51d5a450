"""Measuring how late an event loop is, by a clock of the test."""

from __future__ import annotations

from contextlib import suppress

from operation.loop_lag import LoopLag


class Over(Exception):
    """The test has seen enough."""


class LateLoop:
    """A loop that wakes whoever sleeps late, each time by as much as the test says."""

    def __init__(self, lags: list[float]) -> None:
        self.now = 0.0
        self._lags = iter(lags)

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        lag = next(self._lags, None)
        if lag is None:
            raise Over
        self.now += seconds + lag


async def measured(lags: list[float]) -> tuple[list[float], LoopLag]:
    """What is noted of a loop that is as late as that."""
    loop, noted = LateLoop(lags), list[float]()
    meter = LoopLag(noted.append, sleep=loop.sleep, clock=loop.clock)
    with suppress(Over):
        await meter.measure()
    return [round(lag, 6) for lag in noted], meter


async def test_each_lag_is_noted() -> None:
    noted, _ = await measured([0.0, 0.25, 0.0])
    assert noted == [0.0, 0.25, 0.0]


async def test_a_loop_that_was_late_once_is_not_late_all_the_time() -> None:
    _, meter = await measured([2.0] * 49 + [0.0])
    assert meter.least_lately == 0.0


async def test_a_loop_that_is_always_late_is_known_for_that_after_a_while() -> None:
    _, meter = await measured([2.0] * 49)
    assert meter.least_lately == 0.0
    _, meter = await measured([0.0] + [2.0] * 50)
    assert round(meter.least_lately, 6) == 2.0
