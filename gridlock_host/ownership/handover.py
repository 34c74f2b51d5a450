"""Handovers: a process that ends gives its shards to a spare that has connected before, so that nobody notices.

Discord delivers each event to all sessions of a shard. So the successor receives what its predecessor receives, and
keeps it back. When the successor is ready, the predecessor takes no interaction any more, tells which ones it has
taken, and gives up its claim. The successor takes the claim, and serves all the others: each is served once.

See https://discord.com/developers/docs/events/gateway#sharding: sessions of one shard may exist side by side.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.ownership.shared_document import SharedDocument

DOCUMENT: Final = "handovers"
"""The name of the document that they share."""

# A spare tells every second that it is there, except while it loads the program, which stops its event loop.
_SECONDS_ALIVE: Final = 10.0
_SECONDS_REMEMBERED: Final = 60.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1
# What Discord has delivered before the successor was ready arrives at its predecessor within that time.
_SECONDS_TO_ARRIVE: Final = 0.5


@dataclass(frozen=True, slots=True)
class Offer:
    """Shards that a process wants to hand over.

    Attributes:
        id: The id of the offer.
        shards: The shards of the successor, whose number may be another one.
    """

    id: str
    shards: Shards


@dataclass(slots=True)
class _Entries:
    """What the processes have told each other.

    Attributes:
        spares: The processes that wait, by their ids.
        offers: The offers, by their ids.
        now: The time.
    """

    spares: dict[str, dict[str, Any]]
    offers: dict[str, dict[str, Any]]
    now: float

    def is_alive(self, entry: dict[str, Any] | None) -> bool:
        return entry is not None and self.now - entry["seen"] < _SECONDS_ALIVE

    def live_offers(self) -> list[tuple[str, dict[str, Any]]]:
        return [(offer_id, entry) for offer_id, entry in self.offers.items() if self.is_alive(entry)]


@asynccontextmanager
async def _changing(document: SharedDocument) -> AsyncIterator[_Entries]:
    async with document.changing() as (content, now):
        found = [_recent(content.get(kind), now) for kind in ("spares", "offers")]
        content["spares"], content["offers"] = found
        yield _Entries(found[0], found[1], now)


def _recent(entries: object, now: float) -> dict[str, dict[str, Any]]:
    """Return what was seen lately; processes that were killed leave their entries behind."""
    return {
        name: entry
        for name, entry in (entries.items() if isinstance(entries, dict) else ())
        if now - entry["seen"] < _SECONDS_REMEMBERED
    }


async def reserved_shards(document: SharedDocument) -> list[Shards]:
    """Return the shards that processes are handing over to each other, which are not free in between.

    Raises:
        OSError, DBAPIError: The document cannot be read or written.
    """
    async with _changing(document) as entries:
        return [_shards(entry) for _, entry in entries.live_offers()]


def _shards(entry: dict[str, Any]) -> Shards:
    return Shards(tuple(entry["ids"]), entry["count"])


class Spare:
    """A process that waits for shards, and may become the successor of another one.

    Args:
        document: What the processes share.
        wanted: How many shards it takes.
        mixes_counts: Whether processes with other numbers of shards can serve other servers at the same time.
    """

    def __init__(self, document: SharedDocument, wanted: FreeShards, *, mixes_counts: bool = False) -> None:
        self._document = document
        self._wanted = wanted
        self._mixes_counts = mixes_counts
        self._id = secrets.token_hex(8)

    async def look(self) -> tuple[Offer | None, list[Shards]]:
        """Tell that this process waits, and accept an offer if there is one.

        Returns:
            The offer; and the shards that others are handing over to each other, which are not free in between.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            entries.spares[self._id] = self._entry(entries.now)
            accepted: Offer | None = None
            reserved: list[Shards] = []
            for offer_id, entry in entries.live_offers():
                is_open = entry["taken"] is None and not entries.is_alive(entries.spares.get(entry["successor"]))
                ours = _shards_of_successor(_shards(entry), self._wanted, mixes_counts=self._mixes_counts)
                if accepted is None and is_open and ours is not None:
                    entry |= {"successor": self._id, "is_ready": False}
                    accepted = Offer(offer_id, ours)
                else:
                    reserved.append(_shards(entry))
            return accepted, reserved

    async def tell_alive(self) -> None:
        """Tell that this process, which has accepted an offer, is still getting ready.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            entries.spares[self._id] = self._entry(entries.now)

    async def withdraw(self) -> None:
        """Tell that this process does not wait any more.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            entries.spares.pop(self._id, None)

    async def tell_ready(self, offer: Offer) -> frozenset[int] | None:
        """Tell that this process is ready to serve the shards of an offer.

        Returns:
            The interactions that the predecessor has taken, if it takes no more; None before, and without it.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            entries.spares[self._id] = self._entry(entries.now)
            entry = entries.offers.get(offer.id)
            if entry is None:
                return None
            entry |= {"successor": self._id, "is_ready": True}
            taken: list[int] | None = entry["taken"]
            return None if taken is None else frozenset(taken)

    async def until_done(self, offer: Offer) -> None:
        """Wait until the predecessor has finished what it had taken, or is gone.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        while True:
            async with _changing(self._document) as entries:
                entries.spares.pop(self._id, None)
                entry = entries.offers.get(offer.id)
                if entry is None or entry["is_done"] or not entries.is_alive(entry):
                    return
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)

    def _entry(self, now: float) -> dict[str, Any]:
        wanted = {"most": self._wanted.most, "count": self._wanted.count, "mixes_counts": self._mixes_counts}
        return {"seen": now} | wanted


def _shards_of_successor(shards: Shards, wanted: FreeShards, *, mixes_counts: bool) -> Shards | None:
    """Return the shards in which a process could serve the servers of some shards; None if it could not.

    They are the same ones, or those of another number that have the same servers.
    """
    if len(shards.ids) == shards.count:
        same: Shards | None = Shards(tuple(range(wanted.count)), wanted.count)
    elif shards.count == wanted.count or mixes_counts:
        same = shards.divided_into(wanted.count)
    else:
        same = None
    return None if same is None or len(same.ids) > wanted.most else same


class Predecessor:
    """A process that ends, and hands its shards over.

    Args:
        document: What the processes share.
        shards: Its shards.
    """

    def __init__(self, document: SharedDocument, shards: Shards) -> None:
        self._document = document
        self._shards = shards
        self._offer_id = secrets.token_hex(8)

    async def spare_shards(self) -> int:
        """Return how many shards a process that waits would connect in place of all these; 0 if none waits.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            spares = [spare for spare in entries.spares.values() if entries.is_alive(spare)]
            found = [self._shards_of(spare) for spare in spares]
            return max((len(shards.ids) for shards in found if shards is not None), default=0)

    def _shards_of(self, spare: dict[str, Any]) -> Shards | None:
        wanted = FreeShards(spare["most"], spare["count"])
        # A process of an earlier version does not tell.
        return _shards_of_successor(self._shards, wanted, mixes_counts=spare.get("mixes_counts", False))

    async def until_ready(self, seconds: float) -> bool:
        """Offer the shards, and wait until a successor is ready to serve them.

        Args:
            seconds: How long to wait at most.

        Returns:
            Whether there is one. If not, also because no process waits any more, the offer is withdrawn.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        try:
            async with asyncio.timeout(seconds):
                has_waited_for_one = False
                while not await self._is_ready():
                    is_one_there = await self.spare_shards() > 0
                    if has_waited_for_one and not is_one_there:
                        break
                    has_waited_for_one = is_one_there
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
                else:
                    await asyncio.sleep(_SECONDS_TO_ARRIVE)
                    return await self._is_ready()
        except TimeoutError:
            pass
        async with _changing(self._document) as entries:
            entries.offers.pop(self._offer_id, None)
        return False

    async def _is_ready(self) -> bool:
        async with _changing(self._document) as entries:
            entry = entries.offers.setdefault(self._offer_id, self._first_entry())
            entry["seen"] = entries.now
            is_alive = entries.is_alive(entries.spares.get(entry["successor"]))
            return bool(entry["is_ready"]) and is_alive

    def _first_entry(self) -> dict[str, Any]:
        what = {"ids": list(self._shards.ids), "count": self._shards.count}
        return what | {"successor": "", "is_ready": False, "taken": None, "is_done": False}

    async def tell_taken(self, stop_taking: Callable[[], Collection[int]]) -> None:
        """Take no more interactions, and tell the successor which ones were taken.

        Args:
            stop_taking: Lets this process ignore interactions from now on, and returns the ids of those that it has
                taken lately.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            entry = entries.offers[self._offer_id]
            entry |= {"taken": list(stop_taking()), "seen": entries.now}

    async def finish(self) -> None:
        """Tell that nothing is under way here any more. The successor may not have read yet what was taken.

        Raises:
            OSError, DBAPIError: The document cannot be read or written.
        """
        async with _changing(self._document) as entries:
            if (entry := entries.offers.get(self._offer_id)) is not None:
                entry["is_done"] = True
