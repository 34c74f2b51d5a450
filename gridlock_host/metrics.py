"""Metrics of the host: moves and worker jobs of one process, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

_THINKING_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
_STORE_SECONDS = (0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)


class HostMetrics:
    """The metrics of one process since its start. None of them tells about a single person, game or server.

    Args:
        registry: Exports the metrics; without one they are counted and not exported.
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.moves = Counter(
            "gridlock_moves", "Moves that were stored, by who made them: player or bot.", ["by"], registry=registry
        )
        self.simple_moves = Counter(
            "gridlock_simple_moves",
            "Moves of the bot for which thinking had failed, so that any would do.",
            registry=registry,
        )
        self.thinking_seconds = Histogram(
            "gridlock_thinking_seconds",
            "How long an answer took that was thought up, the wait for a process included.",
            ["function"],
            buckets=_THINKING_SECONDS,
            registry=registry,
        )
        store_seconds = Histogram(
            "gridlock_store_seconds",
            "How long the database was used at a time: one statement, or a transaction with the wait for its turn.",
            ["kind"],
            buckets=_STORE_SECONDS,
            registry=registry,
        )
        # Prometheus looks a histogram up by its labels under a lock, for each use.
        self.read_seconds, self.write_seconds = store_seconds.labels("read"), store_seconds.labels("write")
        self.thinking_failures = Counter(
            "gridlock_thinking_failures", "What was to be thought up, and was not.", ["function"], registry=registry
        )
