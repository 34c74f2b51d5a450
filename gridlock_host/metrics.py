"""What is counted of games and of thinking, for whoever watches the program."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.challenge import ChallengeStatus
from gridlock_host.ownership.shards import is_reachable
from gridlock_host.storage.schema import challenges, games

_ANY_TIME: Final = datetime.max.replace(tzinfo=UTC)
_THINKING_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)


class HostMetrics:
    """The figures of one process, from its start on. None of them tells of a single person, game or server.

    Args:
        registry: Where they are collected; without one they are counted for nobody.
    """

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        self.moves = Counter(
            "gridlock_moves", "Moves that were stored, by who made them: player or bot.", ["by"], registry=registry
        )
        self.simple_moves = Counter(
            "gridlock_simple_moves",
            "Moves of the bot for which thinking had failed, so that any would do.",
            registry=registry,
        )
        self.thinking_seconds = Histogram(
            "gridlock_thinking_seconds",
            "How long an answer took that was thought up, the wait for a process included.",
            ["function"],
            buckets=_THINKING_SECONDS,
            registry=registry,
        )
        self.thinking_failures = Counter(
            "gridlock_thinking_failures", "What was to be thought up, and was not.", ["function"], registry=registry
        )


@dataclass(frozen=True, slots=True)
class StoredCounts:
    """What the store holds now, of all servers that the bot is in.

    Attributes:
        open_games: Games that go on.
        open_challenges: Challenges that nobody has answered yet.
        unshown_games: Games whose last change was not shown yet, or cannot be for the time being.
    """

    open_games: int
    open_challenges: int
    unshown_games: int


async def stored_counts(connection: AsyncConnection) -> StoredCounts:
    """Count what the store holds."""
    return StoredCounts(
        await _count(connection, games.c.status == ACTIVE, is_reachable(games.c.guild_id)),
        await _count(connection, challenges.c.status == ChallengeStatus.OPEN, is_reachable(challenges.c.guild_id)),
        # For "not null" SQLite would rather look through all games there ever were.
        await _count(connection, games.c.unshown_since <= _ANY_TIME, is_reachable(games.c.guild_id)),
    )


async def _count(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> int:
    return int(await connection.scalar(select(func.count()).where(*conditions)) or 0)
