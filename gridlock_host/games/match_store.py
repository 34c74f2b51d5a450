"""Matches as rows: a match is the games that name it."""

from __future__ import annotations

from collections import Counter

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.database import new_id
from gridlock_host.storage.schema import games, matches, results


async def add_match(connection: AsyncConnection, guild_id: int, best_of: int) -> int | None:
    """Store a new match and return its id; a single game needs none."""
    if best_of == 1:
        return None
    return new_id(await connection.execute(insert(matches).values(guild_id=guild_id, best_of=best_of)))


async def match_wins(connection: AsyncConnection, match_id: int, number: int) -> Counter[int]:
    """The games of a match won up to the one with this number, by player id."""
    statement = (
        select(results.c.winner_id)
        .join(games, games.c.id == results.c.game_id)
        .where(games.c.match_id == match_id, games.c.match_number <= number, results.c.winner_id.is_not(None))
    )
    return Counter((await connection.execute(statement)).scalars())
