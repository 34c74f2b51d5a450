"""Many measurements of one thing in a few numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True)
class Spread:
    """Percentiles of latencies, in milliseconds."""

    median: float
    p95: float
    p99: float
    largest: float

    @classmethod
    def of(cls, latencies: Sequence[float]) -> Spread:
        """Sum up latencies, given in seconds; at least two."""
        percentiles = quantiles(latencies, n=100, method="inclusive")
        return cls(*(1000 * value for value in (percentiles[49], percentiles[94], percentiles[98], max(latencies))))
