"""Puzzle service: one puzzle a day for each server, the check of answers, and streaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, case, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import CannotThink
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import puzzle_streaks
from gridlock_host.workers.async_cache import AsyncCache
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Position, replay
from gridlock_solver.judgement.puzzles import Puzzle, puzzle

# Making a puzzle takes seconds; the rest is for waiting until a worker is free.
SECONDS_TO_MAKE: Final = 60.0
_MOST_CACHED: Final = 256
_DAY: Final = timedelta(days=1)
_row = puzzle_streaks.c


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a server on a day.

    Attributes:
        day: The day, in UTC.
        position: The position to solve; exactly one move wins.
        puzzle: The moves that led to it, and the winning move.
    """

    guild_id: int
    day: date
    position: Position
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """The result of an answer.

    Attributes:
        right: Whether it is the winning move.
        streak: How many days in a row the person has solved the puzzle now.
        best: Their longest streak.
        was_answered_before: Whether the person had answered this puzzle before, so that this answer does not count.
        is_of_another_day: Whether the puzzle is not today's, so that this answer does not count.
    """

    right: bool
    streak: int
    best: int
    was_answered_before: bool = False
    is_of_another_day: bool = False


@dataclass(frozen=True, slots=True)
class Streak:
    """The puzzles that a person has solved in a server.

    Attributes:
        days: How many days in a row, up to today or yesterday.
        best: The longest streak.
        has_answered: Whether today's puzzle was answered, right or wrong.
    """

    days: int = 0
    best: int = 0
    has_answered: bool = False


class Puzzles:
    """Makes puzzles, checks answers and keeps streaks.

    Args:
        database: Where streaks are stored.
        pool: Runs `make`.
        now: Tells the time, as an aware datetime.
        make: Makes the puzzle of a seed, always the same one. It must be importable, for it runs in a worker process.
    """

    def __init__(
        self,
        database: Database,
        pool: WorkerPool,
        *,
        now: Callable[[], datetime],
        make: Callable[[str], Puzzle] = puzzle,
    ) -> None:
        self._database = database
        self._pool = pool
        self._now = now
        self._make = make
        self._puzzles: AsyncCache[tuple[int, date], DailyPuzzle] = AsyncCache(_MOST_CACHED)

    @property
    def today(self) -> date:
        """The day whose puzzle counts, in UTC."""
        return self._now().astimezone(UTC).date()

    async def puzzle(self, guild_id: int, day: date | None = None) -> DailyPuzzle:
        """Return the puzzle of a server, of today or of another day.

        Raises:
            CannotThink: It could not be made.
        """
        of = self.today if day is None else day
        try:
            return await self._puzzles.get((guild_id, of), lambda: self._make_daily(guild_id, of))
        except WorkerFailed as failure:
            raise CannotThink from failure

    async def answer(self, guild_id: int, user_id: int, day: date, text: str) -> PuzzleAnswer:
        """Check an answer to the puzzle of a day. Only a person's first answer on that very day counts.

        Args:
            guild_id: The server.
            user_id: The person who answers.
            day: The day of the puzzle that they saw.
            text: The move, in any notation that the variant reads.

        Raises:
            CannotThink: The puzzle could not be made again.
            InvalidNotation: `text` is not a move. This does not count as an answer.
            IllegalMove: The rules forbid the move. This does not count as an answer.
        """
        daily = await self.puzzle(guild_id, day)
        right = daily.position.parse(text) == daily.puzzle.answer
        if day != self.today:
            streak = await self.streak(guild_id, user_id)
            return PuzzleAnswer(right, streak.days, streak.best, is_of_another_day=True)
        async with self._database.writing() as connection:
            counts = await count_answer(connection, guild_id, user_id, day, is_right=right)
            streak = await load_streak(connection, guild_id, user_id, day)
        return PuzzleAnswer(right, streak.days, streak.best, was_answered_before=not counts)

    async def streak(self, guild_id: int, user_id: int) -> Streak:
        """Return a person's streak in a server as of today."""
        return _streak(await self._database.fetch(_select_streak(guild_id, user_id)), self.today)

    async def _make_daily(self, guild_id: int, day: date) -> DailyPuzzle:
        seed = f"{guild_id}:{day.isoformat()}"
        made = await self._pool.run(self._make, seed, seconds=SECONDS_TO_MAKE, server=guild_id)
        return DailyPuzzle(guild_id, day, replay(made.variant_key, made.size, made.moves), made)


async def count_answer(connection: AsyncConnection, guild_id: int, user_id: int, day: date, *, is_right: bool) -> bool:
    """Count the first answer to the puzzle of a day, in one statement, so that one of several at once counts.

    Returns:
        False if this puzzle, or one of a later day, was answered before; then nothing changes.
    """
    # A wrong answer leaves a streak of 0 days, to which a right one on the next day adds as to any other.
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
    """Return a person's streak as of today, read within a transaction."""
    return _streak((await connection.execute(_select_streak(guild_id, user_id))).all(), today)


def _select_streak(guild_id: int, user_id: int) -> Select[Any]:
    return select(_row.last_day, _row.streak, _row.best).where(_row.guild_id == guild_id, _row.user_id == user_id)


def _streak(rows: Sequence[Row[Any]], today: date) -> Streak:
    if not rows:
        return Streak()
    row = rows[0]
    is_alive = row.last_day >= today - _DAY
    return Streak(row.streak if is_alive else 0, row.best, has_answered=row.last_day >= today)
