"""The order in which the writers of a process take turns."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host.errors import Busy
from gridlock_host.storage.driver.write_queue import WriteQueue


class Writers:
    """Tasks that write one after the other, each as long as the test lets it."""

    def __init__(self) -> None:
        self.queue = WriteQueue(is_needed=True)
        self.order: list[str] = []
        self._may_end = asyncio.Semaphore(0)

    async def write(self, name: str, *, is_short: bool) -> None:
        async with self.queue.turn(is_short=is_short):
            self.order.append(name)
            await self._may_end.acquire()

    async def begin(self, *names: str) -> list[asyncio.Task[None]]:
        """Begin writes in this order; the name of a short one begins with `short`."""
        tasks = []
        for name in names:
            tasks.append(asyncio.create_task(self.write(name, is_short=name.startswith("short"))))
            await asyncio.sleep(0)
        return tasks

    def let_end(self, number: int) -> None:
        for _ in range(number):
            self._may_end.release()


async def test_short_and_long_writes_take_turns() -> None:
    writers = Writers()
    tasks = await writers.begin("long 1", "long 2", "long 3", "short 1", "short 2")
    writers.let_end(5)
    await asyncio.gather(*tasks)
    assert writers.order == ["long 1", "short 1", "long 2", "short 2", "long 3"]


async def test_writes_of_one_kind_keep_their_order() -> None:
    writers = Writers()
    tasks = await writers.begin("long 1", "long 2", "long 3")
    writers.let_end(3)
    await asyncio.gather(*tasks)
    assert writers.order == ["long 1", "long 2", "long 3"]


@pytest.mark.parametrize("cancelled", [1, 2])
async def test_a_cancelled_write_holds_up_no_other(cancelled: int) -> None:
    writers = Writers()
    tasks = await writers.begin("long 1", "long 2", "long 3", "long 4")
    tasks[cancelled].cancel()
    writers.let_end(4)
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(done[cancelled], asyncio.CancelledError)
    assert len(writers.order) == 3
    async with writers.queue.turn():
        pass


async def test_a_write_that_is_cancelled_when_its_turn_has_come_passes_it_on() -> None:
    writers = Writers()
    writers.let_end(2)
    async with writers.queue.turn():
        second, third = await writers.begin("long 2", "long 3")
    # It is the turn of the second one, which has not gone on yet.
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    await third
    assert writers.order == ["long 3"]


async def test_all_who_wait_give_up_with_the_first_one() -> None:
    writers = Writers()
    first, *waiting = await writers.begin("long 1", "short 1", "long 2")
    writers.queue.give_up()
    writers.let_end(3)
    await first
    assert [type(each) for each in await asyncio.gather(*waiting, return_exceptions=True)] == [Busy, Busy]
    assert writers.order == ["long 1"]
