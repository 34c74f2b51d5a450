"""Percentiles and ratios of measurements, and progress lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True)
class Spread:
    """Percentiles of latencies, in milliseconds."""

    median: float
    p95: float
    p99: float
    largest: float

    @classmethod
    def of(cls, latencies: Sequence[float]) -> Spread:
        """Return the percentiles of latencies in seconds, at least one."""
        if len(latencies) == 1:
            return cls(*[1000 * latencies[0]] * 4)
        percentiles = quantiles(latencies, n=100, method="inclusive")
        return cls(*(1000 * value for value in (percentiles[49], percentiles[94], percentiles[98], max(latencies))))


def ratio_by_round(figures: Sequence[float], references: Sequence[float]) -> float:
    """Return the median of the ratios of figures to the references that were measured beside them.

    What else the machine does changes from round to round, and changes both figures of a round alike.
    """
    return median(figure / reference for figure, reference in zip(figures, references, strict=True))


def say(text: str) -> None:
    """Print a line of progress on standard error."""
    print(text, file=sys.stderr, flush=True)
