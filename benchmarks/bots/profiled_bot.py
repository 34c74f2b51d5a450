"""`bot.py` with the profiler of its event loop: `python -m benchmarks.bots.profiled_bot FOLDER`.

The signal USR1 starts the profiler, and the next one stops it and writes its figures into
the folder: `1.pstats`, and so on.
"""

from __future__ import annotations

import asyncio
import cProfile
import runpy
import signal
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any


class Profiler:
    """Profiles the thread that calls it, by its CPU time.

    Args:
        folder: Where the figures are written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: cProfile.Profile | None = None
        self._written = 0

    def switch(self) -> None:
        """Start, or stop and write the figures."""
        if self._running is None:
            self._running = cProfile.Profile(time.thread_time)
            self._running.enable()
            return
        self._running.disable()
        self._written += 1
        self._running.dump_stats(self._folder / f"{self._written}.pstats")
        self._running = None


def main() -> None:
    """Run `bot.py` as the main program."""
    profiler = Profiler(Path(sys.argv.pop(1)))
    run = asyncio.run

    async def listening(work: Coroutine[Any, Any, int]) -> int:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, profiler.switch)
        return await work

    def run_listening(work: Coroutine[Any, Any, int]) -> int:
        return run(listening(work))

    asyncio.run = run_listening  # type: ignore[assignment]  # the bot calls it with one argument
    runpy.run_path(str(Path(__file__).parents[2] / "bot.py"), run_name="__main__")


if __name__ == "__main__":
    main()
