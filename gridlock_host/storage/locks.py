"""Row and table locks on PostgreSQL, and the order in which transactions take them.

The order is: the server, challenges, games. A transaction that writes a challenge may go on to a game; one that began
with a game may only read challenges. So no two transactions wait for each other.

On SQLite these functions lock nothing: it has one writer at a time.
"""

from __future__ import annotations

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.storage.schema import challenges, games


async def lock_server(connection: AsyncConnection, guild_id: int) -> None:
    """Block other transactions that begin games or change settings in a server.

    A transaction that counts open games and then adds one takes this lock first. Otherwise two of them could both find
    the last free place.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(guild_id)))


async def lock_challenge(connection: AsyncConnection, challenge_id: int) -> None:
    """Lock the row of a challenge."""
    await connection.execute(select(challenges.c.id).where(challenges.c.id == challenge_id).with_for_update())


async def lock_game(connection: AsyncConnection, game: Game) -> bool:
    """Lock the row of a game.

    Returns:
        False if a player of the game had their data deleted after it was read.
    """
    statement = select(games.c.player_one_id, games.c.player_two_id).where(games.c.id == game.id).with_for_update()
    players = (await connection.execute(statement)).one_or_none()
    return players is not None and tuple(players) == (game.player_one_id, game.player_two_id)


async def lock_all_games(connection: AsyncConnection) -> None:
    """Block all other transactions that begin or change a game.

    A game that another transaction is adding cannot be seen yet. With this lock, it is committed first, or waits.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE challenges IN SHARE ROW EXCLUSIVE MODE"))
        await connection.execute(text("LOCK TABLE games IN EXCLUSIVE MODE"))


async def lock_challenges_first(connection: AsyncConnection) -> None:
    """Keep to the lock order in a transaction that writes games before challenges, or locks rows of both."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text("LOCK TABLE challenges IN ROW EXCLUSIVE MODE"))
