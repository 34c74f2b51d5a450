"""`bot.py` with something that watches its event loop: `python -m benchmarks.watched_bot FILE`.

At the end the file holds, as lines of two numbers, when the loop came round (in seconds of the monotonic clock, which
all processes share) and how much later that was than it should have been (in seconds).
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
    lags: list[tuple[float, float]] = []
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
        file.write_text("".join(f"{moment} {lag}\n" for moment, lag in lags), encoding="utf-8")


async def _watch(lags: list[tuple[float, float]]) -> None:
    due = time.monotonic() + _EVERY_SECONDS
    while True:
        await asyncio.sleep(due - time.monotonic())
        now = time.monotonic()
        lags.append((now, now - due))
        due = now + _EVERY_SECONDS


if __name__ == "__main__":
    main()
