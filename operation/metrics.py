"""The figures of one process, as Prometheus reads them."""

from __future__ import annotations

import logging
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from cogs.runtime.metrics import DiscordFigures
from gridlock_host.metrics import HostFigures, StoredFigures

_LAG_SECONDS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)


class Metrics:
    """All figures, in a registry of their own.

    Attributes:
        host: Those of games and of thinking.
        discord: Those of interactions, of Discord's answers and of sweeps.
        loop_lag_seconds: How late the event loop was.
    """

    def __init__(self) -> None:
        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._registry = registry
        self.host = HostFigures(registry)
        self.discord = DiscordFigures(registry)
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

    def text(self, stored: StoredFigures | None) -> bytes:
        """All of them in Prometheus' text format.

        Args:
            stored: What the store holds; None if it does not say, and then these figures are no numbers.
        """
        unknown = float("nan")
        self._open_games.set(unknown if stored is None else stored.open_games)
        self._open_challenges.set(unknown if stored is None else stored.open_challenges)
        self._unshown_games.set(unknown if stored is None else stored.unshown_games)
        return generate_latest(self._registry)


class IncidentCounter(logging.Handler):
    """Counts the incidents that are logged.

    Args:
        incidents: Where.
    """

    def __init__(self, incidents: Counter) -> None:
        super().__init__(logging.ERROR)
        self._incidents = incidents

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        self._incidents.labels(record.name).inc()
