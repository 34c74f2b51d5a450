"""CPU time of another process, from its own clock, and waiting until it is quiet."""

from __future__ import annotations

import asyncio
import ctypes
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

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


def children(process_id: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    found = Path(f"/proc/{process_id}/task").glob("*/children")
    return [int(child) for file in found for child in file.read_text(encoding="ascii").split()]


async def until_quiet(clocks: Sequence[CpuClock], *, quiet_seconds: float = _QUIET_SECONDS) -> None:
    """Wait until processes have done next to nothing for a while.

    Args:
        clocks: The clocks of the processes.
        quiet_seconds: How long they have to be quiet.

    Raises:
        TimeoutError: They did not become quiet.
    """
    async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
        while True:
            before = [clock.seconds for clock in clocks]
            await asyncio.sleep(quiet_seconds)
            if all(clock.seconds - past < _QUIET_CPU for clock, past in zip(clocks, before, strict=True)):
                return
