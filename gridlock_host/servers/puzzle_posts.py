"""Posts of the puzzle of the day: which servers are due, the claim that lets each get it once, and what was posted."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.messages.puzzle_post import POSTED_FROM, POSTED_WITHIN, PuzzlePost
from gridlock_host.model.place import Place
from gridlock_host.ownership.shards import Shards, is_reachable
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import daily_puzzles, guild_settings

NO_DAY: Final = date(2000, 1, 1)
"""A day before any puzzle was posted."""

_row = daily_puzzles.c


def select_servers_due(day: date | ColumnElement[date], among: Shards) -> Select[Any]:
    """Select the servers that want the puzzle of a day, and for which it was neither posted nor left out."""
    is_due = guild_settings.c.puzzle_done_on < day
    return select(guild_settings.c.guild_id).where(is_due, is_reachable(guild_settings.c.guild_id, among))


async def load_servers_due(connection: AsyncConnection, day: date, at_most: int, among: Shards) -> list[int]:
    """Return servers for which the puzzle of a day has to be posted or left out."""
    ordered = select_servers_due(day, among).order_by(guild_settings.c.puzzle_done_on)
    return list((await connection.scalars(ordered.limit(at_most))).all())


async def claim_post(connection: AsyncConnection, guild_id: int, day: date, now: datetime) -> PuzzlePost | None:
    """Claim the post of a day, in a write transaction: of all callers, one gets it, once.

    Returns:
        The post; None if it was claimed before, if the server does not want it any more, or if it is too late.
    """
    done = (
        update(guild_settings)
        .where(guild_settings.c.guild_id == guild_id, guild_settings.c.puzzle_done_on < day)
        .values(puzzle_done_on=day)
        .returning(guild_settings.c.puzzle_channel_id)
    )
    channel_id = await connection.scalar(done)
    if channel_id is None or now >= datetime.combine(day, POSTED_FROM) + POSTED_WITHIN:
        return None
    claim = {"channel_id": channel_id, "unshown_since": now}
    claimed = await connection.execute(
        insert_into(daily_puzzles, connection.dialect)
        .values(guild_id=guild_id, day=day, answered=0, solved=0, **claim)
        # The row is there already if a member has answered.
        .on_conflict_do_update(index_elements=["guild_id", "day"], set_=claim, where=_row.channel_id.is_(None))
        .returning(*daily_puzzles.c)
    )
    row = claimed.one_or_none()
    return None if row is None else _read(row)


async def load_posts(connection: AsyncConnection, ids: Collection[int]) -> list[PuzzlePost]:
    """Return the posts with these ids."""
    rows = await connection.execute(select(daily_puzzles).where(_row.id.in_(ids), _row.channel_id.is_not(None)))
    return [_read(row) for row in rows]


def _read(row: Row[Any]) -> PuzzlePost:
    place = Place(row.guild_id, row.channel_id, row.message_id)
    return PuzzlePost(row.id, row.day, place, row.tried_at, row.unshown_since)
