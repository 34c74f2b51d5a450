"""CPU time of another process, from its own clock, and waiting until it is quiet."""

from __future__ import annotations

import asyncio
import ctypes
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_LIBRARY: Final = ctypes.CDLL(None, use_errno=True)

# Longer than work that a bot puts off for a moment, such as 50 ms.
_QUIET_SECONDS: Final = 0.1
# The least work of interest, a transaction or a request, takes more.
_QUIET_CPU: Final = 0.0003
_LONGEST_WAIT_SECONDS: Final = 60.0


class CpuClock:
    """The CPU time that a process has used in all its threads, those that have ended included.

    The kernel keeps it in nanoseconds; `/proc/PID/stat` tells only hundredths of a second.

    Args:
        process_id: The process.

    Raises:
        OSError: There is no such process.
    """

    def __init__(self, process_id: int) -> None:
        self.process_id = process_id
        clock = ctypes.c_int()
        error = _LIBRARY.clock_getcpuclockid(process_id, ctypes.byref(clock))
        if error:
            raise OSError(error, os.strerror(error))
        self._clock = clock.value
        self._loop = Path(f"/proc/{process_id}/schedstat")

    @property
    def seconds(self) -> float:
        """The CPU seconds of the whole process so far."""
        return time.clock_gettime_ns(self._clock) / 1e9

    @property
    def loop_seconds(self) -> float:
        """The CPU seconds of its first thread so far, which runs the event loop."""
        return int(self._loop.read_text(encoding="ascii").split()[0]) / 1e9


class Clock(Protocol):
    """CPU time so far."""

    @property
    def seconds(self) -> float:
        """The CPU seconds of all threads."""

    @property
    def loop_seconds(self) -> float:
        """The CPU seconds of the threads of event loops."""


class SummedClock:
    """The CPU time of several processes together.

    Args:
        clocks: Their clocks.
    """

    def __init__(self, clocks: Sequence[CpuClock]) -> None:
        self._clocks = clocks

    @property
    def seconds(self) -> float:
        """The CPU seconds of all of them."""
        return sum(clock.seconds for clock in self._clocks)

    @property
    def loop_seconds(self) -> float:
        """The CPU seconds of their event loops."""
        return sum(clock.loop_seconds for clock in self._clocks)


def children(process_id: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = Path(f"/proc/{process_id}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text(encoding="ascii").split()]


async def until_quiet(clocks: Sequence[Clock], *, within: float = _LONGEST_WAIT_SECONDS) -> None:
    """Wait until processes have done next to nothing for a while.

    Args:
        clocks: The clocks of the processes.
        within: The longest wait, in seconds.

    Raises:
        TimeoutError: They did not become quiet.
    """
    async with asyncio.timeout(within):
        while True:
            before = [clock.seconds for clock in clocks]
            await asyncio.sleep(_QUIET_SECONDS)
            if all(clock.seconds - past < _QUIET_CPU for clock, past in zip(clocks, before, strict=True)):
                return


@dataclass
class Usage:
    """The CPU time that a process has used for some work; zero until the work is done.

    Attributes:
        cpu: Its CPU seconds.
        loop_cpu: Those of the thread of its event loop.
    """

    cpu: float = 0.0
    loop_cpu: float = 0.0


@asynccontextmanager
async def usage_of(clock: Clock) -> AsyncIterator[Usage]:
    """Count the CPU time of a process from a moment when it is quiet, until it is quiet again after the block."""
    await until_quiet([clock])
    usage = Usage()
    cpu, loop_cpu = clock.seconds, clock.loop_seconds
    yield usage
    await until_quiet([clock])
    usage.cpu, usage.loop_cpu = clock.seconds - cpu, clock.loop_seconds - loop_cpu
