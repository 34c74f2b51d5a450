"""Opening explorer: the value of every move of a position, but not of one that a running game can lead to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gridlock_host.errors import CannotThink
from gridlock_host.learning.fair_play import may_come_from, may_tell_of, running_positions
from gridlock_host.learning.walks import Walk
from gridlock_host.storage.database import Database
from gridlock_host.workers.async_cache import AsyncCache
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_rules import Move, Position
from gridlock_solver.judgement.move_values import MoveValue, value_moves
from gridlock_solver.search.budget import FOR_REVIEW

# A position takes some seconds at most; the rest is for waiting until a worker is free.
_SECONDS: Final = 30.0
_MOST_CACHED: Final = 512


@dataclass(frozen=True, slots=True)
class Explored:
    """A position with the values of its moves.

    Attributes:
        walk: The position, and how it was reached.
        values: The value of each move in board order.
        hidden: The moves whose values are not told, because they lead to a position of a running game of the person.
    """

    walk: Walk
    values: tuple[MoveValue, ...]
    hidden: frozenset[Move]


class Explorer:
    """Values positions, and caches the values.

    Args:
        database: Has the running games.
        pool: Runs the solver.
    """

    def __init__(self, database: Database, pool: WorkerPool) -> None:
        self._database = database
        self._pool = pool
        self._known: AsyncCache[Position, tuple[MoveValue, ...]] = AsyncCache(_MOST_CACHED)

    async def explore(self, walk: Walk, *, user_id: int, guild_id: int) -> Explored:
        """Return the values of all moves of a position that a person may know.

        Args:
            walk: The position.
            user_id: The person who asks. They learn nothing of positions that a running game of theirs against another
                person can still lead to.
            guild_id: The server in which they ask.

        Raises:
            CannotThink: The solver failed.
        """
        position = walk.position
        running = await running_positions(self._database, user_id, position.variant.key, position.size)
        legal = tuple(position.legal_moves)
        hidden = frozenset(move for move in legal if running and may_come_from(position.play(move), running))
        if len(hidden) == len(legal):
            return Explored(walk, (), hidden)
        try:
            values = await self._known.get(position, lambda: self._value(position, guild_id, user_id))
        except WorkerFailed as failure:
            raise CannotThink from failure
        return Explored(walk, tuple(value for value in values if value.move not in hidden), hidden)

    async def may_review(self, position: Position, user_id: int) -> bool:
        """Return whether a person may have a game reviewed that is stored nowhere.

        Args:
            position: The last position of the game.
            user_id: The person. No running game of theirs against another person may be like it.
        """
        running = await running_positions(self._database, user_id, position.variant.key, position.size)
        return not may_tell_of(position, running)

    async def _value(self, position: Position, guild_id: int, user_id: int) -> tuple[MoveValue, ...]:
        return await self._pool.run(
            value_moves, position, FOR_REVIEW, seconds=_SECONDS, server=guild_id, person=user_id
        )
