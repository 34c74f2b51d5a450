"""`bot.py` with something that watches its event loop: `python -m benchmarks.bots.watched_bot FILE`.

The file gets a `Round` for each time that the loop has come round, as a line of four numbers. None of that is kept in
memory, so the bot's memory is its own.
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
    """The event loop has come round.

    Attributes:
        moment: When, in seconds of the monotonic clock, which all processes share.
        lag: How many seconds later that was than it should have been.
        used: How many seconds of the processor its thread had used since it last came round.
        queued: How many seconds its thread had waited for a processor that something else was using.
    """

    moment: float
    lag: float
    used: float
    queued: float


def read_rounds(file: Path, begin: float, end: float) -> list[Round]:
    """Return what is in the file of a bot that has ended, of the time between two moments."""
    rounds = [Round(*map(float, line.split())) for line in file.read_text(encoding="utf-8").splitlines()]
    return [each for each in rounds if begin <= each.moment <= end]


def main() -> None:
    """Run the bot as if it had been started by its own file."""
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
    """Return how many seconds this thread has waited for a processor so far, as Linux counts it."""
    return int(_SCHEDULING.read_text().split()[1]) / 1e9


if __name__ == "__main__":
    main()
