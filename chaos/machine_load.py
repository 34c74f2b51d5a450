"""Load of the machine: times in which the bot waited for a processor that other programs used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from chaos.recorder import BUSY, Outages

_SECONDS_BETWEEN_LOOKS: Final = 0.5
# The share of such a time that a process may wait for a processor before nobody can expect an answer in time.
_MOST_WAITED: Final = 0.5
_NANOSECONDS: Final = 1e9


async def watch_load(outages: Outages, process_ids: Callable[[], Iterable[int]]) -> None:
    """Record each time in which this process or one of the bot's waited for a processor half of the time.

    It runs until it is cancelled. Linux tells these times; elsewhere nothing is recorded.

    Args:
        outages: Where these times are recorded.
        process_ids: Returns the ids of the processes of the bot that run.
    """
    before: dict[int | None, float] = {None: _waited(None)}
    while True:
        begun = time.monotonic()
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        passed = time.monotonic() - begun
        now: dict[int | None, float] = {each: _waited(each) for each in (None, *process_ids())}
        waited = max(now[each] - before[each] for each in now.keys() & before.keys())
        before = now
        if waited > passed * _MOST_WAITED:
            outages.note(BUSY, begun, begun + passed)


def _waited(process_id: int | None) -> float:
    """Return how many seconds the main thread of a process has waited for a processor; 0 if that is not known."""
    with suppress(OSError):
        name = "self" if process_id is None else str(process_id)
        return int(Path(f"/proc/{name}/schedstat").read_text().split()[1]) / _NANOSECONDS
    return 0.0
