"""Puzzle post: the message with the puzzle of the day in the channel that a server has chosen for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from gridlock_host.model.place import Place

POSTED_FROM: Final = time(6, tzinfo=UTC)
"""When the puzzle is posted each day."""

POSTED_WITHIN: Final = timedelta(hours=12)
"""How late it may still be posted. After that, it is left out."""


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """The post of a server on a day.

    Attributes:
        id: The id of its row.
        day: The day, in UTC.
        place: The channel; with the id of the message, once that is known.
        tried_at: When the last attempt to post it began; None before the first. What became of it may be unknown.
        unshown_since: Since when it has to be shown, or when to try again; None if it was posted, or left out.
    """

    id: int
    day: date
    place: Place
    tried_at: datetime | None
    unshown_since: datetime | None

    @property
    def expires_at(self) -> datetime:
        """When it is too late to post it."""
        return datetime.combine(self.day, POSTED_FROM) + POSTED_WITHIN


def day_to_post(now: datetime) -> date:
    """Return the day whose puzzle was to be posted last."""
    moment = now.astimezone(UTC)
    return moment.date() if moment.timetz() >= POSTED_FROM else moment.date() - timedelta(days=1)
