"""The streaks of the puzzles of the day as rows: how many days in a row somebody's first answer was right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import puzzle_streaks
from gridlock_host.storage.upsert import insert_into

_DAY = timedelta(days=1)
_row = puzzle_streaks.c


@dataclass(frozen=True, slots=True)
class Streak:
    """The puzzles that somebody has solved in a server.

    Attributes:
        days: How many days in a row, up to today or yesterday.
        best: The most that there ever were.
        has_answered: Whether today's puzzle was answered, rightly or not.
    """

    days: int = 0
    best: int = 0
    has_answered: bool = False


async def count_answer(connection: AsyncConnection, guild_id: int, user_id: int, day: date, *, is_right: bool) -> bool:
    """Count the first answer to the puzzle of a day, in one statement, so that of several at once one counts.

    Returns:
        False when there was an answer to it, or to one of a later day, before; then nothing is changed.
    """
    # A wrong answer leaves a streak of no days behind, to which a right one on the next day adds as to any other.
    days = case((_row.last_day == day - _DAY, _row.streak), else_=0) + 1 if is_right else 0
    counted = await connection.execute(
        insert_into(puzzle_streaks, connection.dialect)
        .values(guild_id=guild_id, user_id=user_id, last_day=day, streak=int(is_right), best=int(is_right))
        .on_conflict_do_update(
            index_elements=["guild_id", "user_id"],
            set_={"last_day": day, "streak": days, "best": case((_row.best < days, days), else_=_row.best)},
            where=_row.last_day < day,
        )
        .returning(_row.last_day)
    )
    return counted.one_or_none() is not None


async def load_streak(connection: AsyncConnection, guild_id: int, user_id: int, today: date) -> Streak:
    """Somebody's streak as it stands today."""
    statement = select(_row.last_day, _row.streak, _row.best).where(_row.guild_id == guild_id, _row.user_id == user_id)
    row = (await connection.execute(statement)).one_or_none()
    if row is None:
        return Streak()
    is_alive = row.last_day >= today - _DAY
    return Streak(row.streak if is_alive else 0, row.best, has_answered=row.last_day >= today)
