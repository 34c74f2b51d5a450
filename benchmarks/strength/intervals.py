"""Confidence intervals of shares."""

from dataclasses import dataclass
from math import sqrt

_Z = 1.959964  # 95 % of a normal distribution are within this many standard deviations


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of shares from 0 to 1."""

    low: float
    high: float


def wilson(hits: int, trials: int) -> Interval:
    """Return Wilson's 95 % interval for the share of hits in independent trials.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the
    American Statistical Association 22 (1927).

    Raises:
        ValueError: There were no trials, or more hits than trials.
    """
    if not 0 <= hits <= trials or not trials:
        raise ValueError(f"{hits} hits in {trials} trials are no share")
    share, spread = hits / trials, _Z**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread**2 / 4) / (1 + spread)
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))
