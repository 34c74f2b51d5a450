"""Timestamps in the future, left by a machine whose clock was ahead and was set back since."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import challenges, departures, games, offers, outages, puzzle_streaks

# In the lock order of the tables.
_SINCE: Final = (
    challenges.c.unshown_since,
    challenges.c.redraw_since,
    games.c.unshown_since,
    games.c.redraw_since,
    games.c.thinking_since,
    offers.c.unshown_since,
    departures.c.left_at,
    outages.c.since,
)


async def clamp_future_timestamps(connection: AsyncConnection, now: datetime) -> None:
    """Set timestamps in the future to now, if something is due some time after them. It would be due too late.

    Puzzle answers of future days become today's, so that tomorrow's puzzle can be answered.

    Args:
        connection: A write transaction.
        now: The time, by the clock as it is.
    """
    for column in _SINCE:
        await connection.execute(update(column.table).where(column > now).values({column.name: now}))
    today = now.astimezone(UTC).date()
    await connection.execute(update(puzzle_streaks).where(puzzle_streaks.c.last_day > today).values(last_day=today))
