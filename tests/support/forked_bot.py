"""Fast starts of `bot.py`, as forks of a process that has imported it.

A new Python process spends most of the start on imports, and the tests start the bot more than a hundred times. A fork
differs from it in two things: the modules are imported already, and its worker processes start at their first job.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from unittest import mock

from gridlock_host.workers.pool import WorkerPool
from operation import composition
from tests.support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


class ForkedBot:
    """A process that runs `python bot.py` with arguments of its own.

    Args:
        arguments: What follows `bot.py` on the command line.
        environment: All of its environment.
        out: Where it writes; its standard error goes there too, unless `err` is given.
        err: Where its standard error goes.
        typed: Its standard input; nothing if left out.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        out: Path,
        err: Path | None = None,
        typed: Connection | None = None,
    ) -> None:
        self._process: BaseProcess = fork_server().Process(
            target=_run, args=(tuple(arguments), dict(environment), out, err, typed), daemon=True
        )
        self._process.start()

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """Its exit status; negative if a signal has ended it, None while it runs."""
        return self._process.exitcode

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal."""
        os.kill(self.pid, how)

    async def wait(self) -> int:
        """Wait until it has ended, and return its exit status."""
        await asyncio.to_thread(self._process.join, PATIENCE)
        assert self.returncode is not None, "the process does not end"
        return self.returncode


@cache
def fork_server() -> ForkServerContext:
    """Where processes come from that have their program imported, so that they start at once."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        [
            __name__,
            "operation.program",
            "operation.run_discord",
            "operation.run_local",
            "tests.host.support.claimant_process",
            "tests.host.support.killed_migration",
            "tests.host.support.mover_process",
            "tests.host.support.restore_process",
        ]
    )
    return context


def _run(
    arguments: tuple[str, ...], environment: dict[str, str], out: Path, err: Path | None, typed: Connection | None
) -> None:
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    written = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY) if typed is None else typed.fileno(), 0)
    os.dup2(written, 1)
    os.dup2(written if err is None else os.open(err, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115  # they stay open
        for number, mode in enumerate("rww")
    )
    sys.argv = ["bot.py", *arguments]
    with mock.patch.object(composition, "WorkerPool", _LazyWorkerPool):
        runpy.run_path("bot.py", run_name="__main__")


class _LazyWorkerPool(WorkerPool):
    """Worker processes that are started when they are needed first, and not with the program."""

    _was_told_to_start = False

    def start(self) -> None:
        if self._was_told_to_start:
            super().start()
        self._was_told_to_start = True
