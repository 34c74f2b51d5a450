"""A clock that keeps going as it went, however the clock of the machine is set, until a sweep takes that over."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta


class SteadyClock:
    """Tells the time of day, counted by a monotonic clock since a sweep has last looked at the machine's clock.

    A sweep that finds the clock set ahead or back corrects the deadlines of all turns. A turn that began by a clock
    which was wrong between two sweeps would go unnoticed, and could end as soon as the clock is right again. So only
    sweeps look at the machine's clock, and everything else goes by the time that the last one took over.

    Args:
        wall: Tells the time by the machine's clock, as an aware datetime.
        monotonic: A monotonic clock, in seconds.
    """

    def __init__(self, wall: Callable[[], datetime], *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._monotonic = monotonic
        self._adopted = self._read = wall(), monotonic()

    def __call__(self) -> datetime:
        """Return the time."""
        then, since = self._adopted
        return then + timedelta(seconds=self._monotonic() - since)

    def read(self) -> datetime:
        """Return the time of the machine's clock, and go on as before."""
        self._read = self._wall(), self._monotonic()
        return self._read[0]

    def adopt(self) -> None:
        """Go by the machine's clock from now on, as it was read last."""
        self._adopted = self._read
