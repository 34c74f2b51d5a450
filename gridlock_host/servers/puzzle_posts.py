"""Posts of the puzzle of the day: which servers are due, the claim that lets each get it once, and what was posted."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Place
from gridlock_host.model.puzzle_post import POSTED_FROM, POSTED_WITHIN, PuzzlePost
from gridlock_host.ownership.shards import Shards, is_reachable
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import daily_puzzles, guild_settings

NO_DAY: Final = date(2000, 1, 1)
"""A day before any puzzle was posted."""

_row = daily_puzzles.c


class PuzzlePostService:
    """Stores what became of posts.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    def is_too_late(self, post: PuzzlePost) -> bool:
        """Return whether it is too late to post it."""
        return self._now() >= post.expires_at

    async def note_attempt(self, post: PuzzlePost) -> None:
        """Store that an attempt to post it begins."""
        await self._change(post, tried_at=self._now())

    async def note_posted(self, post: PuzzlePost, place: Place) -> None:
        """Store in which message it was posted."""
        await self._change(post, message_id=place.message_id, unshown_since=None)

    async def note_left_out(self, post: PuzzlePost) -> None:
        """Store that it will not be posted."""
        await self._change(post, unshown_since=None)

    async def _change(self, post: PuzzlePost, **values: object) -> None:
        await self._database.execute(update(daily_puzzles).where(_row.id == post.id).values(values), changes=())


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
