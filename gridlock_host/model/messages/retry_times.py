"""Retry times for messages that could not be sent or edited."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

# Showing a change takes a second, or a few if Discord asks to wait. A change not shown by then has failed.
SHOWN_WITHIN: Final = timedelta(seconds=60)
# Discord counts refused requests, and blocks clients that make too many.
_SOONEST: Final = timedelta(minutes=10)
_LATEST: Final = timedelta(days=1)


def retry_at(now: datetime, *, since: datetime | None = None, deadline: datetime | None = None) -> datetime:
    """Return when to retry a request that Discord has refused.

    The retry comes in ten minutes, or earlier if a player's time runs out. Retries without an end get rarer the longer
    they fail, because a permission that is missing today may never be granted.

    Args:
        now: When the request was refused.
        since: Since when the change has to be shown; None if that ends within a day.
        deadline: When the player to move runs out of time; None without a deadline.
    """
    if deadline is not None:
        return now + min(_SOONEST, (deadline - now) / 4)
    in_vain = timedelta() if since is None else now - since
    return now + min(max(_SOONEST, in_vain / 4), _LATEST)
