"""Prometheus metrics that are read from a running bot at each request: servers, shards, and its worker processes."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Gauge

from cogs.runtime.client import GridlockBot

_SHARD_STATES: Final = ("ready", "announcing", "disconnected")
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class LiveMetrics:
    """Metrics of the connection to Discord and of the workers.

    Args:
        registry: Exports the metrics.
    """

    def __init__(self, registry: CollectorRegistry) -> None:
        self._servers = Gauge(
            "gridlock_servers", "Servers that the process serves, by state.", ["state"], registry=registry
        )
        self._shards = Gauge("gridlock_shards", "Shards of the process, by state.", ["state"], registry=registry)
        self._latency = Gauge(
            "gridlock_gateway_latency_seconds",
            "How long Discord took to answer the last heartbeat of a shard.",
            ["shard"],
            registry=registry,
        )
        self._waiting = Gauge("gridlock_thinking_waiting", "Jobs that wait for a worker process.", registry=registry)
        self._workers = Gauge("gridlock_workers", "Worker processes that run.", registry=registry)
        self._memory = Gauge(
            "gridlock_workers_resident_memory_bytes", "Resident memory of all worker processes.", registry=registry
        )

    def read(self, bot: GridlockBot | None) -> None:
        """Read the metrics of a bot; without one, those of a bot that serves nothing yet."""
        available, unavailable = (0, 0) if bot is None else bot.server_counts()
        self._servers.labels("available").set(available)
        self._servers.labels("unavailable").set(unavailable)
        states = Counter({} if bot is None else bot.shard_states().values())
        for state in _SHARD_STATES:
            self._shards.labels(state).set(states[state])
        self._latency.clear()
        for shard, seconds in [] if bot is None else bot.latencies:
            self._latency.labels(str(shard)).set(seconds)
        process_ids = [] if bot is None else bot.host.workers.process_ids
        self._waiting.set(0 if bot is None else bot.host.workers.waiting)
        self._workers.set(len(process_ids))
        self._memory.set(sum(map(_resident_memory, process_ids)))


def _resident_memory(process_id: int) -> int:
    """Return the resident memory of a process in bytes; 0 if it is gone, or the system does not tell as Linux does."""
    try:
        return int(Path(f"/proc/{process_id}/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0
