"""Locks on PostgreSQL, and the order in which transactions take them.

The order is: people, the server, challenges, games, offers, standings, seasons; rows of one table by their ids. A
transaction that writes a challenge may go on to a game; one that began with a game may only read challenges. So no two
transactions wait for each other. No transaction locks a whole table, so what is done about one person holds up nobody
else.

On SQLite these functions lock nothing: it has one writer at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Table, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game
from gridlock_host.storage.schema import challenges, games

# Of PostgreSQL's integers.
_BITS: Final = 32
_SIGN: Final = 1 << (_BITS - 1)


async def lock_server(connection: AsyncConnection, guild_id: int, *people: int) -> None:
    """Block other transactions that begin games or change settings in a server, and the erasure of these people.

    A transaction that counts open games and then adds one takes this lock first. Otherwise two of them could both find
    the last free place. It names the people of the new row, which an erasure cannot see before it is committed.
    """
    if connection.dialect.name == "postgresql":
        shared = [func.pg_advisory_xact_lock_shared(person) for person in people]
        await connection.execute(select(*shared, func.pg_advisory_xact_lock(guild_id)))


async def lock_seasons(connection: AsyncConnection, guild_id: int, *, shared: bool = False) -> None:
    """Block other transactions that begin, end or recount seasons of a server, or count a result in one.

    Who begins or ends a season takes the time after this lock: results that were counted before have ended before.

    Args:
        connection: A write transaction.
        guild_id: The server.
        shared: Whether others may count results at the same time.
    """
    if connection.dialect.name == "postgresql":
        lock = func.pg_advisory_xact_lock_shared if shared else func.pg_advisory_xact_lock
        # Locks of two numbers are none of those of one.
        low = guild_id & (2 * _SIGN - 1)
        await connection.execute(select(lock(guild_id >> _BITS, (low ^ _SIGN) - _SIGN)))


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
    return players is not None and set(players) == {game.player_one_id, game.player_two_id}


async def lock_person(connection: AsyncConnection, user_id: int) -> None:
    """Lock all challenges and games of a person, and block other transactions that begin one with this person.

    A transaction that has locked a game may add the next one, which is seen only when that transaction has ended. Then
    the rows are locked again from the first one, which keeps to the order.
    """
    if connection.dialect.name != "postgresql":
        return
    await connection.execute(select(func.pg_advisory_xact_lock(user_id)))
    asked = or_(challenges.c.challenger_id == user_id, challenges.c.opponent_id == user_id)
    plays = or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id)
    while True:
        savepoint = await connection.begin_nested()
        locked = [await lock_rows(connection, challenges, asked), await lock_rows(connection, games, plays)]
        if locked == [await _ids(connection, challenges, asked), await _ids(connection, games, plays)]:
            await savepoint.commit()
            return
        await savepoint.rollback()


async def lock_rows(connection: AsyncConnection, table: Table, condition: ColumnElement[bool]) -> Sequence[int]:
    """Lock the rows of a table that meet a condition, in the order of their ids, and return these; none on SQLite."""
    if connection.dialect.name != "postgresql":
        return []
    ids = select(table.c.id).where(condition).order_by(table.c.id)
    return (await connection.scalars(ids.with_for_update())).all()


async def _ids(connection: AsyncConnection, table: Table, condition: ColumnElement[bool]) -> Sequence[int]:
    return (await connection.scalars(select(table.c.id).where(condition).order_by(table.c.id))).all()
