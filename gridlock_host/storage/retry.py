"""When to try again to show what was not shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

# Showing a change takes a second, or some more where Discord asks to wait. What is not shown by then broke down.
SHOWN_WITHIN: Final = timedelta(seconds=60)
# Discord counts what it refuses, and shuts out who asks for too much of that.
_SOONEST: Final = timedelta(minutes=10)
_LATEST: Final = timedelta(days=1)


def try_again_at(now: datetime, *, since: datetime | None = None, deadline: datetime | None = None) -> datetime:
    """When to try again what Discord has refused.

    In ten minutes, or earlier where a player's time runs out. Where nothing ends that by itself, it is tried less often
    the longer it has been in vain, because a permission that is not granted today may never be.

    Args:
        now: When it was refused.
        since: Since when it is to be shown; None where that ends within a day.
        deadline: When the player to move runs out of time; None where nothing presses.
    """
    if deadline is not None:
        return now + min(_SOONEST, (deadline - now) / 4)
    in_vain = timedelta() if since is None else now - since
    return now + min(max(_SOONEST, in_vain / 4), _LATEST)
