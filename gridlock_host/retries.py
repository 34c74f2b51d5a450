"""When to try again to show what was not shown."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

# Showing a change takes a second, or some more where Discord asks to wait. What is not shown by then broke down.
SHOWN_WITHIN: Final = timedelta(seconds=60)
# Discord counts what it refuses, and shuts out who asks for too much of that.
_REFUSED: Final = timedelta(minutes=10)


def try_again_at(now: datetime, deadline: datetime | None = None) -> datetime:
    """When to try again what Discord has refused: in ten minutes, or earlier where a player's time runs out.

    Args:
        now: When it was refused.
        deadline: When the player to move runs out of time; None where nothing presses.
    """
    if deadline is None:
        return now + _REFUSED
    return now + min(_REFUSED, (deadline - now) / 4)
