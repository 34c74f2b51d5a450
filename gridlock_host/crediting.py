"""Giving back the time in which nobody could play, and noting which messages show the deadline of before."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.game_rows import ACTIVE
from gridlock_host.presence import is_reachable
from gridlock_host.schema import challenges, games
from gridlock_host.snapshots import ChallengeStatus


async def credit(connection: AsyncConnection, since: datetime, now: datetime, guild_id: int | None = None) -> None:
    """Give every clock and every open challenge the time back that it ran after a moment.

    What had run out by then gets none.

    Args:
        connection: A write transaction.
        since: The moment.
        now: The end of the time in which nobody could play.
        guild_id: The server in which that was so; None for all in which the bot is.
    """
    of_games = is_reachable(games.c.guild_id) if guild_id is None else games.c.guild_id == guild_id
    await _credit_games(connection, since, now, of_games)
    of_challenges = is_reachable(challenges.c.guild_id) if guild_id is None else challenges.c.guild_id == guild_id
    await _credit_challenges(connection, since, now, of_challenges)


async def _credit_games(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    statement = select(games).where(games.c.status == ACTIVE, games.c.deadline > since, which)
    for row in (await connection.execute(statement)).all():
        deadline = row.deadline + _lost(since, row.deadline - timedelta(seconds=row.seconds_per_move), now)
        values = {"deadline": deadline, "wake_at": row.wake_at + (deadline - row.deadline)}
        if row.message_id is not None and _is_shown_otherwise(row.deadline, deadline):
            values["redraw_since"] = now
        await connection.execute(update(games).where(games.c.id == row.id).values(values))


async def _credit_challenges(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    statement = select(challenges).where(
        challenges.c.status == ChallengeStatus.OPEN, challenges.c.expires_at > since, which
    )
    for row in (await connection.execute(statement)).all():
        values = {"expires_at": row.expires_at + _lost(since, row.created_at, now)}
        if row.message_id is not None and _is_shown_otherwise(row.expires_at, values["expires_at"]):
            values["redraw_since"] = now
        await connection.execute(update(challenges).where(challenges.c.id == row.id).values(values))


def _lost(since: datetime, began: datetime, now: datetime) -> timedelta:
    """The time that something lost which began at a moment."""
    # Another process, whose clock is ahead, may have begun it later than now.
    return now - min(max(since, began), now)


def _is_shown_otherwise(before: datetime, after: datetime) -> bool:
    """Whether people see a difference: deadlines are shown to the minute."""
    return before.replace(second=0, microsecond=0) != after.replace(second=0, microsecond=0)
