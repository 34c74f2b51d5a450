"""Streaks of solved puzzles, and how many members of a server have solved the puzzle of a day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, case, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import daily_puzzles, puzzle_streaks

_DAY: Final = timedelta(days=1)
_DAYS_OF_GRACE: Final = 1
# The longest time from one answer to the next within a streak.
_KEPT_FOR: Final = (1 + _DAYS_OF_GRACE) * _DAY
_row = puzzle_streaks.c


@dataclass(frozen=True, slots=True)
class Streak:
    """The puzzles that a person has solved in a server.

    Attributes:
        days: How many puzzles they solved without a wrong answer and without two missed days in a row, up to now.
        best: The longest streak.
        has_answered: Whether today's puzzle was answered, right or wrong.
    """

    days: int = 0
    best: int = 0
    has_answered: bool = False

    @property
    def has_solved(self) -> bool:
        """Whether today's puzzle was solved: a wrong answer ends every streak."""
        return self.has_answered and self.days > 0


@dataclass(frozen=True, slots=True)
class MemberStreak:
    """The running streak of a member, with the longest one."""

    user_id: int
    days: int
    best: int


@dataclass(frozen=True, slots=True)
class DayResult:
    """How many members of a server have answered a day's puzzle on that day, and how many were right."""

    answered: int = 0
    solved: int = 0


async def count_answer(connection: AsyncConnection, guild_id: int, user_id: int, day: date, *, is_right: bool) -> bool:
    """Count the first answer to the puzzle of a day, in one statement, so that one of several at once counts.

    Returns:
        False if this puzzle, or one of a later day, was answered before; then nothing changes.
    """
    # A wrong answer leaves a streak of 0, to which a right one adds as to any other.
    days = case((_row.last_day >= day - _KEPT_FOR, _row.streak), else_=0) + 1 if is_right else 0
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


async def add_to_result(connection: AsyncConnection, guild_id: int, day: date, *, is_right: bool) -> DayResult:
    """Add an answer to those of a day, and return what they are now."""
    columns = daily_puzzles.c
    added = await connection.execute(
        insert_into(daily_puzzles, connection.dialect)
        .values(guild_id=guild_id, day=day, answered=1, solved=int(is_right))
        .on_conflict_do_update(
            index_elements=["guild_id", "day"],
            set_={"answered": columns.answered + 1, "solved": columns.solved + int(is_right)},
        )
        .returning(columns.answered, columns.solved)
    )
    return DayResult(*added.one())


def select_result(guild_id: int, day: date) -> Select[Any]:
    """Select how many members have answered and solved the puzzle of a day."""
    columns = daily_puzzles.c
    return select(columns.answered, columns.solved).where(columns.guild_id == guild_id, columns.day == day)


def read_result(rows: Sequence[Row[Any]]) -> DayResult:
    """Return the result of the row that `select_result` has found, or of none."""
    return DayResult(*rows[0]) if rows else DayResult()


def select_streak(guild_id: int, user_id: int) -> Select[Any]:
    """Select the streak of a person in a server."""
    return select(_row.last_day, _row.streak, _row.best).where(_row.guild_id == guild_id, _row.user_id == user_id)


def read_streak(rows: Sequence[Row[Any]], today: date) -> Streak:
    """Return the streak of the row that `select_streak` has found, or of none, as of today."""
    if not rows:
        return Streak()
    row = rows[0]
    is_alive = row.last_day >= today - _KEPT_FOR
    return Streak(row.streak if is_alive else 0, row.best, has_answered=row.last_day >= today)


async def load_streak(connection: AsyncConnection, guild_id: int, user_id: int, today: date) -> Streak:
    """Return a person's streak as of today, read within a transaction."""
    return read_streak((await connection.execute(select_streak(guild_id, user_id))).all(), today)


async def load_longest(connection: AsyncConnection, guild_id: int, today: date, most: int) -> list[MemberStreak]:
    """Return the longest running streaks of a server, the longest first.

    Those that were answered last on one day are in the order of an index. So this reads a few rows for each day on
    which a running streak can have been answered last, however many members there are.
    """
    of_days = [
        select(
            select(_row.user_id, _row.streak, _row.best)
            .where(_row.guild_id == guild_id, _row.last_day == today - back * _DAY, _row.streak > 0)
            .order_by(_row.streak.desc(), _row.user_id)
            .limit(most)
            .subquery()
        )
        for back in range(_KEPT_FOR // _DAY + 1)
    ]
    rows = (await connection.execute(union_all(*of_days))).all()
    found = [MemberStreak(row.user_id, row.streak, row.best) for row in rows]
    return sorted(found, key=lambda one: (-one.days, -one.best, one.user_id))[:most]
