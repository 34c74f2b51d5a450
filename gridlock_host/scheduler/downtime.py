"""Corrections of stored times: deadlines after a downtime, timestamps in the future after the clock was set back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.challenge import ChallengeStatus
from gridlock_host.model.offer import OfferStatus
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.scheduler.heartbeat import Servers
from gridlock_host.scheduler.outbox import AWAITS_BOT, TO_REDRAW, UNSHOWN
from gridlock_host.storage.locks import lock_rows
from gridlock_host.storage.schema import (
    challenges,
    departures,
    games,
    guild_settings,
    offers,
    outages,
    puzzle_streaks,
)

# Converting rows blocks the event loop, so it is done in batches.
_ROWS_AT_ONCE: Final = 200

_LOCKED: Final = (challenges, games, offers)
# Set to now if they are in the future.
_PAST_TIMES: Final = (*UNSHOWN, *TO_REDRAW, *AWAITS_BOT, departures.c.left_at, outages.c.since)


async def extend_deadlines(connection: AsyncConnection, since: datetime, now: datetime, servers: Servers) -> None:
    """Extend the deadlines of games, challenges and offers by the time in which nobody could play.

    A deadline that was over before is not extended. No deadline is set later than it would be if its turn began now:
    after the clock was set back, a turn begun before would otherwise last far too long.

    Args:
        connection: A write transaction.
        since: Since when nobody could play. If this is in the future, no time is given back.
        now: Until when nobody could play.
        servers: The condition that a server was affected.
    """
    since = min(since, now)
    await _extend_challenges(connection, since, now, servers(challenges.c.guild_id))
    await _extend_games(connection, since, now, servers(games.c.guild_id))
    await _extend_offers(connection, since, now, servers(games.c.guild_id))


async def _extend_games(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    columns = (games.c.id, games.c.deadline, games.c.wake_at, games.c.seconds_per_move)
    statement = select(*columns, games.c.message_id, games.c.redraw_since)
    running = statement.where(games.c.status == ACTIVE, games.c.deadline > since, which)
    async for rows in _locked(connection, games, running):
        await _store(connection, games, [_extended_game(row, since, now) for row in rows])


def _extended_game(row: Row[Any], since: datetime, now: datetime) -> dict[str, Any]:
    per_move = timedelta(seconds=row.seconds_per_move)
    change = min(_lost(since, row.deadline - per_move, now), now + per_move - row.deadline)
    times = {"deadline": row.deadline + change, "wake_at": row.wake_at + change}
    return {"row_id": row.id, **times, "redraw_since": _redraw_since(row, row.deadline, change, now)}


async def _extend_challenges(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    statement = select(challenges).where(
        challenges.c.status == ChallengeStatus.OPEN, challenges.c.expires_at > since, which
    )
    async for rows in _locked(connection, challenges, statement):
        await _store(connection, challenges, [_extended_challenge(row, since, now) for row in rows])


def _extended_challenge(row: Row[Any], since: datetime, now: datetime) -> dict[str, Any]:
    change = _given_back(row, since, now)
    redraw_since = _redraw_since(row, row.expires_at, change, now)
    return {"row_id": row.id, "expires_at": row.expires_at + change, "redraw_since": redraw_since}


async def _extend_offers(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    of_server = select(games.c.id).where(games.c.id == offers.c.game_id, which).exists()
    statement = select(offers.c.id, offers.c.expires_at).where(
        offers.c.status == OfferStatus.OPEN, offers.c.expires_at > since, of_server
    )
    async for rows in _locked(connection, offers, statement):
        changes = [(row, _given_back(row, since, now)) for row in rows]
        await _store(
            connection, offers, [{"row_id": row.id, "expires_at": row.expires_at + change} for row, change in changes]
        )


def _given_back(row: Row[Any], since: datetime, now: datetime) -> timedelta:
    """Return by how much the time of a challenge or an offer of a rematch is extended."""
    # Not by `created_at`, which stays in the future if the clock was ahead at that time and was set back since.
    began: datetime = row.expires_at - CHALLENGE_LIFETIME
    return min(_lost(since, began, now), now - began)


async def _locked(
    connection: AsyncConnection, table: Table, statement: Select[Any]
) -> AsyncIterator[Sequence[Row[Any]]]:
    """Lock and yield the selected rows in batches. A move in one of these games waits until the transaction ends."""
    # Sorted here: to sort by id, SQLite would read all rows there ever were.
    ids = sorted((await connection.scalars(statement.with_only_columns(table.c.id))).all())
    locking = statement.order_by(table.c.id).with_for_update(key_share=True)
    for begin in range(0, len(ids), _ROWS_AT_ONCE):
        batch = locking.where(table.c.id.in_(ids[begin : begin + _ROWS_AT_ONCE]))
        yield (await connection.execute(batch)).all()


async def _store(connection: AsyncConnection, table: Table, changed: list[dict[str, Any]]) -> None:
    if changed:
        names = [name for name in changed[0] if name != "row_id"]
        statement = update(table).where(table.c.id == bindparam("row_id"))
        await connection.execute(statement.values({name: bindparam(name) for name in names}), changed)


def _redraw_since(row: Row[Any], ends_at: datetime, change: timedelta, now: datetime) -> datetime | None:
    """Return since when a message has to be redrawn, if it shows a stale deadline."""
    is_stale = row.message_id is not None and _is_shown_differently(ends_at, ends_at + change)
    return now if is_stale else row.redraw_since


def _lost(since: datetime, began: datetime, now: datetime) -> timedelta:
    """Return the lost time of a turn or challenge that began at some time."""
    # Another process with a clock that is ahead may have begun it later than now.
    return now - min(max(since, began), now)


def _is_shown_differently(before: datetime, after: datetime) -> bool:
    """Whether two deadlines look different: they are shown to the minute."""
    return before.replace(second=0, microsecond=0) != after.replace(second=0, microsecond=0)


async def clamp_future_timestamps(connection: AsyncConnection, now: datetime) -> None:
    """Set timestamps in the future to now, if something is due some time after them. It would be due too late.

    Puzzle answers of future days become today's, so that tomorrow's puzzle can be answered, and posted.

    Args:
        connection: A write transaction.
        now: The time, by the clock as it is.
    """
    for table in _LOCKED:
        late = [column > now for column in _PAST_TIMES if column.table is table]
        await lock_rows(connection, table, or_(*late))
    for column in _PAST_TIMES:
        await connection.execute(update(column.table).where(column > now).values({column.name: now}))
    today = now.astimezone(UTC).date()
    for day in (puzzle_streaks.c.last_day, guild_settings.c.puzzle_done_on):
        await connection.execute(update(day.table).where(day > today).values({day.name: today}))
