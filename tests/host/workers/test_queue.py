"""Taking turns at the processes to think in."""

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


async def test_nobody_gives_up_while_others_get_a_turn() -> None:
    """However long it takes until it is the last one's."""
    turns, worker = WorkerQueue(room_for_others=1, patience=0.5), Worker()
    waiting = [asyncio.create_task(turns.take(urgent=True)) for _ in range(30)]
    for turn in waiting:
        await let_pass(0.02)
        turns.add(worker)
        assert await turn is worker


async def test_whoever_gives_up_is_out_of_the_way() -> None:
    turns, worker = WorkerQueue(room_for_others=1, patience=0.01), Worker()
    with pytest.raises(WorkerUnavailable):
        await turns.take(urgent=True)
    assert turns.waiting == 0
    turns.add(worker)
    assert await turns.take(urgent=True) is worker


@pytest.mark.parametrize("urgent", [False, True])
@pytest.mark.parametrize("is_given", [False, True])
async def test_a_turn_that_is_not_wanted_any_more_goes_to_somebody_else(*, urgent: bool, is_given: bool) -> None:
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


async def test_what_is_not_urgent_has_only_so_much_room() -> None:
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
