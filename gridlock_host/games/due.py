"""Games that something is due in: a warning, the end of the time, or showing what has changed."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Column, ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE, select_games
from gridlock_host.model.snapshots import Game
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.reachability import is_reachable
from gridlock_host.storage.retry import SHOWN_WITHIN, try_again_at
from gridlock_host.storage.schema import games


async def games_to_look_at(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """The ids of the games whose player is to be warned, or has run out of time, the longest due first."""
    due = (games.c.status == ACTIVE, games.c.wake_at <= now, is_reachable(games.c.guild_id, among))
    return await _ids(connection, *due, longest=games.c.wake_at, at_most=at_most)


async def note_warning(connection: AsyncConnection, game: Game, now: datetime) -> bool:
    """Note that the player to move is being warned; False when somebody did so before, or that is not due any more.

    Until that is noted as shown too, it is among what has to be shown.
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


async def is_unshown(connection: AsyncConnection, game: Game) -> bool:
    """Whether a change to what the game is now has not been shown yet."""
    as_it_is = (games.c.id == game.id, games.c.version == game.version)
    return await connection.scalar(select(games.c.unshown_since).where(*as_it_is)) is not None


async def unshown_games(
    connection: AsyncConnection, until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """The ids of the games that were changed until a moment and not shown since, for the longest first."""
    unshown = (games.c.unshown_since <= until, is_reachable(games.c.guild_id, among))
    return await _ids(connection, *unshown, longest=games.c.unshown_since, at_most=at_most)


async def games_to_think_about(
    connection: AsyncConnection, until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[int]:
    """The ids of the games in which the bot itself has been to move since a moment, for the longest first."""
    waiting = (games.c.thinking_since <= until, is_reachable(games.c.guild_id, among))
    return await _ids(connection, *waiting, longest=games.c.thinking_since, at_most=at_most)


async def find_game(connection: AsyncConnection, game_id: int) -> Game | None:
    """One of these games; None when it has been deleted since.

    Each is read alone, so that one whose rows make no sense keeps no other from being read.
    """
    found = await select_games(connection, games.c.id == game_id)
    return found[0] if found else None


async def _ids(
    connection: AsyncConnection, *conditions: ColumnElement[bool], longest: Column[datetime], at_most: int
) -> list[int]:
    # In the order of the index that finds them: by id, SQLite would rather look through all games there ever were.
    statement = select(games.c.id).where(*conditions).order_by(longest, games.c.id).limit(at_most)
    return list((await connection.scalars(statement)).all())


async def put_off_showing(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Let a change that could not be shown be tried again later."""
    since = try_again_at(now, since=game.changed_at, deadline=game.deadline) - SHOWN_WITHIN
    await connection.execute(
        update(games).where(games.c.id == game.id, games.c.version == game.version).values(unshown_since=since)
    )
