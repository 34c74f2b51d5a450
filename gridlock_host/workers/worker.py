"""Worker: the parent's side of one worker process. `child.py` is the other side."""

from __future__ import annotations

import asyncio
import os
import pickle  # the pickles come from a process that this one has started
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gridlock_host.workers.child import LENGTH, RAISED

_SCRIPT: Final = Path(__file__).with_name("child.py")
# A worker runs one job at a time. Libraries that start a thread for each processor would slow the other workers down.
_ENVIRONMENT: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a function.

    Attributes:
        result: The return value; None if it raised an exception.
        raised: The traceback of the exception.
    """

    result: Any = None
    raised: str | None = None


class Worker:
    """One worker process, which is started on demand."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._is_killed = False
        self._is_retired = False

    @property
    def is_running(self) -> bool:
        """Whether the process runs, as far as is known."""
        return self._process is not None and self._process.returncode is None and not self._is_killed

    @property
    def process_id(self) -> int | None:
        """The id of the process, if it runs."""
        return self._process.pid if self._process is not None and self.is_running else None

    @property
    def has_died(self) -> bool:
        """Whether the process has ended by itself."""
        return self._process is not None and self._process.returncode is not None and not self._is_killed

    async def start(self) -> None:
        """Start the process, once any earlier one is gone.

        Raises:
            EOFError: The worker is retired.
            OSError: The system cannot start a process.
        """
        await self.ended()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            str(_SCRIPT),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            # asyncio notices the end of a process only when all of its output is read.
            limit=sys.maxsize,
            env={**os.environ, **_ENVIRONMENT},
            # Ctrl+C in a terminal must reach the bot only, which then stops this process.
            start_new_session=True,
        )
        self._is_killed = False
        if self._is_retired:
            self.kill()
            await self.ended()
            raise EOFError
        self._send(sys.path)

    async def run(self, function: Callable[..., object], args: tuple[object, ...]) -> JobResult:
        """Run a function in the process, and start the process if necessary.

        Args:
            function: The function.
            args: Its arguments.

        Raises:
            EOFError, OSError: The process has died, or cannot be started.
        """
        if not self.is_running:
            await self.start()
        self._send((function, args))
        kind, value = await self._receive()
        return JobResult(raised=value) if kind == RAISED else JobResult(value)

    def kill(self) -> None:
        """Stop the process at once, if there is one."""
        self._is_killed = True
        if self._process is not None and self._process.returncode is None:
            # asyncio's own `kill` can take the exit status of a process that has just died, and `wait` would hang.
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)

    def retire(self) -> None:
        """Stop the process at once, even while it is being started, and start no other one."""
        self._is_retired = True
        self.kill()

    async def ended(self) -> None:
        """Wait until the process has ended, if there is one."""
        if self._process is not None:
            await self._process.wait()
            self._process = None

    def _send(self, message: object) -> None:
        pickled = pickle.dumps(message)
        self._pipes[0].write(LENGTH.pack(len(pickled)) + pickled)

    async def _receive(self) -> tuple[str, Any]:
        source = self._pipes[1]
        (length,) = LENGTH.unpack(await source.readexactly(LENGTH.size))
        message = await source.readexactly(length)
        try:
            kind, value = pickle.loads(message)  # noqa: S301  # see the import
        except Exception as error:
            raise EOFError("a process answers what cannot be read") from error
        return kind, value

    @property
    def _pipes(self) -> tuple[asyncio.StreamWriter, asyncio.StreamReader]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise EOFError
        return process.stdin, process.stdout
