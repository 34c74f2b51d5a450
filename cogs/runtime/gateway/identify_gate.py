"""Identifies within Discord's limits: so many shards at a time, so many starts a day, over all processes of the bot.

See https://discord.com/developers/docs/events/gateway#sharding and #session-start-limit-object.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self

from gridlock_host.ownership.shared_times import Reserved, SharedTimes

_log = logging.getLogger(__name__)

IDENTIFY_SECONDS: Final = 5.0
"""The time between two identifies in one slot."""

_MARGIN: Final = 1.01
# Until Discord has taken an identify, nobody knows when it arrived; by that time of a slot it may be late.
_GUARD: Final = 0.1
# Other processes may identify between a look at the limit and an identify.
_KEPT_STARTS: Final = 10
# Above so many, the number of some minutes ago is good enough.
_MANY_STARTS: Final = 100
_SECONDS_TO_TRUST: Final = 300.0
_SECONDS_BETWEEN_LOOKS: Final = 600.0


@dataclass(slots=True)
class StartLimit:
    """How often the bot may identify.

    Attributes:
        total: How often in a day.
        remaining: How often until the limit is reset.
        reset_after: In how many seconds it is reset.
        max_concurrency: The number of slots, in which shards may identify at the same time.
    """

    total: int
    remaining: int
    reset_after: float
    max_concurrency: int

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Self:
        """Read the limit as Discord tells it."""
        return cls(told["total"], told["remaining"], told["reset_after"] / 1000, max(1, told["max_concurrency"]))


class TooFewStarts(Exception):
    """Discord would not let all shards connect today, and would reset the token.

    Args:
        limit: The limit as Discord tells it.
        shards: How many shards have to connect.
    """

    def __init__(self, limit: StartLimit, shards: int) -> None:
        super().__init__(
            f"Discord lets the bot connect {limit.total:,} times a day, and {limit.remaining} of them are left, "
            f"which is too few to start {shards} {'shard' if shards == 1 else 'shards'}: it would reset the token."
        )
        self.seconds = limit.reset_after


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """An identify that Discord has not answered."""

    slot: str
    reserved: Reserved
    sent_at: float
    is_over: asyncio.Event


class IdentifyGate:
    """Lets each shard identify when Discord allows it.

    Args:
        times: The times that all processes of the bot share.
        fetch_limit: Asks Discord for the limit of starts.
        seconds: The time between two identifies in one slot.
        clock: A monotonic clock, in seconds.
        sleep: Waits so many seconds.
    """

    def __init__(
        self,
        times: SharedTimes,
        fetch_limit: Callable[[], Awaitable[StartLimit]],
        *,
        seconds: float = IDENTIFY_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep,
    ) -> None:
        self._times = times
        self._fetch_limit = fetch_limit
        self._seconds, self._guard = seconds * _MARGIN, seconds * _GUARD
        self._clock = clock
        self._sleep = sleep
        self._limit: StartLimit | None = None
        self._seen_at = 0.0
        self._under_way: dict[int, _UnderWay] = {}
        self.is_exhausted = False

    def slots(self, shard_ids: Iterable[int]) -> list[list[int]]:
        """Divide shards by their slots: those in different ones may identify at the same time."""
        slots: dict[int, list[int]] = {}
        for shard_id in shard_ids:
            slots.setdefault(self._slot(shard_id), []).append(shard_id)
        return list(slots.values())

    def note_limit(self, limit: StartLimit) -> None:
        """Note what Discord tells of the limit."""
        self._limit, self._seen_at = limit, self._clock()

    def check_starts(self, shards: int) -> None:
        """Check that so many shards may identify today.

        Raises:
            TooFewStarts: They may not.
        """
        if self._limit is not None and self._limit.remaining < shards + _KEPT_STARTS:
            raise TooFewStarts(self._limit, shards)

    async def wait(self, shard_id: int) -> None:
        """Wait until a shard may identify, and count that it does."""
        await self._wait_for_start()
        if self._seconds == 0:
            return
        slot, reserved = f"identify {self._slot(shard_id)}", None
        try:
            reserved = await self._times.reserve(slot, self._seconds + self._guard)
        except Exception as error:  # noqa: BLE001  # any fault of the database: then Discord sorts it out
            _log.warning("shard %s identifies without knowing of other processes: %s", shard_id, type(error).__name__)
        await self._sleep(self._seconds if reserved is None else reserved.wait)
        if reserved is not None:
            self._under_way[shard_id] = _UnderWay(slot, reserved, self._clock(), asyncio.Event())

    async def settle(self, shard_id: int) -> None:
        """Note that Discord has taken the identify of a shard: the next one in its slot is due five seconds later."""
        under_way = self._under_way.pop(shard_id, None)
        if under_way is None:
            return
        try:
            seconds = self._clock() - under_way.sent_at - self._guard
            await self._times.prolong(under_way.slot, under_way.reserved, seconds)
        except Exception as error:  # noqa: BLE001  # as above
            _log.debug("the time of an identify was not corrected: %s", type(error).__name__)
        finally:
            under_way.is_over.set()

    async def until_settled(self, shard_id: int) -> None:
        """Wait until Discord has taken the identify of a shard, but not for ever."""
        under_way = self._under_way.get(shard_id)
        if under_way is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(under_way.is_over.wait(), self._seconds)

    def _slot(self, shard_id: int) -> int:
        return shard_id % (self._limit.max_concurrency if self._limit else 1)

    async def _wait_for_start(self) -> None:
        limit = await self._current_limit()
        while limit.remaining <= _KEPT_STARTS:
            wait = min(limit.reset_after, _SECONDS_BETWEEN_LOOKS)
            if not self.is_exhausted:
                _log.error("a shard waits, because Discord would reset the token: %s", TooFewStarts(limit, 1))
            self.is_exhausted = True
            await self._sleep(wait)
            limit = await self._current_limit(is_asked=True)
        self.is_exhausted = False
        limit.remaining -= 1

    async def _current_limit(self, *, is_asked: bool = False) -> StartLimit:
        limit = self._limit
        is_old = self._clock() - self._seen_at > _SECONDS_TO_TRUST
        if limit is None or is_asked or limit.remaining < _MANY_STARTS or is_old:
            limit = await self._fetch_limit()
            self.note_limit(limit)
        return limit
