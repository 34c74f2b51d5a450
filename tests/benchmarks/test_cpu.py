"""The CPU clock of another process."""

import os
import subprocess
import sys

import pytest

from benchmarks.bots.cpu import CpuClock, children

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the benchmarks read the clocks of Linux")

_WORK = "import sys, threading; t = threading.Thread(target=lambda: sum(range({n}))); t.start(); t.join(); "
_WAIT = "print('done', flush=True); sys.stdin.read()"


def test_the_clock_counts_threads_that_have_ended() -> None:
    idle, busy = (_cpu_seconds_after(number) for number in (1, 3_000_000))
    assert busy.seconds > idle.seconds
    assert busy.seconds - busy.loop_seconds > idle.seconds - idle.loop_seconds


class _Reading:
    def __init__(self, clock: CpuClock) -> None:
        self.seconds, self.loop_seconds = clock.seconds, clock.loop_seconds


def _cpu_seconds_after(number: int) -> _Reading:
    with subprocess.Popen(
        [sys.executable, "-c", _WORK.format(n=number) + _WAIT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        process.stdout.readline()
        assert process.pid in children(os.getpid())
        reading = _Reading(CpuClock(process.pid))
        process.stdin.close()
    return reading


def test_a_process_that_is_gone_has_no_clock() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    with pytest.raises(OSError, match=r".+"):
        CpuClock(process.pid)
