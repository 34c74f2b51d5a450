"""Limit of requests a second and of refused requests, for all processes of the bot together.

Answers to interactions are no part of Discord's limit, and never wait here. See
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit and #invalid-request-limit-aka-cloudflare-bans.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from types import SimpleNamespace
from typing import Final

import aiohttp

from cogs.discord_api.failures import TooManyCalls
from gridlock_host.ownership.shared_times import SharedTimes

_log = logging.getLogger(__name__)

CALLS_PER_SECOND: Final = 50
"""How many requests Discord takes from a bot in a second."""

# Requests may arrive closer together than they are sent.
_SHARE_USED: Final = 0.8
# So many are reserved at once, so that a crowd does not cost as many statements.
_AT_ONCE: Final = 5
# A request that comes later than reserved could meet those of other processes.
_TOO_LATE_SECONDS: Final = 0.05
# Nobody waits for a message that long; it is sent later, as it is then.
_LONGEST_WAIT: Final = 10.0
_SHORT_WAIT: Final = 0.1
# Other processes are unknown while the database cannot be reached.
_ALONE_SHARE: Final = 4

_INVALID: Final = frozenset({401, 403, 429})
# At most 2,000 at once and 10 a second after that, so at most 8,000 in ten minutes; Discord bans after 10,000.
_SECONDS_PER_INVALID: Final = 0.1
_MOST_INVALID_SECONDS: Final = 200.0
_UNLIMITED: Final = ("/interactions/", "/webhooks/")


class CallLimiter:
    """Lets requests of discord.py wait until they may be made.

    Args:
        times: The times that all processes of the bot share.
        per_second: How many requests Discord takes in a second; 0 for any number.
    """

    def __init__(self, times: SharedTimes, per_second: int = CALLS_PER_SECOND) -> None:
        self._times = times
        self._spacing = 1 / (per_second * _SHARE_USED) if per_second else 0.0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._working: asyncio.Task[None] | None = None
        self._counting: asyncio.Task[None] | None = None
        self._uncounted = 0
        self._free_at = 0.0
        self._stopped_until = 0.0

    @property
    def is_short(self) -> bool:
        """Whether a request would have to wait."""
        return self._expected_wait() > _SHORT_WAIT

    def observe(self, trace: aiohttp.TraceConfig) -> None:
        """Let requests that are traced wait, also each retry."""
        trace.on_request_start.append(self._before_request)

    async def wait(self) -> None:
        """Wait until a request may be made.

        Raises:
            TooManyCalls: It would have to wait too long.
        """
        if not self._spacing:
            return
        if self._expected_wait() > _LONGEST_WAIT:
            raise TooManyCalls
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work(), name="requests that wait for Discord's limit")
        await turn

    def note_status(self, status: int | None) -> None:
        """Count a response, by its status."""
        if status not in _INVALID or not self._spacing:
            return
        self._uncounted += 1
        if self._counting is None or self._counting.done():
            self._counting = asyncio.create_task(self._count_invalid(), name="refused requests")

    def close(self) -> None:
        """Let nothing wait any more."""
        for task in (self._working, self._counting):
            if task is not None:
                task.cancel()
        for turn in self._waiting:
            turn.cancel()

    def _expected_wait(self) -> float:
        now = asyncio.get_running_loop().time()
        queued = max(self._free_at - now, 0.0) + len(self._waiting) * self._spacing
        return max(queued, self._stopped_until - now)

    async def _before_request(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        path = request.url.path
        if "/api/" in path and not any(part in path for part in _UNLIMITED):
            await self.wait()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            count = min(len(self._waiting), _AT_ONCE)
            begins = await self._reserve(count)
            for number in range(count):
                at = begins + number * self._spacing
                self._free_at = begins + count * self._spacing
                await asyncio.sleep(max(0.0, at - loop.time()))
                self._let_one_go()
                if loop.time() > at + _TOO_LATE_SECONDS:
                    break

    async def _reserve(self, count: int) -> float:
        """Reserve the time of so many requests, and return when it begins, by the clock of the event loop."""
        loop = asyncio.get_running_loop()
        asked_at, seconds = loop.time(), count * self._spacing
        try:
            return loop.time() + (await self._times.reserve("calls", seconds)).wait
        except Exception as error:  # noqa: BLE001  # any fault of the database
            _log.debug("the limit of requests is not shared: %s", type(error).__name__)
            return max(asked_at, self._free_at + (_ALONE_SHARE - 1) * seconds)

    def _let_one_go(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return

    async def _count_invalid(self) -> None:
        while self._uncounted:
            count, self._uncounted = self._uncounted, 0
            try:
                seconds = count * _SECONDS_PER_INVALID
                ahead = seconds + (await self._times.reserve("invalid", seconds)).wait
            except Exception as error:  # noqa: BLE001  # any fault of the database
                _log.debug("refused requests were not counted: %s", type(error).__name__)
                return
            if ahead > _MOST_INVALID_SECONDS:
                self._stopped_until = asyncio.get_running_loop().time() + ahead - _MOST_INVALID_SECONDS + _LONGEST_WAIT
                _log.error("Discord refuses so many requests that the bot makes none for a while, except answers")
            await asyncio.sleep(1)
