"""Shards: the servers that a process serves, and the condition that people there can reach the bot."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from dataclasses import dataclass
from math import gcd
from typing import Final, Protocol, Self

from sqlalchemy import ColumnElement, and_, not_, select, true

from gridlock_host.storage.schema import departures, outages

# How Discord assigns servers to shards: https://discord.com/developers/docs/events/gateway#sharding
_IDS_PER_STEP: Final = 1 << 22
ONE_SHARD: Final = "[0-9]{1,6}/[1-9][0-9]{0,5}"
"""How one shard is written, as a regular expression; no bot has a million shards."""


@dataclass(frozen=True, slots=True)
class Shards:
    """Some of the shards into which all servers are divided.

    Attributes:
        ids: The numbers of these shards, from 0, in ascending order.
        count: The number of all shards.
    """

    ids: tuple[int, ...]
    count: int

    def each(self) -> Iterator[Self]:
        """Yield these shards one by one."""
        return (type(self)((shard_id,), self.count) for shard_id in self.ids)

    def serves(self, guild_id: int) -> bool:
        """Whether a server is in one of these shards."""
        return guild_id // _IDS_PER_STEP % self.count in self.ids

    def covers(self, guild_id: ColumnElement[int]) -> ColumnElement[bool]:
        """Build the condition that the server of a row is in one of these shards."""
        if len(self.ids) == self.count:
            return true()
        return (guild_id // _IDS_PER_STEP % self.count).in_(self.ids)

    def without(self, other: Shards) -> Shards:
        """Return these shards less others; all of these where parts of them are not whole shards."""
        if self.count == other.count:
            return Shards(tuple(one for one in self.ids if one not in other.ids), self.count)
        if self.is_within(other):
            return Shards((), self.count)
        parts = range(other.count) if len(self.ids) == self.count else ()
        return Shards(tuple(one for one in parts if one not in other.ids), other.count) if parts else self

    def divided_into(self, count: int) -> Shards | None:
        """Return the shards with the same servers among so many; None if no shards have exactly these servers."""
        if count % self.count == 0:
            return Shards(tuple(one for one in range(count) if one % self.count in self.ids), count)
        ids = {one % count for one in self.ids}
        if self.count % count == 0 and len(ids) * (self.count // count) == len(self.ids):
            return Shards(tuple(sorted(ids)), count)
        return None

    def overlaps(self, other: Shards) -> bool:
        """Whether a server can be in one of these shards and in one of the others, whose count may differ."""
        common = gcd(self.count, other.count)
        return not {shard_id % common for shard_id in self.ids}.isdisjoint(one % common for one in other.ids)

    def is_within(self, other: Shards) -> bool:
        """Whether every server in these shards is in one of the others."""
        return self.count % other.count == 0 and all(one % other.count in other.ids for one in self.ids)

    def __str__(self) -> str:
        return f"{','.join(map(str, self.ids))}/{self.count}"


ALL_SERVERS: Final = Shards((0,), 1)
NO_SERVERS: Final = Shards((), 1)
SWEEPS: Final = Shards((0,), 1_000_000)
"""What one of the processes that all serve all servers claims, like a shard: it alone sweeps. No bot has so many
shards, so such processes and those with shards keep each other away from a database."""


@dataclass(frozen=True, slots=True)
class FreeShards:
    """Any shards that no other process serves.

    Attributes:
        most: How many of them a process takes at most.
        count: The number of all shards.
        excepted: Shards that it does not take.
    """

    most: int
    count: int
    excepted: frozenset[int] = frozenset()

    @classmethod
    def exactly(cls, shards: Shards) -> Self:
        """Return the wish for some shards, as far as they are free."""
        return cls(len(shards.ids), shards.count, frozenset(range(shards.count)).difference(shards.ids))

    def without(self, reserved: Iterable[Shards]) -> Self:
        """Return the same wish for shards that share no server with others."""
        reserved = tuple(reserved)
        theirs = (
            one for one in range(self.count) if any(Shards((one,), self.count).overlaps(each) for each in reserved)
        )
        return type(self)(self.most, self.count, self.excepted.union(theirs))

    @property
    def candidates(self) -> Iterator[int]:
        """The shards that it may take."""
        return (shard_id for shard_id in range(self.count) if shard_id not in self.excepted)

    def __str__(self) -> str:
        return f"auto:{self.most}/{self.count}"


@dataclass(frozen=True, slots=True)
class Held:
    """Shards that a process has claimed.

    Attributes:
        shards: The shards.
        lost: Returns when another process has taken them; it never does where a claim cannot be lost.
        take_more: Claims further shards, and returns which.
    """

    shards: Shards
    lost: Callable[[], Awaitable[None]]
    take_more: Callable[[FreeShards], Awaitable[tuple[int, ...]]]


class SharedClaim(Protocol):
    """A claim on what only one process does, of several that use the database alike."""

    async def take(self) -> bool:
        """Take the claim if it is free, and return whether this process has it.

        Raises:
            TakenAway: The connection to the database was lost, and a process that does not share it has come since.
        """


class TakenAway(Exception):
    """A process that shares the database with no other has taken it."""


def is_reachable(guild_id: ColumnElement[int], shards: Shards = ALL_SERVERS) -> ColumnElement[bool]:
    """Build the condition that people in the server of a row can reach the bot.

    In other servers no time runs out, and nothing can be shown.

    Args:
        guild_id: The server of a row.
        shards: The shards that the server has to be in too.
    """
    is_gone = guild_id.in_(select(departures.c.guild_id))
    is_in_outage = guild_id.in_(select(outages.c.guild_id))
    return and_(shards.covers(guild_id), not_(is_gone), not_(is_in_outage))
