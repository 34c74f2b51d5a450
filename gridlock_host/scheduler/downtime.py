"""Giving back the time in which nobody could play, and noting which messages show the deadline of before."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, Table, bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE
from gridlock_host.model.snapshots import ChallengeStatus
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.scheduler.heartbeat import Servers
from gridlock_host.storage.locks import begin_with_challenges
from gridlock_host.storage.schema import challenges, games

# Rows are turned into Python's objects in between which everybody waits, so that is done with some at a time.
_ROWS_AT_ONCE: Final = 200


async def credit(connection: AsyncConnection, since: datetime, now: datetime, servers: Servers) -> None:
    """Give every clock and every open challenge the time back that it ran after a moment.

    What had run out by then gets none. Nothing has more time afterwards than it has when it begins: where the
    machine's clock was set back, what was begun before would go on for all of that.

    Args:
        connection: A write transaction.
        since: The moment. If it is later than now, there is nothing to be given back.
        now: The end of the time in which nobody could play.
        servers: The condition that it was so in a server.
    """
    since = min(since, now)
    await begin_with_challenges(connection)
    await _credit_challenges(connection, since, now, servers(challenges.c.guild_id))
    await _credit_games(connection, since, now, servers(games.c.guild_id))


async def _credit_games(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    columns = (games.c.id, games.c.deadline, games.c.wake_at, games.c.seconds_per_move)
    statement = select(*columns, games.c.message_id, games.c.redraw_since)
    running = statement.where(games.c.status == ACTIVE, games.c.deadline > since, which)
    async for rows in _locked(connection, games, running):
        await _store(connection, games, [_credited_game(row, since, now) for row in rows])


def _credited_game(row: Row[Any], since: datetime, now: datetime) -> dict[str, Any]:
    per_move = timedelta(seconds=row.seconds_per_move)
    change = min(_lost(since, row.deadline - per_move, now), now + per_move - row.deadline)
    times = {"deadline": row.deadline + change, "wake_at": row.wake_at + change}
    return {"row_id": row.id, **times, "redraw_since": _redraw_since(row, row.deadline, change, now)}


async def _credit_challenges(
    connection: AsyncConnection, since: datetime, now: datetime, which: ColumnElement[bool]
) -> None:
    statement = select(challenges).where(
        challenges.c.status == ChallengeStatus.OPEN, challenges.c.expires_at > since, which
    )
    async for rows in _locked(connection, challenges, statement):
        await _store(connection, challenges, [_credited_challenge(row, since, now) for row in rows])


def _credited_challenge(row: Row[Any], since: datetime, now: datetime) -> dict[str, Any]:
    change = min(_lost(since, row.created_at, now), now + CHALLENGE_LIFETIME - row.expires_at)
    redraw_since = _redraw_since(row, row.expires_at, change, now)
    return {"row_id": row.id, "expires_at": row.expires_at + change, "redraw_since": redraw_since}


async def _locked(
    connection: AsyncConnection, table: Table, statement: Select[Any]
) -> AsyncIterator[Sequence[Row[Any]]]:
    """The rows as they are now, some at a time.

    Nobody changes them before the transaction ends: whoever moves meanwhile waits.
    """
    ids = (await connection.scalars(statement.with_only_columns(table.c.id).order_by(table.c.id))).all()
    locking = statement.order_by(table.c.id).with_for_update(key_share=True)
    for begin in range(0, len(ids), _ROWS_AT_ONCE):
        some = locking.where(table.c.id.in_(ids[begin : begin + _ROWS_AT_ONCE]))
        yield (await connection.execute(some)).all()


async def _store(connection: AsyncConnection, table: Table, changed: list[dict[str, Any]]) -> None:
    if changed:
        names = [name for name in changed[0] if name != "row_id"]
        statement = update(table).where(table.c.id == bindparam("row_id"))
        await connection.execute(statement.values({name: bindparam(name) for name in names}), changed)


def _redraw_since(row: Row[Any], ends_at: datetime, change: timedelta, now: datetime) -> datetime | None:
    """Since when the message of a game or a challenge shows another end than there is."""
    is_outdated = row.message_id is not None and _is_shown_otherwise(ends_at, ends_at + change)
    return now if is_outdated else row.redraw_since


def _lost(since: datetime, began: datetime, now: datetime) -> timedelta:
    """The time that something lost which began at a moment."""
    # Another process, whose clock is ahead, may have begun it later than now.
    return now - min(max(since, began), now)


def _is_shown_otherwise(before: datetime, after: datetime) -> bool:
    """Whether people see a difference: deadlines are shown to the minute."""
    return before.replace(second=0, microsecond=0) != after.replace(second=0, microsecond=0)
