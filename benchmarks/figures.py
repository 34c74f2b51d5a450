"""Percentiles of latencies, and progress lines."""

from __future__ import annotations

import sys
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
        """Return the percentiles of at least two latencies, given in seconds."""
        percentiles = quantiles(latencies, n=100, method="inclusive")
        return cls(*(1000 * value for value in (percentiles[49], percentiles[94], percentiles[98], max(latencies))))


def say(text: str) -> None:
    """Print a line of progress on standard error."""
    print(text, file=sys.stderr, flush=True)
