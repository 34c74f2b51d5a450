"""Shares of processor time for searches that wait together."""

from __future__ import annotations

from typing import Final

# The longest that the last of those who wait should wait. The rest of two seconds is for storing and showing the move.
_GOAL: Final = 1.5
# A job searches a position, and perhaps another one after it.
_SEARCHES: Final = 2
# Enough for a table, a rule, or what an earlier search has found.
_LEAST: Final = 0.005


def share(waited: float, waiting: int, workers: int) -> float:
    """Return how many seconds of processor time each search of a job that begins now may take.

    If all who wait take as much, the last of them waits no longer than the goal. What they wait already counts, so a
    busy machine makes the shares smaller.

    Args:
        waited: Seconds since this job was asked for.
        waiting: How many other jobs wait.
        workers: How many processes work.
    """
    return max(_LEAST, (_GOAL - waited) * workers / (waiting + workers) / _SEARCHES)
