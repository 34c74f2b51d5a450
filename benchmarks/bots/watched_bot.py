"""`bot.py` with its event loop measured: `python -m benchmarks.bots.watched_bot FILE`.

The file gets a line with the four numbers of a `Round` whenever the loop has come round. Nothing is kept in memory, so
the memory of the bot can be measured.
"""

from __future__ import annotations

import asyncio
import runpy
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TextIO

_EVERY_SECONDS = 0.005
_SCHEDULING = Path("/proc/thread-self/schedstat")


class Round(NamedTuple):
    """One round of the event loop.

    Attributes:
        moment: Its time on the monotonic clock, which all processes share, in seconds.
        lag: How late it was, in seconds.
        used: The CPU seconds of its thread since the last round.
        queued: The seconds for which its thread waited for a CPU.
    """

    moment: float
    lag: float
    used: float
    queued: float


def read_rounds(file: Path, begin: float, end: float) -> list[Round]:
    """Return the rounds between two times from the file of a bot that has ended."""
    rounds = [Round(*map(float, line.split())) for line in file.read_text(encoding="utf-8").splitlines()]
    return [each for each in rounds if begin <= each.moment <= end]


def main() -> None:
    """Run `bot.py` as the main program."""
    file = Path(sys.argv.pop(1))
    run = asyncio.run

    async def watched(work: Coroutine[Any, Any, int]) -> int:
        watching = asyncio.get_running_loop().create_task(_watch(lines))
        try:
            return await work
        finally:
            watching.cancel()

    def run_watched(work: Coroutine[Any, Any, int]) -> int:
        return run(watched(work))

    asyncio.run = run_watched  # type: ignore[assignment]  # the bot calls it with one argument
    with file.open("w", encoding="utf-8") as lines:
        runpy.run_path(str(Path(__file__).parents[2] / "bot.py"), run_name="__main__")


async def _watch(lines: TextIO) -> None:
    due, used, queued = time.monotonic() + _EVERY_SECONDS, time.thread_time(), _queued()
    while True:
        await asyncio.sleep(due - time.monotonic())
        now, used_now, queued_now = time.monotonic(), time.thread_time(), _queued()
        lines.write(f"{now} {now - due} {used_now - used} {queued_now - queued}\n")
        due, used, queued = now + _EVERY_SECONDS, used_now, queued_now


def _queued() -> float:
    """Return the seconds for which this thread has waited for a CPU so far, as counted by Linux."""
    return int(_SCHEDULING.read_text().split()[1]) / 1e9


if __name__ == "__main__":
    main()
