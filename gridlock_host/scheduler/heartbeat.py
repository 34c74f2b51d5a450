"""Heartbeats: when each shard was last served, so that downtime costs players no time.

Each shard has a heartbeat of its own. If the number of shards changes, the old heartbeats still tell when each server
was last served.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import itemgetter
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.ownership.shards import ALL_SERVERS, ONE_SHARD, Shards
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import heartbeats

_ALL: Final = "sweeper"
_PART: Final = "shard "
_READABLE: Final = re.compile(f"{_ALL}|{_PART}{ONE_SHARD}")

Servers = Callable[[ColumnElement[int]], ColumnElement[bool]]


@dataclass(frozen=True, slots=True)
class Absence:
    """A time in which some servers were not served.

    Attributes:
        since: When it began.
        servers: Builds the condition that a server was affected.
    """

    since: datetime
    servers: Servers


async def beat(connection: AsyncConnection, now: datetime, shards: Shards = ALL_SERVERS) -> None:
    """Store a heartbeat for these servers, even if the last one is later because the clock was set back."""
    statement = insert_into(heartbeats, connection.dialect).values(
        [{"name": _name(part), "at": now} for part in shards.each()]
    )
    await connection.execute(
        statement.on_conflict_do_update(index_elements=["name"], set_={"at": statement.excluded.at})
    )


async def load_absences(
    connection: AsyncConnection, shards: Shards = ALL_SERVERS, *, since_start: datetime
) -> list[Absence]:
    """Return since when these servers have not been served.

    Until the transaction ends, no other process can store a heartbeat.

    Args:
        connection: A write transaction.
        shards: The servers.
        since_start: When this process started, which counts for servers that were never served.
    """
    rows = (
        await connection.execute(
            select(heartbeats.c.name, heartbeats.c.at)
            .where(or_(heartbeats.c.name == _ALL, heartbeats.c.name.startswith(_PART)))
            .order_by(heartbeats.c.name)
            .with_for_update()
        )
    ).all()
    # A name that nothing has written tells of no shard, and must not keep all games from being swept.
    readable = [row for row in rows if _READABLE.fullmatch(row.name)]
    beats = sorted(((row.at, _shards(row.name)) for row in readable), key=itemgetter(0), reverse=True)
    return _merged([absence for part in shards.each() for absence in _absences_of(part, beats, since_start)])


def select_last_beat(shards: Shards = ALL_SERVERS) -> Select[datetime]:
    """Select the oldest of the last heartbeats of these shards; nothing before the first."""
    names = [_name(part) for part in shards.each()]
    return select(func.min(heartbeats.c.at)).where(heartbeats.c.name.in_(names))


async def last_beat(connection: AsyncConnection, shards: Shards = ALL_SERVERS) -> datetime | None:
    """Return the oldest of the last heartbeats of these shards; None before the first."""
    at: datetime | None = await connection.scalar(select_last_beat(shards))
    return at


def _absences_of(part: Shards, beats: Iterable[tuple[datetime, Shards]], since_start: datetime) -> Iterator[Absence]:
    """Yield the absences in one shard: each server was last served at the newest heartbeat that covers it."""
    newer: list[Shards] = []
    for at, beaten in beats:
        if beaten.overlaps(part):
            yield Absence(at, partial(_first_beaten, part, beaten, tuple(newer)))
            if part.is_within(beaten):
                return
            newer.append(beaten)
    yield Absence(since_start, partial(_first_beaten, part, part, tuple(newer)))


def _first_beaten(
    part: Shards, beaten: Shards, newer: Iterable[Shards], guild_id: ColumnElement[int]
) -> ColumnElement[bool]:
    return and_(part.covers(guild_id), beaten.covers(guild_id), *(not_(one.covers(guild_id)) for one in newer))


def _merged(found: Iterable[Absence]) -> list[Absence]:
    """Merge absences that began at the same time: the shards of one process share their heartbeats."""
    together: dict[datetime, list[Servers]] = {}
    for absence in found:
        together.setdefault(absence.since, []).append(absence.servers)
    return [Absence(since, partial(_any_of, conditions)) for since, conditions in together.items()]


def _any_of(conditions: Iterable[Servers], guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    return or_(*(condition(guild_id) for condition in conditions))


def _name(part: Shards) -> str:
    return _ALL if part.count == 1 else f"{_PART}{part}"


def _shards(name: str) -> Shards:
    if name == _ALL:
        return ALL_SERVERS
    shard_id, count = map(int, name.removeprefix(_PART).split("/"))
    return Shards((shard_id,), count)
