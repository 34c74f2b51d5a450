"""Games that something is due in: a warning, the end of the time, or showing what has changed."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.game_rows import ACTIVE, select_games
from gridlock_host.schema import games
from gridlock_host.snapshots import Game


async def games_to_look_at(connection: AsyncConnection, now: datetime, at_most: int) -> list[Game]:
    """The games whose player is to be warned, or has run out of time."""
    return await select_games(connection, games.c.status == ACTIVE, games.c.wake_at <= now, at_most=at_most)


async def note_warning(connection: AsyncConnection, game: Game) -> bool:
    """Note that the player to move has been warned; False when somebody did so before, or the game has moved on."""
    result = await connection.execute(
        update(games)
        .where(games.c.id == game.id, games.c.version == game.version, games.c.wake_at < games.c.deadline)
        .values(wake_at=games.c.deadline)
    )
    return result.rowcount == 1


async def credit(connection: AsyncConnection, since: datetime, time: timedelta) -> None:
    """Give every running clock more time, except those that had run out before `since`."""
    statement = select(games.c.id, games.c.deadline, games.c.wake_at).where(
        games.c.status == ACTIVE, games.c.deadline > since
    )
    for game_id, deadline, wake_at in (await connection.execute(statement)).all():
        await connection.execute(
            update(games).where(games.c.id == game_id).values(deadline=deadline + time, wake_at=wake_at + time)
        )


async def unshown_games(connection: AsyncConnection, until: datetime, at_most: int) -> list[Game]:
    """The games that were changed until a moment, and have not been shown since."""
    return await select_games(connection, games.c.unshown_since <= until, at_most=at_most)
