"""Start, preparation and end of worker processes."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from tests.host.support import misbehaving_jobs as misbehaving
from tests.host.support.workers import LONG, begin_endless, children, is_alive, read_number, until

ROOT = Path(__file__).parents[3]


async def test_each_worker_is_prepared_before_use(tmp_path: Path) -> None:
    """Also the one that takes the place of another."""
    path = tmp_path / "process"
    pool = WorkerPool(workers=1, preparations=[(misbehaving.note_process, (path,))])
    for _ in range(2):
        assert await pool.run(misbehaving.process_id, seconds=LONG) == read_number(path)
        with pytest.raises(WorkerFailed):
            await pool.run(misbehaving.die, seconds=LONG)
    await pool.close()


async def test_a_failed_preparation_blocks_no_job(caplog: pytest.LogCaptureFixture) -> None:
    pool = WorkerPool(workers=1, preparations=[(misbehaving.die, ())])
    assert await pool.run(misbehaving.answer, 7, seconds=LONG) == 7
    assert "could not be prepared" in caplog.text
    await pool.close()


async def test_closing_stops_all_workers_and_waiting_jobs(tmp_path: Path) -> None:
    pool = WorkerPool(workers=1)
    waiting, process_id = await begin_endless(pool, tmp_path / "process")
    queued = [
        asyncio.create_task(pool.run(misbehaving.answer, 7, seconds=LONG, urgent=urgent)) for urgent in (False, True)
    ]
    await asyncio.sleep(0)
    await pool.close()
    results = await asyncio.gather(waiting, *queued, return_exceptions=True)
    assert [type(result) for result in results] == [WorkerFailed] * 3
    assert not is_alive(process_id)
    with pytest.raises(WorkerFailed):
        await pool.run(misbehaving.answer, 7, seconds=LONG)


async def test_an_unused_pool_can_be_closed() -> None:
    await WorkerPool().close()


@pytest.mark.parametrize("turns", range(4))
async def test_closing_during_the_start_leaves_no_process(turns: int) -> None:
    """Whatever has come of it by then."""
    before = children()
    pool = WorkerPool(preparations=[(misbehaving.never_answer, ())])
    pool.start()
    for _ in range(turns):
        await asyncio.sleep(0)
    await pool.close()
    assert children() == before


@pytest.mark.parametrize("turns", range(6))
async def test_closing_during_a_replacement_leaves_no_process(turns: int) -> None:
    """The one that takes its place begins to start as it is needed."""
    before = children()
    pool = WorkerPool(workers=1)
    process_id = await pool.run(misbehaving.process_id, seconds=LONG)
    os.kill(process_id, signal.SIGKILL)
    await until(lambda: not is_alive(process_id))
    waiting = asyncio.create_task(pool.run(misbehaving.never_answer, seconds=LONG))
    for _ in range(turns):
        await asyncio.sleep(0)
    await pool.close()
    with pytest.raises(WorkerFailed):
        await waiting
    await until(lambda: children() == before)


async def test_the_pool_is_ready_with_its_first_worker_or_when_none_can_start(tmp_path: Path) -> None:
    path = tmp_path / "process"
    pool = WorkerPool(preparations=[(misbehaving.note_process, (path,))])
    await pool.ready()
    assert path.exists()
    await pool.close()
    for waiting in (pool, WorkerPool(preparations=[(misbehaving.never_answer, ())])):
        ready = asyncio.create_task(waiting.ready())
        await asyncio.sleep(0)
        await waiting.close()
        await ready


_PARENT = """
import asyncio, pathlib, sys
from gridlock_host.workers.pool import WorkerPool
from tests.host.support import misbehaving_jobs as misbehaving
async def main():
    thinker = WorkerPool(workers=2)
    idle = await thinker.run(misbehaving.process_id, seconds=60)
    pathlib.Path(sys.argv[2]).write_text(str(idle))
    await asyncio.gather(*(
        thinker.run(misbehaving.note_and_never_answer, pathlib.Path(path), seconds=60, urgent=True)
        for path in sys.argv[1:2]
    ))
asyncio.run(main())
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
async def test_no_worker_outlives_a_killed_program(tmp_path: Path, end: signal.Signals) -> None:
    """Neither a process that computes for ever nor one that has nothing to do."""
    busy, idle = tmp_path / "busy", tmp_path / "idle"
    parent = await asyncio.create_subprocess_exec(sys.executable, "-c", _PARENT, str(busy), str(idle), cwd=ROOT)
    await until(busy.exists)
    processes = [int(path.read_text()) for path in (busy, idle)]
    parent.send_signal(end)
    await parent.wait()
    await until(lambda: not any(is_alive(process) for process in processes))
