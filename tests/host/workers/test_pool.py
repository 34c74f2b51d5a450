"""The worker pool."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from tests.host.support import misbehaving_jobs as misbehaving
from tests.host.support.workers import LONG, begin_endless, is_alive, read_number, until


async def test_a_jobs_result_is_returned(pool: WorkerPool) -> None:
    value = {"a": [1, 2, (3, None)], "b": b"\0" * 200_000}
    assert await pool.run(misbehaving.answer, value, seconds=LONG) == value
    assert await pool.run(misbehaving.process_id, seconds=LONG) != os.getpid()


async def test_a_jobs_output_does_not_disturb_its_result(pool: WorkerPool, capfd: pytest.CaptureFixture[str]) -> None:
    assert await pool.run(misbehaving.print_and_answer, 7, seconds=LONG) == 7
    assert capfd.readouterr().err == "thinking aloud\n"


@pytest.mark.parametrize("function", [misbehaving.complain, misbehaving.answer_with_what_cannot_be_sent])
async def test_a_raised_exception_is_reported_and_the_worker_continues(
    pool: WorkerPool, function: Callable[[], object]
) -> None:
    before = {await pool.run(misbehaving.process_id, seconds=LONG) for _ in range(4)}
    with pytest.raises(WorkerFailed, match="raised an exception"):
        await pool.run(function, seconds=LONG)
    assert {await pool.run(misbehaving.process_id, seconds=LONG) for _ in range(4)} <= before


@pytest.mark.parametrize("function", [misbehaving.die, misbehaving.leave])
async def test_a_dead_worker_is_replaced(pool: WorkerPool, function: Callable[[], object]) -> None:
    for _ in range(3):
        with pytest.raises(WorkerFailed, match="died"):
            await pool.run(function, seconds=LONG)
    assert await pool.run(misbehaving.answer, 7, seconds=LONG) == 7


async def test_a_worker_that_times_out_is_replaced(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, preparations=[(misbehaving.answer, (0,))])
    await pool.ready()
    path = tmp_path / "process"
    with pytest.raises(WorkerFailed, match="longer than 1 seconds"):
        await pool.run(misbehaving.note_and_never_answer, path, seconds=1)
    await until(lambda: not is_alive(int(path.read_text())))
    assert await pool.run(misbehaving.answer, 7, seconds=LONG) == 7
    await pool.close()


async def test_an_idle_worker_that_died_is_replaced_by_a_prepared_one(
    tmp_path: Path,
) -> None:
    """Its replacement does not shorten the timeout of the next job."""
    path = tmp_path / "process"
    pool = WorkerPool(workers=1, preparations=[(misbehaving.note_process, (path,))])
    await pool.ready()
    os.kill(before := read_number(path), signal.SIGKILL)
    await until(lambda: not pool._workers[0].is_running)
    assert await pool.run(misbehaving.process_id, seconds=LONG, urgent=True) == read_number(path) != before
    await pool.close()


async def test_a_killed_idle_worker_is_replaced() -> None:
    """The next function either runs at once or fails and runs then; the process was known to be there."""
    pool = WorkerPool(workers=1)
    process_id = await pool.run(misbehaving.process_id, seconds=LONG)
    os.kill(process_id, signal.SIGKILL)
    await until(lambda: not is_alive(process_id))
    try:
        other = await pool.run(misbehaving.process_id, seconds=LONG)
    except WorkerFailed:
        other = await pool.run(misbehaving.process_id, seconds=LONG)
    assert other != process_id
    await pool.close()


async def test_cancelling_a_caller_stops_its_job(pool: WorkerPool, tmp_path: Path) -> None:
    waiting, process_id = await begin_endless(pool, tmp_path / "process")
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await until(lambda: not is_alive(process_id))
    assert await pool.run(misbehaving.answer, 7, seconds=LONG) == 7


async def test_one_worker_is_reserved_for_urgent_jobs(pool: WorkerPool, tmp_path: Path) -> None:
    """However much else there is to do."""
    waiting, _ = await begin_endless(pool, tmp_path / "process")
    others = [asyncio.create_task(pool.run(misbehaving.answer, 7, seconds=LONG)) for _ in range(5)]
    assert await pool.run(misbehaving.answer, 8, seconds=LONG, urgent=True) == 8
    assert not any(other.done() for other in others)
    waiting.cancel()
    assert await asyncio.gather(*others) == [7] * 5


async def test_many_concurrent_jobs_get_their_own_results(pool: WorkerPool) -> None:
    values = list(range(60))
    urgent = [pool.run(misbehaving.answer, value, seconds=LONG, urgent=value % 2 == 0) for value in values]
    assert await asyncio.gather(*urgent) == values


async def test_a_full_queue_refuses_all_but_urgent_jobs(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, most_waiting=2)
    waiting, _ = await begin_endless(pool, tmp_path / "process")
    first = [asyncio.create_task(pool.run(misbehaving.answer, 7, seconds=LONG)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(WorkerFailed, match="no room"):
        await pool.run(misbehaving.answer, 7, seconds=LONG)
    urgent = asyncio.create_task(pool.run(misbehaving.answer, 8, seconds=LONG, urgent=True))
    waiting.cancel()
    assert await asyncio.gather(*first, urgent) == [7, 7, 8]
    await pool.close()


async def test_the_wait_for_a_worker_counts_towards_the_timeout(pool: WorkerPool, tmp_path: Path) -> None:
    """And stops nothing: what was begun goes on."""
    waiting, process_id = await begin_endless(pool, tmp_path / "process")
    with pytest.raises(WorkerFailed, match="took longer"):
        await pool.run(misbehaving.answer, 7, seconds=0.1)
    assert is_alive(process_id)
    assert not waiting.done()
    waiting.cancel()


async def test_an_urgent_jobs_wait_does_not_count_towards_its_timeout(tmp_path: Path) -> None:
    """As long as other things take, and not only as long as it may take itself."""
    pool = WorkerPool(workers=1, preparations=[(misbehaving.answer, (0,))])
    waiting, _ = await begin_endless(pool, tmp_path / "process")
    urgent = asyncio.create_task(pool.run(misbehaving.answer, 8, seconds=0.5, urgent=True))
    with pytest.raises(WorkerFailed, match="took longer"):
        await pool.run(misbehaving.answer, 7, seconds=0.5)
    assert not urgent.done()
    waiting.cancel()
    assert await urgent == 8
    await pool.close()


async def test_an_urgent_job_has_a_timeout_of_its_own(pool: WorkerPool) -> None:
    with pytest.raises(WorkerFailed, match=r"longer than 0\.1 seconds"):
        await pool.run(misbehaving.never_answer, seconds=0.1, urgent=True)


async def test_an_urgent_job_gives_up_if_no_worker_gets_free(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1, patience=0.05)
    waiting, _ = await begin_endless(pool, tmp_path / "process")
    with pytest.raises(WorkerFailed, match="no process became free"):
        await pool.run(misbehaving.answer, 7, seconds=LONG, urgent=True)
    waiting.cancel()
    assert await pool.run(misbehaving.answer, 8, seconds=LONG) == 8
    await pool.close()


async def test_urgent_jobs_go_first(tmp_path: Path) -> None:
    """Before what has waited longer."""
    pool = WorkerPool(workers=1)
    waiting, _ = await begin_endless(pool, tmp_path / "process", urgent=True)
    done: list[object] = []

    async def note(value: str, *, urgent: bool) -> None:
        done.append(await pool.run(misbehaving.answer, value, seconds=LONG, urgent=urgent))

    notes = [note(f"{urgent} {number}", urgent=urgent) for urgent in (False, True) for number in range(3)]
    tasks = [asyncio.create_task(each) for each in notes]
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(*tasks)
    assert done == ["True 0", "True 1", "True 2", "False 0", "False 1", "False 2"]
    await pool.close()
