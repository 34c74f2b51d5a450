"""A worker, seen from the bot."""

from __future__ import annotations

import asyncio
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gridlock_host.workers import child as thinking_process
from gridlock_host.workers.child import LENGTH
from gridlock_host.workers.worker import Worker
from tests.host.support import misbehaving_jobs as misbehaving

# Longer than a process needs to be gone.
LONG = 60.0


async def test_a_dead_worker_is_noticed_despite_unread_output() -> None:
    """However much of the answer is left."""
    worker = Worker()
    await worker.start()
    running = asyncio.create_task(worker.run(misbehaving.answer, (bytes(20_000_000),)))
    source: Any = worker._pipes[1]
    while len(source._buffer) < 1_000_000:  # noqa: ASYNC110  # nothing tells of it
        await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    worker.kill()
    async with asyncio.timeout(LONG):
        await worker.ended()
    assert not worker.is_running


def test_a_worker_ends_silently_when_its_bot_died() -> None:
    script = Path(str(thinking_process.__file__))
    with subprocess.Popen(
        [sys.executable, "-P", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        for message in (pickle.dumps(sys.path), pickle.dumps((misbehaving.answer, (1,)))):
            process.stdin.write(LENGTH.pack(len(message)) + message)
        process.stdin.flush()
        assert (process.stderr.read(), process.wait(LONG)) == (b"", 0)
