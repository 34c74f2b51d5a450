"""Fake event loop and clock with chosen lags."""

from __future__ import annotations

from contextlib import suppress

from operation.supervision.metrics import LoopLag


class Over(Exception):
    """The lags of the test are used up."""


class LateLoop:
    """A loop that wakes sleepers late by the given lags."""

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
    """The recorded lags of such a loop, and its meter."""
    loop, noted = LateLoop(lags), list[float]()
    meter = LoopLag(noted.append, sleep=loop.sleep, clock=loop.clock)
    with suppress(Over):
        await meter.measure()
    return [round(lag, 6) for lag in noted], meter
