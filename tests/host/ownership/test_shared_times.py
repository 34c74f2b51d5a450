"""Times that processes share, in a file and in PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from gridlock_host import Database
from gridlock_host.ownership.shared_times import FileTimes, LocalTimes, shared_times

LONG = 100.0


async def test_each_time_is_reserved_once_by_whoever_asks(database: Database) -> None:
    async with shared_times(database) as one, shared_times(database) as other:
        waits = await asyncio.gather(*(each.reserve("a slot", LONG) for each in (one, other) * 3))
        assert sorted(round(reserved.wait / LONG) for reserved in waits) == list(range(6))
        assert (await other.reserve("another slot", LONG)).wait == 0


async def test_a_time_that_nobody_could_wait_for_counts_for_nothing(database: Database) -> None:
    async with shared_times(database) as times:
        await times.reserve("a slot of before", 10_000)
        assert (await times.reserve("a slot of before", LONG)).wait == 0


async def test_a_time_ends_later_only_if_nobody_has_the_next_one(database: Database) -> None:
    async with shared_times(database) as one, shared_times(database) as other:
        first = await one.reserve("a late slot", LONG)
        assert await one.prolong("a late slot", first, LONG)
        second = await other.reserve("a late slot", LONG)
        assert second.wait == pytest.approx(2 * LONG, abs=5)
        assert not await one.prolong("a late slot", first, LONG)
        assert await other.prolong("a late slot", second, LONG)


@pytest.mark.parametrize("written", ["", "no json", "[1]", '{"a slot": "soon"}', '{"a slot": null}'])
async def test_an_unreadable_file_counts_as_a_new_one(tmp_path: Path, written: str) -> None:
    path = tmp_path / "times"
    path.write_text(written)
    assert (await FileTimes(path).reserve("a slot", LONG)).wait == 0
    assert (await FileTimes(path).reserve("a slot", LONG)).wait == pytest.approx(LONG, abs=1)


async def test_a_reserved_time_passes_by_itself() -> None:
    now = 0.0
    times = LocalTimes(lambda: now)
    assert [(await times.reserve("a slot", 5)).wait for _ in range(2)] == [0, 5]
    now = 30.0
    assert (await times.reserve("a slot", 5)).wait == 0
