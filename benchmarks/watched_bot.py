"""`bot.py` with something that watches its event loop: `python -m benchmarks.watched_bot FILE`.

At the end the file holds, as lines of three numbers, when the loop came round (in seconds of the monotonic clock, which
all processes share), how much later that was than it should have been (in seconds), and how many seconds of the
processor its thread had used since it last came round. The last one tells the bot's own work from a busy machine.
"""

from __future__ import annotations

import asyncio
import runpy
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

_EVERY_SECONDS = 0.005


def main() -> None:
    """Run the bot as if it had been started by its own file."""
    file = Path(sys.argv.pop(1))
    lags: list[tuple[float, float, float]] = []
    run = asyncio.run

    async def watched(work: Coroutine[Any, Any, int]) -> int:
        watching = asyncio.get_running_loop().create_task(_watch(lags))
        try:
            return await work
        finally:
            watching.cancel()

    def run_watched(work: Coroutine[Any, Any, int]) -> int:
        return run(watched(work))

    asyncio.run = run_watched  # type: ignore[assignment]  # the bot calls it with one argument
    try:
        runpy.run_path(str(Path(__file__).parents[1] / "bot.py"), run_name="__main__")
    finally:
        file.write_text("".join(f"{moment} {lag} {used}\n" for moment, lag, used in lags), encoding="utf-8")


async def _watch(lags: list[tuple[float, float, float]]) -> None:
    due, used = time.monotonic() + _EVERY_SECONDS, time.thread_time()
    while True:
        await asyncio.sleep(due - time.monotonic())
        now, used_now = time.monotonic(), time.thread_time()
        lags.append((now, now - due, used_now - used))
        due, used = now + _EVERY_SECONDS, used_now


if __name__ == "__main__":
    main()
