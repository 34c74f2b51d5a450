"""The limit of requests: spacing, what waits too long, refused requests."""

from __future__ import annotations

import asyncio

import pytest

from cogs.discord_api.failures import TooManyCalls, may_have_arrived
from cogs.runtime.limits.call_limiter import CallLimiter
from gridlock_host.ownership.shared_times import LocalTimes, Reserved


class _FailingTimes:
    async def reserve(self, name: str, seconds: float) -> Reserved:
        raise OSError(name, seconds)

    async def prolong(self, name: str, reserved: Reserved, seconds: float) -> bool:
        raise OSError(name, reserved, seconds)


async def _times_of(limiter: CallLimiter, count: int) -> list[float]:
    """Make so many requests at once, and return when they were made."""
    loop = asyncio.get_running_loop()

    async def call() -> float:
        await limiter.wait()
        return loop.time()

    return sorted(await asyncio.gather(*(call() for _ in range(count))))


async def test_requests_of_two_processes_share_one_limit() -> None:
    times = LocalTimes(asyncio.get_running_loop().time)
    one, other = CallLimiter(times, 500), CallLimiter(times, 500)
    made = await asyncio.gather(_times_of(one, 20), _times_of(other, 20))
    merged = sorted(made[0] + made[1])
    assert merged[-1] - merged[0] >= 39 / 500


async def test_requests_are_still_spaced_if_the_times_cannot_be_shared() -> None:
    made = await _times_of(CallLimiter(_FailingTimes(), 500), 20)
    assert made[-1] - made[0] >= 19 / 500


async def test_a_request_that_would_wait_too_long_is_not_made() -> None:
    limiter = CallLimiter(LocalTimes(), 1)
    waiting = [asyncio.create_task(limiter.wait()) for _ in range(10)]
    await asyncio.sleep(0)
    with pytest.raises(TooManyCalls) as info:
        await limiter.wait()
    assert limiter.is_short
    assert not may_have_arrived(info.value)
    limiter.close()
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(one) for one in ended].count(asyncio.CancelledError) == 9


async def test_without_a_limit_nothing_waits() -> None:
    limiter = CallLimiter(_FailingTimes(), 0)
    limiter.note_status(429)
    await limiter.wait()
    assert not limiter.is_short


async def test_after_thousands_of_refused_requests_no_more_are_made() -> None:
    limiter = CallLimiter(LocalTimes(), 50)
    for status in [*[403] * 1_999, 200, None]:
        limiter.note_status(status)
    await asyncio.sleep(0)
    await limiter.wait()
    limiter.close()
    limiter = CallLimiter(LocalTimes(), 50)
    for _ in range(2_001):
        limiter.note_status(403)
    await asyncio.sleep(0)
    with pytest.raises(TooManyCalls):
        await limiter.wait()
    limiter.close()
