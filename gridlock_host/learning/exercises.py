"""Exercises: positions of finished games in which a person gave a win away, with all moves that win."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Double, bindparam, case, delete, func, select, type_coerce, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import NullType

from gridlock_host.learning.spacing import Repetition
from gridlock_host.model.game import Game
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import exercises, games
from gridlock_rules import Position
from gridlock_solver.judgement.review import JudgedPly

MOST_EXERCISES: Final = 200
"""The most exercises of a person, in all servers together. A further one replaces the oldest."""

_row = exercises.c
# The driver returns floating-point numbers as they are, and cannot say so before it has run a statement.
_COLUMNS: Final = [
    type_coerce(column, NullType()).label(column.name) if isinstance(column.type, Double) else column
    for column in exercises.c
]
_WITH_SERVER: Final = select(*_COLUMNS, games.c.guild_id).join(games, games.c.id == _row.game_id)
_OF_USER: Final = _row.user_id == bindparam("user_id")
DUE: Final = Statement(
    _WITH_SERVER.where(_OF_USER, _row.due_at <= bindparam("now")).order_by(_row.due_at, _row.id).limit(1)
)
"""Selects the exercise of a person that is due for longest."""
BY_ID: Final = Statement(_WITH_SERVER.where(_OF_USER, _row.id == bindparam("exercise_id")))
"""Selects one exercise of a person."""
_COUNTS: Final[list[ColumnElement[Any]]] = [
    func.count().label("number"),
    func.sum(case((_row.due_at <= bindparam("now"), 1), else_=0)).label("due"),
    func.min(_row.due_at).label("next_at"),
]
OUTLOOK: Final = Statement(select(*_COUNTS).where(_OF_USER))
"""Counts the exercises of a person, of which there are at most `MOST_EXERCISES`."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which a person gave a win away, for them to do better.

    Attributes:
        game: The game as it stood before the slip, as if it went on.
        slip: The move that the person played there.
        winning: All moves that win, as text, in board order.
        repetition: When it is due.
    """

    id: int
    user_id: int
    game: Game
    slip: str
    winning: tuple[str, ...]
    repetition: Repetition

    @classmethod
    def of(cls, row: Any, game: Game) -> Exercise:  # noqa: ANN401  # rows of the driver are not typed
        """Return the exercise of a row and its finished game."""
        repetition = Repetition(row.answers, row.due_at, row.answered_at, row.stability, row.difficulty)
        before = game.as_of(row.ply)
        return cls(row.id, row.user_id, before, game.moves[row.ply], tuple(row.winning.split()), repetition)


def digest(position: Position) -> str:
    """Return a text that only positions share that look alike and have the same legal moves."""
    moves = [str(move) for move in position.legal_moves]
    told = repr((position.variant.key, position.size, position.to_move.name, position.mark_masks, moves))
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


async def add_exercises(connection: AsyncConnection, game: Game, slips: Sequence[JudgedPly], now: datetime) -> None:
    """Add the slips of the people in a finished game, and drop each person's oldest exercises beyond the limit.

    The same slip again makes the exercise that it was made due at once.

    Args:
        connection: A write transaction that has locked the game.
        game: The game.
        slips: Decisions that gave a win away; those of the bot are left out.
        now: The time.
    """
    people = {game.player_id(slip.player) for slip in slips if game.player_id(slip.player) != game.bot_id}
    for slip in slips:
        user_id = game.player_id(slip.player)
        if user_id in people:
            await _add(connection, game, user_id, slip, now)
    for user_id in sorted(people):
        await _drop_oldest(connection, user_id)


async def _add(connection: AsyncConnection, game: Game, user_id: int, slip: JudgedPly, now: datetime) -> None:
    latest = {
        "game_id": game.id,
        "ply": slip.ply,
        "winning": " ".join(map(str, slip.solution.winning_moves)),
        "due_at": now,
    }
    key = {"user_id": user_id, "position": digest(game.position_at(slip.ply))}
    new = insert_into(exercises, connection.dialect).values(**key, **latest, answers=0)
    await connection.execute(new.on_conflict_do_update(index_elements=list(key), set_=latest))


async def _drop_oldest(connection: AsyncConnection, user_id: int) -> None:
    kept = (
        select(_row.id)
        .where(_row.user_id == user_id)
        .order_by(_row.id.desc())
        .offset(MOST_EXERCISES - 1)
        .limit(1)
        .scalar_subquery()
    )
    await connection.execute(delete(exercises).where(_row.user_id == user_id, _row.id < kept))


async def store_repetition(connection: AsyncConnection, exercise: Exercise, repetition: Repetition) -> bool:
    """Store the repetition after an answer; False if the exercise was answered again or deleted since it was read."""
    unchanged = (_row.id == exercise.id, _row.user_id == exercise.user_id, _row.answers == exercise.repetition.answers)
    changed = await connection.execute(
        update(exercises)
        .where(*unchanged)
        .values(
            answers=repetition.answers,
            due_at=repetition.due_at,
            answered_at=repetition.answered_at,
            stability=repetition.stability,
            difficulty=repetition.difficulty,
        )
    )
    return changed.rowcount == 1


async def delete_exercise(connection: AsyncConnection, user_id: int, exercise_id: int) -> bool:
    """Delete an exercise of a person, and return whether there was one."""
    deleted = await connection.execute(delete(exercises).where(_row.user_id == user_id, _row.id == exercise_id))
    return deleted.rowcount == 1
