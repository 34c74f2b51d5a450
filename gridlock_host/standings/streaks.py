"""Streaks: how many games in a row a member has won, read from the results in the order of an index."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Column, Select, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.schema import results

_row = results.c


def _last(seat: Column[Any], most: int) -> Select[Any]:
    """Select the last games that a member has won, or lost, the last first."""
    return (
        select(_row.ended_at, _row.game_id)
        .where(_row.guild_id == bindparam("guild_id"), seat == bindparam("user_id"), _row.gives_points)
        .order_by(_row.ended_at.desc(), _row.game_id.desc())
        .limit(most)
    )


_LAST_LOST: Final = _last(_row.loser_id, 1)


async def load_streak(connection: AsyncConnection, guild_id: int, user_id: int, *, most: int) -> int:
    """Return how many games that give points a member has won since the last that was lost, up to a number."""
    of_member = {"guild_id": guild_id, "user_id": user_id}
    won = (await connection.execute(_last(_row.winner_id, most), of_member)).all()
    lost = (await connection.execute(_LAST_LOST, of_member)).one_or_none()
    return len(won) if lost is None else sum(tuple(game) > tuple(lost) for game in won)
