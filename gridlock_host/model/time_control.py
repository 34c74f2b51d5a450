"""Time control: the time for a move, its deadline, and the warning before it."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

LEAST_WARNING: Final = timedelta(minutes=2)
# The time after which an unanswered challenge expires.
CHALLENGE_LIFETIME: Final = timedelta(days=1)


class TimeControl(StrEnum):
    """The choices of a time per move."""

    FIVE_MINUTES = "5 minutes"
    ONE_HOUR = "1 hour"
    ONE_DAY = "1 day"
    THREE_DAYS = "3 days"
    SEVEN_DAYS = "7 days"
    NONE = "none"

    @property
    def per_move(self) -> timedelta | None:
        """The time for a move; None without a limit."""
        return _PER_MOVE[self]

    @classmethod
    def of(cls, per_move: timedelta | None) -> TimeControl:
        """Return the choice with this time per move."""
        return next(control for control, time in _PER_MOVE.items() if time == per_move)


_PER_MOVE: Final = {
    TimeControl.FIVE_MINUTES: timedelta(minutes=5),
    TimeControl.ONE_HOUR: timedelta(hours=1),
    TimeControl.ONE_DAY: timedelta(days=1),
    TimeControl.THREE_DAYS: timedelta(days=3),
    TimeControl.SEVEN_DAYS: timedelta(days=7),
    TimeControl.NONE: None,
}


def warning_time(deadline: datetime, per_move: timedelta) -> datetime:
    """Return when to warn a player: with a quarter of the time left, but at least two minutes."""
    return deadline - max(per_move / 4, LEAST_WARNING)


def deadline_after(per_move: timedelta | None, moment: datetime) -> datetime | None:
    """Return the deadline of a turn that begins at this time; None without a limit."""
    return None if per_move is None else moment + per_move


def seconds(time: timedelta | None) -> int | None:
    """Return a time in whole seconds, as it is stored."""
    return None if time is None else int(time.total_seconds())
