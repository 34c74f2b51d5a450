"""Voids: games that moderators take out of standings and ratings, exactly as if they had never been, and put back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import and_, case, literal, select, true, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import OVER
from gridlock_host.model.person import is_deleted
from gridlock_host.model.standings.standing import Record
from gridlock_host.standings.bot_records import BotRecord, change_bot_records
from gridlock_host.standings.rating_changes import note_rating_change
from gridlock_host.standings.seasons import recount_seasons
from gridlock_host.standings.service import change_standings
from gridlock_host.storage.locks import lock_rows
from gridlock_host.storage.schema import games, results

_KINDS: Final = ("won", "lost", "helped")
# SQLite takes so many values in a statement, and more.
_AT_ONCE: Final = 500
_COLUMNS: Final = (
    games.c.id,
    games.c.status,
    games.c.variant,
    games.c.bot_id,
    games.c.level,
    games.c.handicap,
    games.c.helped,
)


@dataclass(frozen=True, slots=True)
class Voided:
    """How many games were taken out, or put back.

    Attributes:
        over: The finished ones.
        open: Those that are still played; they count or do not count once they end.
    """

    over: int
    open: int


async def void_game(connection: AsyncConnection, guild_id: int, game_id: int, now: datetime) -> Voided:
    """Take a game out of standings and ratings. Its board is drawn again.

    Args:
        connection: A transaction that has locked the server.
        guild_id: The server.
        game_id: A game of the server.
        now: The time.
    """
    return await _change(connection, guild_id, [game_id], now, to_void=True)


async def unvoid_game(connection: AsyncConnection, guild_id: int, game_id: int, now: datetime) -> Voided:
    """Put a game back into standings and ratings; the rest is as for `void_game`."""
    return await _change(connection, guild_id, [game_id], now, to_void=False)


async def void_games_of(connection: AsyncConnection, guild_id: int, user_id: int, now: datetime) -> Voided:
    """Take all games of a member out of standings and ratings, also those that are still played.

    The boards of finished games are drawn again.
    """
    return await _change_all(connection, guild_id, user_id, now, to_void=True)


async def unvoid_games_of(connection: AsyncConnection, guild_id: int, user_id: int, now: datetime) -> Voided:
    """Put all games of a member back into standings and ratings; the rest is as for `void_games_of`."""
    return await _change_all(connection, guild_id, user_id, now, to_void=False)


async def _change_all(
    connection: AsyncConnection, guild_id: int, user_id: int, now: datetime, *, to_void: bool
) -> Voided:
    """Change the games of a member until there are no more: the next game of a match may begin at the same time."""
    changed = Voided(0, 0)
    while ids := await _games_of(connection, guild_id, user_id, to_void=to_void):
        some = await _change(connection, guild_id, ids, now, to_void=to_void)
        changed = Voided(changed.over + some.over, changed.open + some.open)
    return changed


async def _games_of(connection: AsyncConnection, guild_id: int, user_id: int, *, to_void: bool) -> list[int]:
    """Return the games of a member that are to be changed. Each seat has an index."""
    # The server is compared here: SQLite would read all games of the server instead of those of the member.
    of_seats = [
        select(games.c.id, games.c.guild_id).where(seat == user_id, games.c.voided != to_void)
        for seat in (games.c.player_one_id, games.c.player_two_id)
    ]
    return sorted(row.id for row in await connection.execute(union_all(*of_seats)) if row.guild_id == guild_id)


async def _change(
    connection: AsyncConnection, guild_id: int, ids: list[int], now: datetime, *, to_void: bool
) -> Voided:
    # The board of an open game says nothing of it.
    values = {"voided": to_void, "redraw_since": case((games.c.status == OVER, now), else_=games.c.redraw_since)}
    found: list[Any] = []
    for begin in range(0, len(ids), _AT_ONCE):
        some = games.c.id.in_(ids[begin : begin + _AT_ONCE])
        await lock_rows(connection, games, some)
        changed = update(games).where(some, games.c.voided != to_void).values(values)
        found += await connection.execute(changed.returning(*_COLUMNS))
    over = [row for row in found if row.status == OVER]
    await _count(connection, guild_id, over, sign=-1 if to_void else 1)
    if over:
        await note_rating_change(connection, [guild_id], hides_older=True)
    return Voided(len(over), len(found) - len(over))


async def _count(connection: AsyncConnection, guild_id: int, over: list[Any], *, sign: int) -> None:
    """Add or subtract the results of some games."""
    won, lost = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    against_bot = Counter[tuple[int, str, int, str]]()
    winners = await _outcomes(connection, [row.id for row in over])
    for row in over:
        winner_id, loser_id = winners.get(row.id, (None, None))
        if winner_id is None or loser_id is None or row.handicap:
            continue
        if row.bot_id is None:
            won[winner_id, row.variant] += 1
            lost[loser_id, row.variant] += 1
        elif winner_id == row.bot_id:
            against_bot[loser_id, row.variant, row.level, "lost"] += 1
        else:
            against_bot[winner_id, row.variant, row.level, "won"] += 1
            against_bot[winner_id, row.variant, row.level, "helped"] += row.helped
    people = {key for key in (*won, *lost) if not is_deleted(key[0])}
    if people:
        changes = {key: Record(sign * won[key], sign * lost[key]) for key in people}
        await change_standings(connection, guild_id, changes)
    bots = {key[:3] for key in against_bot if not is_deleted(key[0])}
    records = [
        (user_id, BotRecord(variant, level, *(sign * against_bot[user_id, variant, level, kind] for kind in _KINDS)))
        for user_id, variant, level in bots
    ]
    if records:
        await change_bot_records(connection, guild_id, records)
    await recount_seasons(connection, guild_id, await _note_points(connection, [row.id for row in over]))


async def _outcomes(connection: AsyncConnection, ids: list[int]) -> dict[int, tuple[int | None, int | None]]:
    """Return the winner and the loser of games, by the game."""
    found: dict[int, tuple[int | None, int | None]] = {}
    for begin in range(0, len(ids), _AT_ONCE):
        some = results.c.game_id.in_(ids[begin : begin + _AT_ONCE])
        rows = await connection.execute(select(results.c.game_id, results.c.winner_id, results.c.loser_id).where(some))
        found.update({row.game_id: (row.winner_id, row.loser_id) for row in rows})
    return found


async def _note_points(connection: AsyncConnection, ids: list[int]) -> set[datetime]:
    """Store whether games give points, as `Game.gives_points` says, and return when they ended."""
    ended: set[datetime] = set()
    of_game = (
        select(and_(games.c.bot_id.is_(None), games.c.handicap == 0, games.c.voided.is_(False)))
        .where(games.c.id == results.c.game_id)
        .scalar_subquery()
    )
    gives = case((and_(results.c.winner_id.is_not(None), of_game), true()), else_=literal(value=False))
    for begin in range(0, len(ids), _AT_ONCE):
        some = results.c.game_id.in_(ids[begin : begin + _AT_ONCE])
        changed = update(results).where(some).values(gives_points=gives).returning(results.c.ended_at)
        ended |= set(await connection.scalars(changed))
    return ended
