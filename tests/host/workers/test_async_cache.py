"""The cache of awaitables."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host.workers.async_cache import AsyncCache


class Work:
    """Counts how often it is done, and is done when it is let."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.may_end = asyncio.Event()
        self.fails = False

    async def on(self, key: str) -> str:
        self.begun.append(key)
        await self.may_end.wait()
        if self.fails:
            raise ValueError(key)
        return key.upper()


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def remembered() -> AsyncCache[str, str]:
    return AsyncCache(2)


async def test_concurrent_and_repeated_calls_compute_once(remembered: AsyncCache[str, str], work: Work) -> None:
    asking = [asyncio.create_task(remembered.get("a", lambda: work.on("a"))) for _ in range(3)]
    work.may_end.set()
    assert await asyncio.gather(*asking) == ["A"] * 3
    assert await remembered.get("a", lambda: work.on("a")) == "A"
    assert work.begun == ["a"]


async def test_the_least_recently_used_entry_is_evicted(remembered: AsyncCache[str, str], work: Work) -> None:
    work.may_end.set()
    for key in "abaca":
        await remembered.get(key, lambda key=key: work.on(key))  # type: ignore[misc]
    assert work.begun == ["a", "b", "c"]
    await remembered.get("b", lambda: work.on("b"))
    assert work.begun == ["a", "b", "c", "b"]


async def test_a_failure_reaches_all_waiters_and_is_not_cached(remembered: AsyncCache[str, str], work: Work) -> None:
    work.fails = True
    work.may_end.set()
    asking = (remembered.get("a", lambda: work.on("a")) for _ in range(2))
    assert [type(error) for error in await asyncio.gather(*asking, return_exceptions=True)] == [ValueError] * 2
    work.fails = False
    assert await remembered.get("a", lambda: work.on("a")) == "A"


async def test_a_cancelled_waiter_stops_no_other(remembered: AsyncCache[str, str], work: Work) -> None:
    first, second = (asyncio.create_task(remembered.get("a", lambda: work.on("a"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    work.may_end.set()
    assert await second == "A"
    assert work.begun == ["a"]
