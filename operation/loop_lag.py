"""How late the event loop comes to what is due, because something keeps it busy."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

EVERY_SECONDS: Final = 0.1
_REMEMBERED: Final = 50


class LoopLag:
    """Sleeps again and again, and measures how late it is woken.

    Args:
        note: Is told of each lag, in seconds.
        sleep: Sleeps for so many seconds.
        clock: Tells seconds that go by.
    """

    def __init__(
        self,
        note: Callable[[float], object],
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._note = note
        self._sleep = sleep
        self._clock = clock
        self._lately: deque[float] = deque(maxlen=_REMEMBERED)

    @property
    def least_lately(self) -> float:
        """The least lag of the last five seconds or more: what nothing has escaped. Zero as long as there are fewer."""
        return min(self._lately) if len(self._lately) == _REMEMBERED else 0.0

    async def measure(self) -> None:
        """Measure until this is cancelled."""
        while True:
            due = self._clock() + EVERY_SECONDS
            await self._sleep(EVERY_SECONDS)
            lag = max(0.0, self._clock() - due)
            self._lately.append(lag)
            self._note(lag)
