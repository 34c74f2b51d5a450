"""Shares of servers: when a request begins, so that a server with much to do does not delay the others."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gridlock_host.workers.fair_queue import FairQueue

# A move takes a few milliseconds of a process, and a challenge ten. So a busy server takes a quarter of it.
A_SECOND: Final = 40.0
"""How many requests of one server begin in a second, if it has more than a few and more than all others together."""

AT_ONCE: Final = 16
"""How many requests of a server begin at once, after a time with few."""

A_FEW: Final = 4
"""A server with fewer requests that wait or are under way has no limit: one person after the other delays nobody."""

LATE_SECONDS: Final = 0.005
"""Nothing that waits begins while the event loop is later than this, so that the process has time for other servers."""

LONGEST_PAUSE_SECONDS: Final = 0.1
"""Something begins after this time although the event loop is late."""

MOST_WAITING: Final = 400
"""How many requests of a server may wait; they begin within 10 seconds, if the process keeps up."""

RECENTLY_SECONDS: Final = 1.0
"""The time over which requests are counted to compare servers; what is longer ago counts for less and less."""

ALONE_AFTER_SECONDS: Final = 10.0
"""A server is alone if no other one has used the bot for this time."""


@dataclass(slots=True)
class _Share:
    """What a server may begin.

    Attributes:
        tokens: How many requests may begin now.
        recent: How many requests have begun recently.
        under_way: How many wait, or have begun and are not done.
        counted_at: When these were counted.
        used_at: When the server has used the bot last.
    """

    tokens: float
    recent: float
    under_way: int
    counted_at: float
    used_at: float


class ServerShares:
    """Begins requests at once, but those of a server that has more than all others together at a limited rate.

    What waits is begun in turn: by server, then by person. A server that is alone has no limit, and neither has one
    with few requests.

    Args:
        clock: A monotonic clock, in seconds.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._queue: FairQueue[tuple[int, asyncio.Future[None]]] = FairQueue()
        # By the last use, the newest last.
        self._shares: OrderedDict[int, _Share] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None
        self._begun_at = 0.0
        self._recent = 0.0
        self._recent_at = clock()
        self._is_open = False

    def is_full(self, server: int) -> bool:
        """Return whether so much of a server waits that nothing more of it is taken."""
        return self._queue.waiting(server) >= MOST_WAITING

    async def turn(self, server: int, person: int) -> None:
        """Wait until a request may begin. It is under way until the task that calls this is done.

        Args:
            server: The server of the request.
            person: Who sent it.
        """
        share = self._note_use(server)
        if (task := asyncio.current_task()) is not None:
            share.under_way += 1
            task.add_done_callback(lambda _: self._note_done(server))
        if not self._queue.waiting(server) and self._share_allows(server, share):
            self._queue.note_served(server)
            self._take_from(share)
            return
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.add(server, person, (server, begun))
        self._come_back()
        try:
            await begun
        except asyncio.CancelledError:
            self._queue.discard(server, person, (server, begun))
            raise

    def open(self) -> None:
        """Begin everything at once from now on, because the bot is about to stop."""
        self._is_open = True
        self._begin_waiting()

    def _come_back(self) -> None:
        """Let something that waits begin a moment later."""
        if self._timer is None and self._queue.servers:
            loop = asyncio.get_running_loop()
            due = loop.time() + 1 / A_SECOND
            self._timer = loop.call_at(due, self._begin_in_time, due)

    def _begin_in_time(self, due: float) -> None:
        """Begin what may begin now, unless the process has too much to do."""
        self._timer = None
        now = asyncio.get_running_loop().time()
        if now - due <= LATE_SECONDS or now - self._begun_at >= LONGEST_PAUSE_SECONDS:
            self._begun_at = now
            self._begin_waiting()
        self._come_back()

    def _begin_waiting(self) -> None:
        """Begin one request of each server that may begin one; all, if only one server uses the bot."""
        has_limit = len(self._shares) > 1 and not self._is_open
        left = self._queue.servers if has_limit else len(self._queue)
        while left and (entry := self._queue.take(self._may_begin)) is not None:
            left -= 1
            server, begun = entry
            # A cancelled one is about to be discarded.
            if not begun.done():
                self._spend(server)
                begun.set_result(None)

    def _may_begin(self, server: int) -> bool:
        return self._share_allows(server, self._count(server))

    def _share_allows(self, server: int, share: _Share) -> bool:
        return self._is_open or not self._is_busy(server, share) or share.tokens >= 1

    def _is_busy(self, server: int, share: _Share) -> bool:
        """Return whether a server has many requests, and as many as all others together."""
        if share.under_way < A_FEW:
            return False
        others = self._recent * _what_is_left(self._clock() - self._recent_at) - share.recent
        return not self._is_alone(server) and share.recent >= max(AT_ONCE, others)

    def _is_alone(self, server: int) -> bool:
        return len(self._shares) == 1 and server in self._shares

    @property
    def _oldest_use(self) -> float:
        return next(iter(self._shares.values())).used_at

    def _count(self, server: int) -> _Share:
        """Return the share of a server, with what it has gained since it was counted last."""
        now = self._clock()
        share = self._shares.setdefault(server, _Share(AT_ONCE, 0.0, 0, now, now))
        passed = now - share.counted_at
        share.tokens = min(AT_ONCE, share.tokens + passed * A_SECOND)
        share.recent *= _what_is_left(passed)
        share.counted_at = now
        return share

    def _spend(self, server: int) -> None:
        self._take_from(self._count(server))

    def _take_from(self, share: _Share) -> None:
        """Begin a request of a share that was just counted."""
        share.tokens = max(0.0, share.tokens - 1)
        share.recent += 1
        self._recent = self._recent * _what_is_left(share.counted_at - self._recent_at) + 1
        self._recent_at = share.counted_at

    def _note_done(self, server: int) -> None:
        share = self._shares.get(server)
        if share is not None:
            share.under_way = max(0, share.under_way - 1)

    def _note_use(self, server: int) -> _Share:
        """Note that a server uses the bot, forget those that have not for a while, and return its share."""
        share = self._count(server)
        share.used_at = share.counted_at
        self._shares.move_to_end(server)
        while share.counted_at - self._oldest_use > ALONE_AFTER_SECONDS:
            self._shares.popitem(last=False)
        return share


def _what_is_left(seconds: float) -> float:
    """Return how much a request still counts after some time."""
    return math.exp(-seconds / RECENTLY_SECONDS)
