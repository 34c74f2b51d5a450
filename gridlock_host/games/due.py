"""Games in which something is due: a warning or a time forfeit."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.game import Game
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.schema import games


async def load_ids_due(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """Return the ids of the games whose player has to be warned or has run out of time, the longest due first."""
    due = (games.c.status == ACTIVE, games.c.wake_at <= now, is_reachable(games.c.guild_id, among))
    # Sorted by the column of the index. To sort by id, SQLite would read all games there ever were.
    statement = select(games.c.id).where(*due).order_by(games.c.wake_at, games.c.id).limit(at_most)
    return list((await connection.scalars(statement)).all())


async def note_warning(connection: AsyncConnection, game: Game, now: datetime) -> bool:
    """Note that the player to move is warned; False if that is done already, or not due any more.

    Until the warning is noted as shown, it counts as a change to show.
    """
    result = await connection.execute(
        update(games)
        .where(
            games.c.id == game.id,
            games.c.version == game.version,
            games.c.wake_at <= now,
            games.c.wake_at < games.c.deadline,
        )
        .values(wake_at=games.c.deadline, unshown_since=func.coalesce(games.c.unshown_since, now))
    )
    return result.rowcount == 1
