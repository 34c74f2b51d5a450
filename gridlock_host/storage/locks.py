"""What transactions lock on PostgreSQL, and in which order; SQLite has one writer at a time anyway.

The order is: the server, challenges, games. Whoever writes a challenge may go on to a game; whoever has begun with a
game may only look at challenges. So nobody waits in a circle.
"""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection


async def lock_out_writers(connection: AsyncConnection) -> None:
    """Let nobody begin or change a game before the transaction ends.

    Without it a game that is being begun by another transaction, of which nothing can be seen yet, would not be found.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE challenges IN SHARE ROW EXCLUSIVE MODE"))
        await connection.execute(text("LOCK TABLE games IN EXCLUSIVE MODE"))


async def begin_with_challenges(connection: AsyncConnection) -> None:
    """Keep to the order where games are to be written before challenges, or rows of both to be locked."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE challenges IN ROW EXCLUSIVE MODE"))
