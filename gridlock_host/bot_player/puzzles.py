"""Puzzle service: one puzzle a day for each server, the check of answers, and streaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Final

from gridlock_host.bot_player.puzzle_streaks import (
    DayResult,
    MemberStreak,
    Streak,
    add_to_result,
    count_answer,
    load_longest,
    load_streak,
    read_result,
    read_streak,
    select_result,
    select_streak,
)
from gridlock_host.storage.database import Database
from gridlock_host.workers.async_cache import AsyncCache
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Position
from gridlock_solver import Explanation, Puzzle, Solution, explain, puzzle_of_day
from gridlock_solver.search.budget import FOR_HINT

# The reason is worth little without the answer, which waits for it.
_SECONDS_FOR_REASON: Final = 10.0
_MOST_CACHED: Final = 256
_MOST_STREAKS: Final = 10


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
        streak: The streak of the person now.
        result: How many members have answered and solved the puzzle on its day.
        was_answered_before: Whether the person had answered this puzzle before, so that this answer does not count.
        is_of_another_day: Whether the puzzle is not today's, so that this answer does not count.
    """

    right: bool
    streak: Streak
    result: DayResult
    was_answered_before: bool = False
    is_of_another_day: bool = False


class Puzzles:
    """Checks answers and keeps streaks.

    Args:
        database: Where streaks are stored.
        pool: Finds the reasons of answers.
        now: Tells the time, as an aware datetime.
        choose: Returns the puzzle of a seed on a day, as its ordinal; always the same one.
        explain_move: Returns why a move wins. It must be importable, for it runs in a worker process.
    """

    def __init__(
        self,
        database: Database,
        pool: WorkerPool,
        *,
        now: Callable[[], datetime],
        choose: Callable[[int, int], Puzzle] = puzzle_of_day,
        explain_move: Callable[..., Explanation] = explain,
    ) -> None:
        self._database = database
        self._pool = pool
        self._now = now
        self._choose = choose
        self._explain = explain_move
        self._reasons: AsyncCache[Puzzle, Explanation] = AsyncCache(_MOST_CACHED)

    @property
    def today(self) -> date:
        """The day whose puzzle counts, in UTC."""
        return self._now().astimezone(UTC).date()

    def puzzle(self, guild_id: int, day: date | None = None) -> DailyPuzzle:
        """Return the puzzle of a server, of today or of another day."""
        of = self.today if day is None else day
        chosen = self._choose(guild_id, of.toordinal())
        return DailyPuzzle(guild_id, of, chosen.position, chosen)

    async def answer(self, guild_id: int, user_id: int, day: date, text: str) -> PuzzleAnswer:
        """Check an answer to the puzzle of a day. Only a person's first answer on that very day counts.

        Args:
            guild_id: The server.
            user_id: The person who answers.
            day: The day of the puzzle that they saw.
            text: The move, in any notation that the variant reads.

        Raises:
            InvalidNotation: `text` is not a move. This does not count as an answer.
            IllegalMove: The rules forbid the move. This does not count as an answer.
        """
        daily = self.puzzle(guild_id, day)
        right = daily.position.parse(text) == daily.puzzle.answer
        if day != self.today:
            streak, result = await self.streak(guild_id, user_id), await self.result(guild_id, day)
            return PuzzleAnswer(right, streak, result, is_of_another_day=True)
        async with self._database.writing() as connection:
            counts = await count_answer(connection, guild_id, user_id, day, is_right=right)
            if counts:
                result = await add_to_result(connection, guild_id, day, is_right=right)
            else:
                result = read_result((await connection.execute(select_result(guild_id, day))).all())
            streak = await load_streak(connection, guild_id, user_id, day)
        return PuzzleAnswer(right, streak, result, was_answered_before=not counts)

    async def streak(self, guild_id: int, user_id: int) -> Streak:
        """Return a person's streak in a server as of today."""
        return read_streak(await self._database.fetch(select_streak(guild_id, user_id)), self.today)

    async def longest_streaks(self, guild_id: int) -> list[MemberStreak]:
        """Return the longest running streaks of a server, the longest first, ten at most."""
        async with self._database.reading() as connection:
            return await load_longest(connection, guild_id, self.today, _MOST_STREAKS)

    async def result(self, guild_id: int, day: date) -> DayResult:
        """Return how many members of a server have answered and solved the puzzle of a day."""
        return read_result(await self._database.fetch(select_result(guild_id, day)))

    async def reason(self, daily: DailyPuzzle) -> Explanation | None:
        """Return why the answer wins; None if that could not be found in time."""
        try:
            return await self._reasons.get(daily.puzzle, lambda: self._find_reason(daily))
        except WorkerFailed:
            return None

    async def _find_reason(self, daily: DailyPuzzle) -> Explanation:
        answer = daily.puzzle.answer
        explain_it = partial(self._explain, solution=Solution((answer,), answer, exact=True))
        return await self._pool.run(
            explain_it, daily.position, answer, FOR_HINT, seconds=_SECONDS_FOR_REASON, server=daily.guild_id
        )
