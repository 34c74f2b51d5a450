"""Challenge store: the statements that add, close and read challenges."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    func,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.challenge import Challenge, ChallengeStatus, DeclineReason
from gridlock_host.model.place import Place
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import First, Terms
from gridlock_host.model.time_control import seconds
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.locks import lock_challenge
from gridlock_host.storage.schema import challenges

_CLOSE: Final = (
    update(challenges)
    .where(challenges.c.id == bindparam("challenge_id"), challenges.c.status == ChallengeStatus.OPEN)
    .values(
        status=bindparam("new_status"),
        closed_at=bindparam("now"),
        decline_reason=bindparam("reason"),
        unshown_since=bindparam("now"),
        redraw_since=null(),
        opponent_id=func.coalesce(bindparam("new_opponent_id", type_=BigInteger), challenges.c.opponent_id),
    )
)


async def add_challenge(connection: AsyncConnection, challenge: Challenge, request_id: int) -> Challenge | None:
    """Store a new challenge and return it with its id. An open one is to be shown.

    Returns:
        None if this request has made a challenge before.
    """
    terms = challenge.terms
    challenge_id = await connection.scalar(
        insert_into(challenges, connection.dialect)
        .values(
            request_id=request_id,
            guild_id=challenge.place.guild_id,
            channel_id=challenge.place.channel_id,
            message_id=challenge.place.message_id,
            foreign_guild_id=challenge.place.foreign_guild_id,
            challenger_id=challenge.challenger_id,
            opponent_id=challenge.opponent_id,
            variant=terms.variant_key,
            size=terms.board_size,
            first=terms.first,
            status=challenge.status,
            created_at=challenge.created_at,
            seconds_per_move=seconds(terms.per_move),
            best_of=terms.best_of,
            start=terms.start_kind,
            swap=terms.swap,
            handicap=terms.handicap,
            rated=terms.rated,
            expires_at=challenge.expires_at,
            unshown_since=challenge.created_at if challenge.status is ChallengeStatus.OPEN else None,
        )
        .on_conflict_do_nothing(index_elements=["request_id"])
        .returning(challenges.c.id)
    )
    return None if challenge_id is None else replace(challenge, id=challenge_id)


async def close_challenge(
    connection: AsyncConnection,
    challenge_id: int,
    status: ChallengeStatus,
    closed_at: datetime,
    *,
    opponent_id: int | None = None,
    reason: DeclineReason | None = None,
) -> bool:
    """Close an open challenge; False if it was not open any more.

    Args:
        connection: A write transaction.
        challenge_id: The challenge.
        status: Its new state.
        closed_at: The time.
        opponent_id: The player who accepts a challenge to anybody.
        reason: The reason for declining.
    """
    values = {
        "challenge_id": challenge_id,
        "new_status": status,
        "now": closed_at,
        "reason": reason,
        "new_opponent_id": opponent_id,
    }
    return (await connection.execute(_CLOSE, values)).rowcount == 1


async def load_by_request(connection: AsyncConnection, request_id: int) -> Challenge:
    """Return the challenge that this request has made before."""
    return (await _load(connection, select_challenges(challenges.c.request_id == request_id)))[0]


async def load_locked(connection: AsyncConnection, challenge: Challenge) -> Challenge | None:
    """Lock a challenge until the transaction ends, and return it as it is now; None if it was deleted."""
    await lock_challenge(connection, challenge.id)
    found = await load_challenges(connection, [challenge.id])
    return found[0] if found else None


async def load_challenges(connection: AsyncConnection, ids: Collection[int]) -> list[Challenge]:
    """Return the challenges with these ids, except deleted ones."""
    return await _load(connection, select_challenges(challenges.c.id.in_(ids)))


async def load_open_challenges_in_all_servers(connection: AsyncConnection, user_id: int) -> list[Challenge]:
    """Return the open challenges by or to a person, in all servers."""
    # Each of the two has an index, which a condition on both together would not use.
    ids = union_all(
        *(
            select(challenges.c.id).where(person == user_id, challenges.c.status == ChallengeStatus.OPEN)
            for person in (challenges.c.challenger_id, challenges.c.opponent_id)
        )
    )
    found = await _load(connection, select_challenges(challenges.c.id.in_(ids)))
    return sorted(found, key=lambda challenge: (challenge.place.guild_id, challenge.id))


async def load_expired_challenges(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[Challenge]:
    """Return the open challenges whose time has run out, the longest expired first."""
    is_due = (challenges.c.status == ChallengeStatus.OPEN, challenges.c.expires_at <= now)
    reachable = is_reachable(challenges.c.guild_id, among)
    return await _load(
        connection, select_challenges(*is_due, reachable, order=challenges.c.expires_at, at_most=at_most)
    )


def is_open_challenge_by(
    guild_id: int | ColumnElement[int], challenger_id: int | ColumnElement[int]
) -> ColumnElement[bool]:
    """Build the condition that a challenge is open and was made by this person in this server."""
    return and_(
        challenges.c.guild_id == guild_id,
        challenges.c.status == ChallengeStatus.OPEN,
        challenges.c.challenger_id == challenger_id,
    )


def select_challenges(
    *conditions: ColumnElement[bool], order: Column[Any] = challenges.c.id, at_most: int | None = None
) -> Select[Any]:
    """Select the challenges that meet the conditions."""
    return select(challenges).where(*conditions).order_by(order, challenges.c.id).limit(at_most)


def read_challenges(rows: Sequence[Row[Any]]) -> list[Challenge]:
    """Return the challenges of rows that `select_challenges` has selected."""
    return [_challenge(row) for row in rows]


async def _load(connection: AsyncConnection, statement: Select[Any]) -> list[Challenge]:
    return read_challenges((await connection.execute(statement)).all())


def _challenge(row: Row[Any]) -> Challenge:
    per_move = None if row.seconds_per_move is None else timedelta(seconds=row.seconds_per_move)
    return Challenge(
        id=row.id,
        place=Place(row.guild_id, row.channel_id, row.message_id, row.foreign_guild_id),
        challenger_id=row.challenger_id,
        opponent_id=row.opponent_id,
        terms=Terms(
            row.variant,
            row.size,
            First(row.first),
            per_move,
            row.best_of,
            start=None if row.handicap else StartKind(row.start),
            swap=row.swap,
            handicap=row.handicap,
            rated=row.rated,
        ).settled(),
        status=ChallengeStatus(row.status),
        created_at=row.created_at,
        expires_at=row.expires_at,
        decline_reason=None if row.decline_reason is None else DeclineReason(row.decline_reason),
        closed_at=row.closed_at,
    )
