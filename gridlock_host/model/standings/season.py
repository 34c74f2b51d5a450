"""Seasons: parts of a server's time, each with a table and a champion of its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

_MONTHS: Final = 12
CLOSED_AFTER: Final = timedelta(minutes=1)
"""How long after its end a season is closed, so that what ended just before is stored."""


class Rhythm(StrEnum):
    """When seasons begin."""

    NONE = "none"
    MONTH = "month"
    QUARTER = "quarter"
    BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server. The games that end in it are its own.

    Attributes:
        number: The number in the server, from 1.
        rhythm: The setting with which it began.
        begins_at: The first moment that belongs to it.
        ends_at: The first moment after it; None while that is open.
        is_closed: Whether its champion is decided.
        champion_id: A member with the most points; None before the end, and if nobody has won a game.
        champions: How many members have as many points.
    """

    guild_id: int
    number: int
    rhythm: Rhythm
    begins_at: datetime
    ends_at: datetime | None
    is_closed: bool = False
    champion_id: int | None = None
    champions: int = 0

    def has(self, moment: datetime) -> bool:
        """Return whether a moment belongs to it."""
        return self.begins_at <= moment and (self.ends_at is None or moment < self.ends_at)

    @property
    def is_followed(self) -> bool:
        """Whether the next season begins with its end: nobody has ended it before its month or quarter was over."""
        return self.ends_at is not None and self.ends_at == period_end(self.rhythm, self.begins_at)


def period_end(rhythm: Rhythm, moment: datetime) -> datetime | None:
    """Return when the month or quarter of a moment is over, in UTC; None if seasons do not go by the calendar."""
    months = {Rhythm.MONTH: 1, Rhythm.QUARTER: 3}.get(rhythm)
    if months is None:
        return None
    day = moment.astimezone(UTC)
    following = day.month - 1 - (day.month - 1) % months + months
    return datetime(day.year + following // _MONTHS, following % _MONTHS + 1, 1, tzinfo=UTC)


def period_begin(rhythm: Rhythm, moment: datetime) -> datetime:
    """Return when the month or quarter of a moment began, in UTC."""
    months = {Rhythm.MONTH: 1, Rhythm.QUARTER: 3}[rhythm]
    day = moment.astimezone(UTC)
    return datetime(day.year, day.month - (day.month - 1) % months, 1, tzinfo=UTC)
