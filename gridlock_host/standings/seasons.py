"""Seasons: which one a moment belongs to, when one begins and ends, and who is its champion."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import SeasonsAreNotByHand
from gridlock_host.model.standings.season import CLOSED_AFTER, Rhythm, Season, period_begin, period_end
from gridlock_host.ownership.shards import Shards, is_reachable
from gridlock_host.standings.season_tables import load_champion, recount_season
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.locks import lock_seasons, lock_server
from gridlock_host.storage.schema import guild_settings, seasons

LISTED: Final = 12
"""How many seasons of a server are listed, the last ones."""

_row = seasons.c
_NEWEST: Final = select(seasons).where(_row.guild_id == bindparam("guild_id")).order_by(_row.number.desc())
_LISTED: Final = Statement(_NEWEST.limit(LISTED))
_ONE: Final = Statement(
    select(seasons).where(_row.guild_id == bindparam("guild_id"), _row.number == bindparam("number"))
)
_LAST_BEGUN: Final = (
    select(seasons)
    .where(_row.guild_id == bindparam("guild_id"), _row.begins_at <= bindparam("moment", type_=_row.begins_at.type))
    .order_by(_row.begins_at.desc())
    .limit(1)
)


class SeasonService:
    """The seasons of servers.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def newest(self, guild_id: int) -> list[Season]:
        """Return the last seasons of a server, the newest first; at most `LISTED`."""
        rows = await self._database.fetch_compiled(_LISTED, {"guild_id": guild_id}, flushes=False)
        return [_read(row) for row in rows]

    async def find(self, guild_id: int, number: int) -> Season | None:
        """Return a season of a server by its number."""
        rows = await self._database.fetch_compiled(_ONE, {"guild_id": guild_id, "number": number}, flushes=False)
        return _read(rows[0]) if rows else None

    async def begin(self, guild_id: int) -> Season:
        """End the running season of a server, if there is one, and begin the next.

        Raises:
            SeasonsAreNotByHand: The settings of the server say otherwise.
        """
        async with self._database.writing(changes=()) as connection:
            await lock_server(connection, guild_id)
            rhythm = await connection.scalar(
                select(guild_settings.c.season).where(guild_settings.c.guild_id == guild_id)
            )
            if rhythm != Rhythm.BY_HAND:
                raise SeasonsAreNotByHand
            await lock_seasons(connection, guild_id)
            now = self._now()
            await _end_running(connection, guild_id, now)
            return await _add(connection, guild_id, Rhythm.BY_HAND, now)


async def change_rhythm(connection: AsyncConnection, guild_id: int, rhythm: Rhythm, now: datetime) -> None:
    """End the running season because the setting has changed, and begin the next if that goes by the calendar.

    Args:
        connection: A transaction that has locked the server and its seasons.
        guild_id: The server.
        rhythm: The new setting.
        now: The time.
    """
    await _end_running(connection, guild_id, now)
    if period_end(rhythm, now) is not None:
        await _add(connection, guild_id, rhythm, now)


async def season_of(connection: AsyncConnection, guild_id: int, moment: datetime) -> Season | None:
    """Return the season of a moment, and begin it if the one before it has ended by the calendar; None without one."""
    row = (await connection.execute(_LAST_BEGUN, {"guild_id": guild_id, "moment": moment})).one_or_none()
    last = None if row is None else _read(row)
    if last is None or last.has(moment):
        return last
    return await _add(connection, guild_id, last.rhythm, moment, follows=True) if last.is_followed else None


def select_seasons_over(now: datetime | ColumnElement[datetime], among: Shards) -> Select[Any]:
    """Select the seasons whose champion has to be decided."""
    return select(_row.id).where(_row.close_at <= now, is_reachable(_row.guild_id, among))


async def load_seasons_over(connection: AsyncConnection, now: datetime, at_most: int, among: Shards) -> list[int]:
    """Return the ids of seasons whose champion has to be decided, the one that is over for longest first."""
    ordered = select_seasons_over(now, among).order_by(_row.close_at)
    return list((await connection.scalars(ordered.limit(at_most))).all())


async def close_season(connection: AsyncConnection, season_id: int, now: datetime) -> Season | None:
    """Decide the champion of a season that is over, and begin the next; of all callers, one gets it, once.

    Args:
        connection: A write transaction.
        season_id: The id of its row.
        now: The time.

    Returns:
        The season; None if it was closed before.
    """
    guild_id = await connection.scalar(select(_row.guild_id).where(_row.id == season_id))
    if guild_id is not None:
        await lock_seasons(connection, guild_id)
    claim = update(seasons).where(_row.id == season_id, _row.close_at <= now).values(close_at=None)
    row = (await connection.execute(claim.returning(*seasons.c))).one_or_none()
    if row is None:
        return None
    season = _read(row)
    await season_of(connection, season.guild_id, now)
    champion_id, champions = await load_champion(connection, season.guild_id, season.number)
    await connection.execute(
        update(seasons).where(_row.id == season_id).values(champion_id=champion_id, champions=champions)
    )
    return replace(season, champion_id=champion_id, champions=champions)


async def recount_seasons(connection: AsyncConnection, guild_id: int, moments: Iterable[datetime]) -> None:
    """Count the seasons of some moments again, after results of these moments were taken out or put back.

    Args:
        connection: A write transaction.
        guild_id: The server.
        moments: When the games ended.
    """
    times = set(moments)
    await lock_seasons(connection, guild_id)
    if times:
        # If only games that were taken out have ended since the last season, the next one has not begun yet.
        await season_of(connection, guild_id, max(times))
    known = [_read(row) for row in await connection.execute(_NEWEST, {"guild_id": guild_id})]
    for season in known:
        if any(season.has(moment) for moment in times):
            await recount_season(connection, season)


async def _end_running(connection: AsyncConnection, guild_id: int, now: datetime) -> None:
    last = await season_of(connection, guild_id, now)
    if last is not None:
        which = (_row.guild_id == guild_id, _row.number == last.number)
        await connection.execute(update(seasons).where(*which).values(ends_at=now, close_at=now + CLOSED_AFTER))


async def _add(
    connection: AsyncConnection, guild_id: int, rhythm: Rhythm, moment: datetime, *, follows: bool = False
) -> Season:
    """Begin a season at a moment, or with the month or quarter of the moment, unless another process has done so."""
    begins_at = period_begin(rhythm, moment) if follows else moment
    ends_at = period_end(rhythm, moment)
    last = select(func.coalesce(func.max(_row.number), 0)).where(_row.guild_id == guild_id).scalar_subquery()
    values = {
        "guild_id": guild_id,
        "number": 1 + (await connection.scalar(select(last)) or 0),
        "rhythm": rhythm,
        "begins_at": begins_at,
        "ends_at": ends_at,
        "close_at": None if ends_at is None else ends_at + CLOSED_AFTER,
        "champions": 0,
    }
    await connection.execute(insert_into(seasons, connection.dialect).values(values).on_conflict_do_nothing())
    begun = select(seasons).where(_row.guild_id == guild_id, _row.begins_at == begins_at)
    return _read((await connection.execute(begun)).one())


def _read(row: Row[Any] | Any) -> Season:  # noqa: ANN401  # rows of the driver are not typed
    is_over = row.ends_at is not None and row.close_at is None
    return Season(
        row.guild_id,
        row.number,
        Rhythm(row.rhythm),
        row.begins_at,
        row.ends_at,
        is_over,
        row.champion_id,
        row.champions,
    )
