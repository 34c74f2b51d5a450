"""Discord's limits of a whole bot: identifies at a time and a day, requests a second, refused requests."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.wire import Json

_SECOND = 1.0
_TEN_MINUTES = 600.0
_INVALID = frozenset({401, 403, 429})
# https://discord.com/developers/docs/topics/rate-limits#global-rate-limit: these two have no part in it.
_UNLIMITED = ("/interactions/", "/webhooks/")


@dataclass(frozen=True)
class Limits:
    """The limits to enforce; the defaults are Discord's for most bots.

    Attributes:
        max_concurrency: How many shards may identify at a time: those whose ids differ in the remainder by it.
        identify_seconds: The time between two identifies with the same remainder.
        session_starts: How many identifies there may be in a day.
        day_seconds: How long that day is, from the first identify on.
        calls_per_second: How many requests there may be in any second; answers to interactions do not count.
        invalid_calls: How many requests may be refused with 401, 403 or 429 in ten minutes.
    """

    max_concurrency: int = 1
    identify_seconds: float = 5.0
    session_starts: int = 1000
    day_seconds: float = 86_400.0
    calls_per_second: int = 50
    invalid_calls: int = 10_000


@dataclass(frozen=True)
class Identify:
    """An identify that a bot has sent.

    Attributes:
        at: When it came, in seconds on the server's clock.
        shard_id: The shard.
        shard_count: The number of shards.
        was_early: Whether it came too soon after another one, and was refused.
    """

    at: float
    shard_id: int
    shard_count: int
    was_early: bool = False


class TooManyStarts(Exception):
    """The bot has identified more often than a day allows: Discord ends its sessions and resets its token."""


class LimitGuard:
    """Counts what a bot does, and refuses what is beyond its limits.

    Args:
        limits: The limits; None to refuse nothing.
        clock: A monotonic clock, in seconds.

    Attributes:
        identifies: All identifies, in order of arrival.
        most_calls: The most requests that came in one second, those that were refused included.
        invalid: How many requests were refused with 401, 403 or 429.
    """

    def __init__(self, limits: Limits | None, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._started: list[float] = []
        self._slots: dict[int, float] = {}
        self._calls: deque[float] = deque()
        self._granted: deque[float] = deque()
        self._refused: deque[float] = deque()
        self.identifies: list[Identify] = []
        self.most_calls = 0
        self.invalid = 0

    def allows_identify(self, shard_id: int, shard_count: int) -> bool:
        """Count an identify, and return whether the shard may identify now.

        Raises:
            TooManyStarts: There are no more starts left for the day.
        """
        now, limits = self._clock(), self._limits or Limits(identify_seconds=0)
        slot = shard_id % limits.max_concurrency
        was_early = now < self._slots.get(slot, 0) + limits.identify_seconds
        self.identifies.append(Identify(now, shard_id, shard_count, was_early))
        if was_early:
            return False
        if self._limits is not None and len(self._started_today()) >= limits.session_starts:
            raise TooManyStarts
        self._slots[slot] = now
        self._started.append(now)
        return True

    def _started_today(self) -> list[float]:
        if self._limits and self._started and self._clock() >= self._started[0] + self._limits.day_seconds:
            self._started.clear()
        return self._started

    def to_json(self) -> Json:
        """Return the limit of starts as Discord tells it."""
        limits = self._limits or Limits()
        started = self._started_today() if self._limits else []
        passed = self._clock() - started[0] if started else 0.0
        return {
            "total": limits.session_starts,
            "remaining": limits.session_starts - len(started),
            "reset_after": round((limits.day_seconds - passed) * 1000),
            "max_concurrency": limits.max_concurrency,
        }

    def seconds_until_call(self, path: str) -> float:
        """Count a request, and return after how many seconds it may be made; 0 if it may be made now."""
        if path.startswith(_UNLIMITED):
            return 0.0
        now = self._clock()
        self._calls.append(now)
        _forget(self._calls, now - _SECOND)
        self.most_calls = max(self.most_calls, len(self._calls))
        if self._limits is None:
            return 0.0
        _forget(self._granted, now - _SECOND)
        if len(self._granted) >= self._limits.calls_per_second:
            return self._granted[0] + _SECOND - now
        self._granted.append(now)
        return 0.0

    def note_status(self, status: int) -> None:
        """Count a response, by its status."""
        if status in _INVALID:
            self.invalid += 1
            self._refused.append(self._clock())

    @property
    def bans(self) -> bool:
        """Whether too many requests were refused in ten minutes."""
        _forget(self._refused, self._clock() - _TEN_MINUTES)
        return self._limits is not None and len(self._refused) >= self._limits.invalid_calls


def _forget(times: deque[float], until: float) -> None:
    while times and times[0] <= until:
        times.popleft()
