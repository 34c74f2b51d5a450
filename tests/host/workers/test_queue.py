"""The queue for workers."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host.workers.queue import WorkerQueue, WorkerUnavailable
from gridlock_host.workers.worker import Worker

# Longer than anything takes here.
LONG = 60.0


async def let_pass(seconds: float) -> None:
    """Wait in vain for so long."""
    with pytest.raises(WorkerUnavailable):
        await WorkerQueue(room_for_others=1, patience=seconds).take(urgent=True)


async def test_a_waiter_does_not_give_up_while_the_queue_moves() -> None:
    """However long it takes until it is the last one's."""
    turns, worker = WorkerQueue(room_for_others=1, patience=0.5), Worker()
    waiting = [asyncio.create_task(turns.take(urgent=True)) for _ in range(30)]
    for turn in waiting:
        await let_pass(0.02)
        turns.add(worker)
        assert await turn is worker


async def test_a_waiter_that_gave_up_blocks_no_other() -> None:
    turns, worker = WorkerQueue(room_for_others=1, patience=0.01), Worker()
    with pytest.raises(WorkerUnavailable):
        await turns.take(urgent=True)
    assert turns.waiting == 0
    turns.add(worker)
    assert await turns.take(urgent=True) is worker


@pytest.mark.parametrize("urgent", [False, True])
@pytest.mark.parametrize("is_given", [False, True])
async def test_an_unwanted_turn_goes_to_the_next_waiter(*, urgent: bool, is_given: bool) -> None:
    """Also where it has just been given."""
    turns, worker = WorkerQueue(room_for_others=1, patience=LONG), Worker()
    unwanted = asyncio.create_task(turns.take(urgent=urgent))
    await asyncio.sleep(0)
    if is_given:
        turns.add(worker)
    unwanted.cancel()
    with pytest.raises(asyncio.CancelledError):
        await unwanted
    if not is_given:
        turns.add(worker)
    assert await turns.take(urgent=urgent) is worker


async def test_jobs_that_are_not_urgent_have_limited_places() -> None:
    turns, workers = WorkerQueue(room_for_others=1, patience=LONG), [Worker(), Worker()]
    for worker in workers:
        turns.add(worker)
    assert await turns.take(urgent=False) is workers[0]
    other = asyncio.create_task(turns.take(urgent=False))
    assert await turns.take(urgent=True) is workers[1]
    turns.add(workers[1])
    await asyncio.sleep(0)
    assert not other.done()
    turns.end(urgent=False)
    assert await other is workers[1]


async def test_servers_take_turns_for_a_worker() -> None:
    """A player of a quiet server waits for one job of a busy one, not for all that were asked for before."""
    turns, worker, ended = WorkerQueue(room_for_others=1, patience=LONG), Worker(), list[int]()

    async def think(server: int) -> None:
        assert await turns.take(urgent=True, server=server) is worker
        ended.append(server)
        turns.add(worker)

    busy = [asyncio.create_task(think(1)) for _ in range(20)]
    await asyncio.sleep(0)
    quiet = asyncio.create_task(think(2))
    await asyncio.sleep(0)
    turns.add(worker)
    await asyncio.gather(*busy, quiet)
    assert ended.index(2) <= 1
