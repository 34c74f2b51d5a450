"""Open games, open challenges and what is not shown yet in the database, for Prometheus."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, ScalarSelect, Table, func, select, union

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.challenge import ChallengeStatus
from gridlock_host.ownership.shards import is_reachable
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import challenges, departures, games, outages

_ANY_TIME: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """What the database holds now, for all servers that people can reach the bot in.

    Attributes:
        open_games: The number of open games.
        open_challenges: The number of open challenges.
        unshown_games: The number of games whose last change is not shown yet.
        unshown_since: Since when the oldest change of a game or a challenge is due to be shown, or shown again
            after a failure; None if all are shown.
    """

    open_games: int
    open_challenges: int
    unshown_games: int
    unshown_since: datetime | None = None


async def load_stored_counts(database: Database) -> StoredCounts:
    """Count what the database holds, in one statement."""
    row = (await database.fetch(_COUNTS))[0]
    since = [mark for mark in (row.unshown_game, row.unshown_challenge) if mark is not None]
    return StoredCounts(row.open_games, row.open_challenges, row.unshown_games, min(since, default=None))


def _count_reachable(table: Table, status: str) -> ColumnElement[int]:
    """Count all rows with a status by an index, less those in servers that cannot be reached, which are few.

    To ask for the server of each row would mean to read each row.
    """
    is_in = table.c.status == status
    away = union(select(departures.c.guild_id), select(outages.c.guild_id))
    return _count(is_in) - _count(is_in, table.c.guild_id.in_(away))


def _count(*conditions: ColumnElement[bool]) -> ScalarSelect[int]:
    return select(func.count()).where(*conditions).scalar_subquery()


def _oldest_unshown(table: Table) -> ScalarSelect[datetime]:
    mark = table.c.unshown_since
    return select(func.min(mark)).where(mark <= _ANY_TIME, is_reachable(table.c.guild_id)).scalar_subquery()


_COUNTS: Final = select(
    _count_reachable(games, ACTIVE).label("open_games"),
    _count_reachable(challenges, ChallengeStatus.OPEN).label("open_challenges"),
    # For "not null", SQLite would read all games there ever were.
    _count(games.c.unshown_since <= _ANY_TIME, is_reachable(games.c.guild_id)).label("unshown_games"),
    _oldest_unshown(games).label("unshown_game"),
    _oldest_unshown(challenges).label("unshown_challenge"),
)
