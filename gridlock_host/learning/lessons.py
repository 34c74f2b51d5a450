"""Lesson service: exercises from a person's own games, the check of answers, and when each comes again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Final

from gridlock_host.errors import NoSuchExercise
from gridlock_host.games.service import GameService
from gridlock_host.learning.exercises import (
    BY_ID,
    DUE,
    OUTLOOK,
    Exercise,
    add_exercises,
    delete_exercise,
    store_repetition,
)
from gridlock_host.model.game import Game
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_game
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Move
from gridlock_solver import Solution, explain
from gridlock_solver.explanation import Explanation
from gridlock_solver.judgement.review import JudgedPly
from gridlock_solver.search.budget import FOR_HINT

_log = logging.getLogger(__name__)

# The answer is checked without the solver; this is for the reason alone, most of it for waiting.
_SECONDS_FOR_A_REASON: Final = 20.0


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of an answer.

    Attributes:
        exercise: The exercise, with its next repetition.
        move: The answer.
        is_right: Whether it wins.
        counts: Whether it changed when the exercise is due. Only the first answer to a shown exercise does.
        due: How many exercises of the person are due now.
    """

    exercise: Exercise
    move: Move
    is_right: bool
    counts: bool
    due: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """The exercises of a person.

    Attributes:
        number: How many there are.
        due: How many are due.
        next_at: When the first one is due, or has become due; None if there is none.
    """

    number: int
    due: int
    next_at: datetime | None


class Lessons:
    """Makes exercises of slips, and gives them to the people who made these.

    Args:
        database: Where exercises are stored.
        games: Finds the games that they are from.
        pool: Works out reasons.
        now: Tells the time, as an aware datetime.
    """

    def __init__(
        self, database: Database, games: GameService, pool: WorkerPool, *, now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._games = games
        self._pool = pool
        self._now = now

    async def add(self, game: Game, slips: Sequence[JudgedPly]) -> None:
        """Make exercises of the slips of people in a finished game, unless a player was forgotten since."""
        if all(game.player_id(slip.player) == game.bot_id for slip in slips):
            return
        async with self._database.writing(changes=()) as connection:
            if await lock_game(connection, game):
                await add_exercises(connection, game, slips, self._now())

    async def next(self, user_id: int) -> Exercise | None:
        """Return the exercise of a person that is due for longest; None if none is due."""
        values = {"user_id": user_id, "now": self._now()}
        rows = await self._database.fetch_compiled(DUE, values, flushes=False)
        return Exercise.of(rows[0], await self._games.find(rows[0].guild_id, rows[0].game_id)) if rows else None

    async def outlook(self, user_id: int) -> Outlook:
        """Return how many exercises a person has, and when the first one is due."""
        values = {"user_id": user_id, "now": self._now()}
        (row,) = await self._database.fetch_compiled(OUTLOOK, values, flushes=False)
        return Outlook(row.number, row.due or 0, row.next_at)

    async def find(self, user_id: int, exercise_id: int) -> Exercise:
        """Return an exercise of a person.

        Raises:
            NoSuchExercise: They have no such exercise, or not any more.
        """
        values = {"user_id": user_id, "exercise_id": exercise_id}
        rows = await self._database.fetch_compiled(BY_ID, values, flushes=False)
        if not rows:
            raise NoSuchExercise
        return Exercise.of(rows[0], await self._games.find(rows[0].guild_id, rows[0].game_id))

    async def answer(self, user_id: int, exercise_id: int, text: str, *, seen_answers: int) -> Checked:
        """Check an answer, and store when the exercise is to be repeated.

        Args:
            user_id: The person who answers.
            exercise_id: The exercise.
            text: The move, in any notation that the variant reads.
            seen_answers: How often the exercise was answered before it was shown.

        Raises:
            NoSuchExercise: They have no such exercise, or not any more.
            InvalidNotation: `text` is not a move. This does not count as an answer.
            IllegalMove: The rules forbid the move. This does not count as an answer.
        """
        exercise = await self.find(user_id, exercise_id)
        move = exercise.game.position.parse(text)
        is_right, counts = str(move) in exercise.winning, False
        if exercise.repetition.answers == seen_answers:
            repetition = exercise.repetition.after(self._now(), is_right=is_right)
            async with self._database.writing(changes=()) as connection:
                counts = await store_repetition(connection, exercise, repetition)
            exercise = replace(exercise, repetition=repetition) if counts else await self.find(user_id, exercise_id)
        return Checked(exercise, move, is_right, counts, (await self.outlook(user_id)).due)

    async def explain(self, exercise: Exercise, move: Move) -> Explanation | None:
        """Return why a legal move wins or loses; None if that could not be worked out."""
        position = exercise.game.position
        winning = tuple(position.parse(text) for text in exercise.winning)
        known = partial(explain, solution=Solution(winning, winning[0], exact=True))
        try:
            return await self._pool.run(
                known,
                position,
                move,
                FOR_HINT,
                seconds=_SECONDS_FOR_A_REASON,
                server=exercise.game.place.guild_id,
                person=exercise.user_id,
            )
        except WorkerFailed as failure:
            _log.warning("no reason for an answer to exercise %d: %s", exercise.id, failure)
            return None

    async def delete(self, user_id: int, exercise_id: int) -> None:
        """Delete an exercise of a person.

        Raises:
            NoSuchExercise: They have no such exercise, or not any more.
        """
        async with self._database.writing(changes=()) as connection:
            if not await delete_exercise(connection, user_id, exercise_id):
                raise NoSuchExercise
