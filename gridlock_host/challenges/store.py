"""Challenges as rows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, ColumnElement, Row, and_, case, exists, func, null, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.snapshots import (
    DELETED_PLAYER_ONE,
    DELETED_PLAYER_TWO,
    Challenge,
    ChallengeStatus,
    DeclineReason,
    First,
    Place,
)
from gridlock_host.model.time_control import seconds
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.reachability import is_reachable
from gridlock_host.storage.retry import SHOWN_WITHIN, try_again_at
from gridlock_host.storage.schema import challenges
from gridlock_host.storage.upsert import insert_into


async def add_challenge(connection: AsyncConnection, challenge: Challenge, request_id: int) -> Challenge | None:
    """Store a new challenge, which nobody has been shown yet, and return it with its id.

    Returns:
        None when this request has made one before.
    """
    challenge_id = await connection.scalar(
        insert_into(challenges, connection.dialect)
        .values(
            request_id=request_id,
            guild_id=challenge.place.guild_id,
            channel_id=challenge.place.channel_id,
            message_id=challenge.place.message_id,
            challenger_id=challenge.challenger_id,
            opponent_id=challenge.opponent_id,
            variant=challenge.variant_key,
            size=challenge.size,
            first=challenge.first,
            status=challenge.status,
            created_at=challenge.created_at,
            seconds_per_move=seconds(challenge.per_move),
            best_of=challenge.best_of,
            expires_at=challenge.expires_at,
            unshown_since=challenge.created_at,
        )
        .on_conflict_do_nothing(index_elements=["request_id"])
        .returning(challenges.c.id)
    )
    return None if challenge_id is None else replace(challenge, id=challenge_id)


async def of_request(connection: AsyncConnection, request_id: int) -> Challenge:
    """The challenge that this request has made before."""
    return (await _select(connection, challenges.c.request_id == request_id))[0]


async def load_challenge(connection: AsyncConnection, guild_id: int, challenge_id: int) -> Challenge | None:
    """The challenge with this id, if it belongs to this server."""
    rows = await _select(connection, challenges.c.id == challenge_id, challenges.c.guild_id == guild_id)
    return rows[0] if rows else None


async def lock_challenge(connection: AsyncConnection, challenge: Challenge) -> Challenge | None:
    """A challenge as it is now, and stays until the transaction ends; None where it has been deleted.

    SQLite sees to that by itself.
    """
    await connection.execute(select(challenges.c.id).where(challenges.c.id == challenge.id).with_for_update())
    return await load_challenge(connection, challenge.place.guild_id, challenge.id)


async def open_challenges(connection: AsyncConnection, guild_id: int, user_id: int) -> list[Challenge]:
    """The open challenges in which this person is named, the oldest first."""
    are_open = select(challenges.c.id).where(
        challenges.c.guild_id == guild_id, challenges.c.status == ChallengeStatus.OPEN
    )
    # Each of the two by itself, because that is what there are indexes for.
    sides = (challenges.c.challenger_id, challenges.c.opponent_id)
    return await _select(
        connection, challenges.c.id.in_(union_all(*(are_open.where(side == user_id) for side in sides)))
    )


async def open_challenges_to_anybody(connection: AsyncConnection, guild_id: int) -> list[Challenge]:
    """The open challenges in this server that anybody may accept, the oldest first."""
    return await _select(
        connection,
        challenges.c.guild_id == guild_id,
        challenges.c.status == ChallengeStatus.OPEN,
        challenges.c.opponent_id.is_(None),
    )


def is_open_challenge_by(guild_id: int, challenger_id: int) -> ColumnElement[bool]:
    """The condition that a challenge is open and was made by this person in this server."""
    return and_(
        challenges.c.guild_id == guild_id,
        challenges.c.status == ChallengeStatus.OPEN,
        challenges.c.challenger_id == challenger_id,
    )


async def was_refused_since(connection: AsyncConnection, challenge: Challenge, since: datetime) -> bool:
    """Whether an earlier challenge between the two by the same one here was cancelled or declined after that."""
    statement = select(
        exists().where(
            challenges.c.guild_id == challenge.place.guild_id,
            challenges.c.status.in_([ChallengeStatus.CANCELLED, ChallengeStatus.DECLINED]),
            challenges.c.challenger_id == challenge.challenger_id,
            challenges.c.opponent_id == challenge.opponent_id,
            challenges.c.id < challenge.id,
            challenges.c.closed_at > since,
            # What is later than this one was closed before the clock was set back.
            challenges.c.closed_at <= challenge.created_at,
        )
    )
    return bool(await connection.scalar(statement))


async def close_challenge(
    connection: AsyncConnection,
    challenge_id: int,
    status: ChallengeStatus,
    closed_at: datetime,
    *,
    opponent_id: int | None = None,
    reason: DeclineReason | None = None,
) -> bool:
    """Close an open challenge; False when it was not open any more.

    Args:
        connection: A write transaction.
        challenge_id: The challenge.
        status: What became of it.
        closed_at: When.
        opponent_id: Who accepted a challenge that was open to everybody.
        reason: Why it was declined.
    """
    values: dict[str, Any] = {
        "status": status,
        "closed_at": closed_at,
        "decline_reason": reason,
        "unshown_since": closed_at,
        "redraw_since": None,
    }
    if opponent_id is not None:
        values["opponent_id"] = opponent_id
    result = await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.status == ChallengeStatus.OPEN)
        .values(values)
    )
    return result.rowcount == 1


async def expired_challenges(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Challenge]:
    """The open challenges whose time has run out, for the longest first."""
    due = (challenges.c.status == ChallengeStatus.OPEN, challenges.c.expires_at <= now)
    reachable = is_reachable(challenges.c.guild_id, among)
    return await _select(connection, *due, reachable, order=challenges.c.expires_at, at_most=at_most)


async def give_reason(connection: AsyncConnection, challenge_id: int, reason: DeclineReason) -> None:
    """Note why a challenge was declined."""
    await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id, challenges.c.status == ChallengeStatus.DECLINED)
        .values(decline_reason=reason)
    )


async def note_shown(connection: AsyncConnection, challenge: Challenge) -> None:
    """Note that a challenge is shown as it is, and forget where, if one of the two is a deleted person.

    Where another message is known by now than when the challenge was read, it is still to be shown.
    """
    is_forgotten = or_(challenges.c.challenger_id == DELETED_PLAYER_ONE, challenges.c.opponent_id == DELETED_PLAYER_TWO)
    await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge.id, challenges.c.message_id == challenge.place.message_id)
        .values(unshown_since=None, message_id=case((is_forgotten, null()), else_=challenges.c.message_id))
    )


async def put_off_showing(connection: AsyncConnection, challenge_id: int, now: datetime) -> None:
    """Let what could not be shown be tried again later."""
    is_unshown = and_(challenges.c.id == challenge_id, challenges.c.unshown_since.is_not(None))
    changed_at = func.coalesce(challenges.c.closed_at, challenges.c.created_at)
    since = await connection.scalar(select(changed_at).where(is_unshown))
    again = try_again_at(now, since=since) - SHOWN_WITHIN
    await connection.execute(update(challenges).where(is_unshown).values(unshown_since=again))


async def unshown_challenges(
    connection: AsyncConnection, until: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Challenge]:
    """The challenges that were made or closed until a moment and not shown since, for the longest first."""
    due = challenges.c.unshown_since <= until
    reachable = is_reachable(challenges.c.guild_id, among)
    return await _select(connection, due, reachable, order=challenges.c.unshown_since, at_most=at_most)


async def find_challenges(connection: AsyncConnection, ids: Collection[int]) -> list[Challenge]:
    """The challenges with these ids, as far as they have not been deleted."""
    return await _select(connection, challenges.c.id.in_(ids))


async def place_challenge(connection: AsyncConnection, challenge_id: int, place: Place, now: datetime) -> None:
    """Note where the challenge is shown, and that its end is to be shown there, if it is over already."""
    is_open = challenges.c.status == ChallengeStatus.OPEN
    unshown_since = case((is_open, null()), else_=func.coalesce(challenges.c.unshown_since, now))
    await connection.execute(
        update(challenges)
        .where(challenges.c.id == challenge_id)
        .values(channel_id=place.channel_id, message_id=place.message_id, unshown_since=unshown_since)
    )


async def _select(
    connection: AsyncConnection,
    *conditions: ColumnElement[bool],
    order: Column[Any] = challenges.c.id,
    at_most: int | None = None,
) -> list[Challenge]:
    statement = select(challenges).where(*conditions).order_by(order, challenges.c.id).limit(at_most)
    return [_challenge(row) for row in await connection.execute(statement)]


def _challenge(row: Row[tuple[object, ...]]) -> Challenge:
    return Challenge(
        id=row.id,
        place=Place(row.guild_id, row.channel_id, row.message_id),
        challenger_id=row.challenger_id,
        opponent_id=row.opponent_id,
        variant_key=row.variant,
        size=row.size,
        first=First(row.first),
        status=ChallengeStatus(row.status),
        created_at=row.created_at,
        per_move=None if row.seconds_per_move is None else timedelta(seconds=row.seconds_per_move),
        best_of=row.best_of,
        expires_at=row.expires_at,
        decline_reason=None if row.decline_reason is None else DeclineReason(row.decline_reason),
    )
