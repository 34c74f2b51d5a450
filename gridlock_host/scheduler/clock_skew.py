"""What a machine's clock has left in the future that was ahead, and was set back since."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import challenges, departures, games, offers, outages, puzzle_streaks

# In the order in which they are locked.
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


async def let_it_be_since_now(connection: AsyncConnection, now: datetime) -> None:
    """Let everything have begun by now that is due some time after it began; else it would be due when nobody knows.

    Whoever has answered puzzles of days that have not come yet has answered today's, and may answer tomorrow's.

    Args:
        connection: A write transaction.
        now: The time, by the clock as it is.
    """
    for column in _SINCE:
        await connection.execute(update(column.table).where(column > now).values({column.name: now}))
    today = now.astimezone(UTC).date()
    await connection.execute(update(puzzle_streaks).where(puzzle_streaks.c.last_day > today).values(last_day=today))
