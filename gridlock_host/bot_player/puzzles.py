"""Puzzles: one for each server and day, and whether an answer is right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from gridlock_host.bot_player.puzzle_store import Streak, count_answer, load_streak
from gridlock_host.errors import CannotThink
from gridlock_host.storage.database import Database
from gridlock_host.workers.async_cache import Remembered
from gridlock_host.workers.pool import Thinker, ThinkingFailed
from gridlock_rules import Position, replay
from gridlock_solver.judgement.puzzles import Puzzle, puzzle

# To make one takes seconds; the rest is for waiting until something else is thought through.
SECONDS_TO_MAKE: Final = 60.0
_MOST_KEPT: Final = 256


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a server and a day.

    Attributes:
        day: The day, in UTC.
        position: In it, exactly one move wins.
        puzzle: How the position came about, and the move.
    """

    guild_id: int
    day: date
    position: Position
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What became of an answer.

    Attributes:
        right: Whether it names the move that wins.
        streak: How many days in a row the person has solved the puzzle now.
        best: The most that there ever were.
        was_answered_before: Whether the person had answered this puzzle, so that this answer does not count.
        is_of_another_day: Whether the puzzle is not today's, so that this answer does not count.
    """

    right: bool
    streak: int
    best: int
    was_answered_before: bool = False
    is_of_another_day: bool = False


class Puzzles:
    """Makes puzzles, and counts who solves them.

    Args:
        database: Where streaks are kept.
        thinker: Where puzzles are made.
        now: Tells the time, as an aware datetime.
        make: Makes a puzzle of a text, always the same one. It runs in another process, so it is a function that can be
            imported.
    """

    def __init__(
        self,
        database: Database,
        thinker: Thinker,
        *,
        now: Callable[[], datetime],
        make: Callable[[str], Puzzle] = puzzle,
    ) -> None:
        self._database = database
        self._thinker = thinker
        self._now = now
        self._make = make
        self._puzzles: Remembered[tuple[int, date], DailyPuzzle] = Remembered(_MOST_KEPT)

    @property
    def today(self) -> date:
        """The day whose puzzle counts, in UTC."""
        return self._now().astimezone(UTC).date()

    async def puzzle(self, guild_id: int, day: date | None = None) -> DailyPuzzle:
        """The puzzle of a server, of today or of another day.

        Raises:
            CannotThink: It could not be made.
        """
        of = self.today if day is None else day
        try:
            return await self._puzzles.get((guild_id, of), lambda: self._made(guild_id, of))
        except ThinkingFailed as failure:
            raise CannotThink from failure

    async def answer(self, guild_id: int, user_id: int, day: date, text: str) -> PuzzleAnswer:
        """Answer the puzzle of a day. The first answer on that very day counts, and only that.

        Args:
            guild_id: The server.
            user_id: Who answers.
            day: Of which day the puzzle is that they have looked at.
            text: The move, in any of the ways in which the variant reads moves.

        Raises:
            CannotThink: The puzzle could not be made again.
            InvalidNotation: `text` is no move at all. Like the next one it does not count as an answer.
            IllegalMove: The rules forbid the move.
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
        """How many puzzles in a row somebody has solved in a server."""
        async with self._database.reading() as connection:
            return await load_streak(connection, guild_id, user_id, self.today)

    async def _made(self, guild_id: int, day: date) -> DailyPuzzle:
        made = await self._thinker.run(self._make, f"{guild_id}:{day.isoformat()}", seconds=SECONDS_TO_MAKE)
        return DailyPuzzle(guild_id, day, replay(made.variant_key, made.size, made.moves), made)
