"""Jobs that never end, and the worker processes that run them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from gridlock_host.workers.pool import WorkerPool
from tests.host.support import misbehaving_jobs as misbehaving

# Longer than anything takes that ends by itself.
LONG = 60.0


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that happens in another process."""
    async with asyncio.timeout(LONG):
        while not condition():  # noqa: ASYNC110  # another process tells of nothing
            await asyncio.sleep(0.005)


def is_alive(process_id: int) -> bool:
    """Whether a process runs; one that is dead and was not waited for yet does not."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def children() -> list[int]:
    """The processes that this one has started, and that still run."""
    listed = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [process_id for process_id in map(int, listed) if is_alive(process_id)]


def read_number(path: Path) -> int:
    """The number in a file."""
    return int(path.read_text())


async def begin_endless(pool: WorkerPool, path: Path, *, urgent: bool = False) -> tuple[asyncio.Task[None], int]:
    """Start an endless job; return the waiting task and the worker's process id."""
    waiting = asyncio.create_task(pool.run(misbehaving.note_and_never_answer, path, seconds=LONG, urgent=urgent))
    await until(path.exists)
    return waiting, read_number(path)
