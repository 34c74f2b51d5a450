"""Announcement: a message in the channel for results that a server has chosen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from gridlock_host.model.place import Place

STREAKS_TOLD: Final = (5, 10, 25)
"""How many games in a row a member has won when that is told."""

DIGEST_FROM: Final = time(6, tzinfo=UTC)
"""When the digest of a week is posted, on the Monday after it."""

_WEEK: Final = timedelta(weeks=1)


class AnnouncementKind(StrEnum):
    """What an announcement is about."""

    GAME = "game"
    DIGEST = "digest"
    SEASON = "season"


# How late each may be; after that, it is left out.
_TOLD_WITHIN: Final = {
    AnnouncementKind.GAME: timedelta(days=1),
    AnnouncementKind.DIGEST: timedelta(days=1),
    AnnouncementKind.SEASON: timedelta(days=30),
}


@dataclass(frozen=True, slots=True)
class Announcement:
    """A message about a finished game, a week, or a season that is over.

    Attributes:
        id: The id of its row.
        kind: What it is about.
        about_at: When that happened; the end of the week for a digest, and of the season for its champion.
        place: The channel; with the id of the message, once that is known.
        tried_at: When the last attempt to post it began; None before the first. What became of it may be unknown.
        unshown_since: Since when it has to be shown, or when to try again; None if it was posted, or left out.
        game_id: The finished game; None for all else.
        streak: How many games in a row the winner has won, if that is told.
        takes_lead: Whether the winner has got the first place by this game.
        season: The number of the season; None for all else.
    """

    id: int
    kind: AnnouncementKind
    about_at: datetime
    place: Place
    tried_at: datetime | None
    unshown_since: datetime | None
    game_id: int | None = None
    streak: int | None = None
    takes_lead: bool = False
    season: int | None = None

    @property
    def expires_at(self) -> datetime:
        """When it is too late to post it."""
        return expiry(self.kind, self.about_at)


@dataclass(frozen=True, slots=True)
class WeekSummary:
    """What was played in a server in a week.

    Attributes:
        games: The number of games that gave points.
        members: The number of members who played them.
        best: The members who won most, each with the number of games won, the best first.
        variant_key: The variant of most games.
        variant_games: How many games of it there were.
    """

    games: int
    members: int
    best: tuple[tuple[int, int], ...]
    variant_key: str
    variant_games: int


def expiry(kind: AnnouncementKind, about_at: datetime) -> datetime:
    """Return when it is too late to post an announcement of what happened at a time."""
    return about_at + _TOLD_WITHIN[kind]


def digest_day(now: datetime) -> date:
    """Return the last Monday on which a digest was to be posted."""
    moment = now.astimezone(UTC)
    monday = moment.date() - timedelta(days=moment.weekday())
    return monday if moment >= datetime.combine(monday, DIGEST_FROM) else monday - _WEEK


def week_before(monday: date) -> tuple[datetime, datetime]:
    """Return when the week before a Monday begins and ends, in UTC."""
    end = datetime.combine(monday, time(tzinfo=UTC))
    return end - _WEEK, end
