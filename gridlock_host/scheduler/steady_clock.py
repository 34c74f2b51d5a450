"""A clock that keeps going as it went, however the clock of the machine is set, until a sweep takes that over."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta


class SteadyClock:
    """Tells the time of day, counted by a monotonic clock since the last sweep.

    A sweep that finds the clock set ahead or back corrects the deadlines of all turns. A turn that began by a clock
    which was wrong between two sweeps would go unnoticed, and could end as soon as the clock is right again. So only
    sweeps look at the machine's clock, and everything else goes by the time of the last one.

    Args:
        wall: Tells the time by the machine's clock, as an aware datetime.
        monotonic: A monotonic clock, in seconds.
    """

    def __init__(self, wall: Callable[[], datetime], *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._time, self._since = wall(), monotonic()

    def __call__(self) -> datetime:
        """Return the time."""
        return self._time + timedelta(seconds=self._monotonic() - self._since)

    def adopt(self) -> datetime:
        """Take over the time of the machine's clock, and return it. For sweeps, which correct the deadlines."""
        self._time, self._since = self._wall(), self._monotonic()
        return self._time
