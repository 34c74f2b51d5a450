"""Prometheus metrics of one process, the lag of its event loop included."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector, generate_latest

from cogs.runtime.client import GridlockBot
from cogs.runtime.metrics import DiscordMetrics
from gridlock_host.metrics import HostMetrics
from gridlock_host.stored_counts import StoredCounts
from operation.supervision.live_metrics import LiveMetrics
from operation.version import VERSION

_LAG_SECONDS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)


class Metrics:
    """All metrics, in a registry of their own.

    Attributes:
        host: Metrics of games and workers.
        discord: Metrics of interactions, requests and sweeps.
        loop_lag_seconds: The lag of the event loop.
    """

    def __init__(self) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        Info("gridlock_build", "The version of the program.", registry=registry).info({"version": VERSION})
        self._live = LiveMetrics(registry)
        self._registry = registry
        self.host = HostMetrics(registry)
        self.discord = DiscordMetrics(registry)
        self.loop_lag_seconds = Histogram(
            "gridlock_loop_lag_seconds",
            "How late the event loop woke a task that sleeps for a tenth of a second.",
            buckets=_LAG_SECONDS,
            registry=registry,
        )
        self.incidents = Counter(
            "gridlock_incidents",
            "Errors that nobody expected, by the logger that told of them.",
            ["logger"],
            registry=registry,
        )
        self._open_games = Gauge(
            "gridlock_open_games", "Games that go on, where players can reach the bot.", registry=registry
        )
        self._open_challenges = Gauge(
            "gridlock_open_challenges",
            "Challenges that nobody has answered yet, where players can reach the bot.",
            registry=registry,
        )
        self._unshown_games = Gauge(
            "gridlock_unshown_games",
            "Games whose last change is not shown yet, where players can reach the bot.",
            registry=registry,
        )
        self._oldest_unshown = Gauge(
            "gridlock_oldest_unshown_seconds",
            "For how long the oldest change of a game or challenge has been due to be shown, or shown again.",
            registry=registry,
        )

    def text(self, stored: StoredCounts | None, bot: GridlockBot | None = None) -> bytes:
        """Return all metrics in Prometheus' text format.

        Args:
            stored: Figures from the database; None if it does not answer, which makes them NaN.
            bot: The bot; None until there is one.
        """
        self._live.read(bot)
        unknown = float("nan")
        self._open_games.set(unknown if stored is None else stored.open_games)
        self._open_challenges.set(unknown if stored is None else stored.open_challenges)
        self._unshown_games.set(unknown if stored is None else stored.unshown_games)
        self._oldest_unshown.set(unknown if stored is None else _age(stored.unshown_since))
        return generate_latest(self._registry)


def _age(since: datetime | None) -> float:
    """Return the seconds since then; 0 if it lies ahead, or there is nothing."""
    return 0.0 if since is None else max(0.0, (datetime.now(UTC) - since).total_seconds())


class IncidentCounter(logging.Handler):
    """Log handler that counts incidents.

    Args:
        incidents: The counter.
    """

    def __init__(self, incidents: Counter) -> None:
        super().__init__(logging.ERROR)
        self._incidents = incidents

    def emit(self, record: logging.LogRecord) -> None:
        """Count one incident."""
        self._incidents.labels(record.name).inc()


EVERY_SECONDS: Final = 0.1
_REMEMBERED: Final = 50


class LoopLag:
    """Measures how late the event loop wakes a sleeping task.

    Args:
        note: Called with each lag, in seconds.
        sleep: Sleeps for a number of seconds.
        clock: A monotonic clock.
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
    def lowest_recent(self) -> float:
        """The smallest lag of the last five seconds; 0 until there are five seconds of measurements."""
        return min(self._lately) if len(self._lately) == _REMEMBERED else 0.0

    async def measure(self) -> None:
        """Measure until cancelled."""
        while True:
            due = self._clock() + EVERY_SECONDS
            await self._sleep(EVERY_SECONDS)
            lag = max(0.0, self._clock() - due)
            self._lately.append(lag)
            self._note(lag)
