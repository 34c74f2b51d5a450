"""Shares of processor time of jobs that wait together."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.workers.pool import WorkerPool
from gridlock_host.workers.shares import share
from tests.host.support import misbehaving_jobs as misbehaving

LONG = 60.0


@given(st.integers(1, 400), st.integers(1, 8), st.floats(1, 3))
def test_the_last_of_those_who_wait_is_served_in_two_seconds(waiting: int, workers: int, slowness: float) -> None:
    """Each job searches twice, with a glance at least. On a busy machine a second of processor time takes longer."""
    clock, left = 0.0, waiting
    while left:
        begun = min(workers, left)
        left -= begun
        clock += 2 * share(clock, left, workers) * slowness
    assert clock <= 2.0 * slowness + waiting / workers * 0.01 * slowness


@given(st.floats(0, 10), st.integers(0, 500), st.integers(1, 8))
def test_more_who_wait_never_make_a_share_larger(waited: float, waiting: int, workers: int) -> None:
    assert 0 < share(waited, waiting + 1, workers) <= share(waited, waiting, workers)
    assert share(waited + 0.1, waiting, workers) <= share(waited, waiting, workers)


async def test_a_job_alone_has_all_that_it_may_use_and_one_of_many_has_less() -> None:
    pool = WorkerPool(workers=1)
    alone = await pool.run_share(misbehaving.tell_seconds, most=0.2, seconds=LONG)
    together = await asyncio.gather(
        *(pool.run_share(misbehaving.tell_seconds, most=0.2, seconds=LONG) for _ in range(100))
    )
    assert alone == 0.2
    # The first of them began before the others waited.
    assert max(together[1:50]) < 0.1
    await pool.close()
