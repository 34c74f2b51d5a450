"""Load of the machine: times in which the bot waited for a processor that other programs used."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from chaos.recorder import BUSY, Outages

_SECONDS_BETWEEN_LOOKS: Final = 0.5
# The share of such a time that a process may wait for a processor before nobody can expect an answer in time.
_MOST_WAITED: Final = 0.5
_NANOSECONDS: Final = 1e9


async def watch_load(outages: Outages, process_id: Callable[[], int | None]) -> None:
    """Record each time in which this process or the bot waited half of the time for a processor, until cancelled.

    Linux tells that; elsewhere nothing is recorded.

    Args:
        outages: Where these times are recorded.
        process_id: Returns the process id of the bot; None while it does not run.
    """
    own, of_bot, watched = _waited(None), 0.0, None
    while True:
        begun = time.monotonic()
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        passed = time.monotonic() - begun
        current = process_id()
        own_before, own = own, _waited(None)
        bot_before, of_bot = of_bot, 0.0 if current is None else _waited(current)
        waited = own - own_before if current != watched else max(own - own_before, of_bot - bot_before)
        watched = current
        if waited > passed * _MOST_WAITED:
            outages.note(BUSY, begun, begun + passed)


def _waited(process_id: int | None) -> float:
    """Return how many seconds the main thread of a process has waited for a processor; 0 if that is not known."""
    with suppress(OSError):
        name = "self" if process_id is None else str(process_id)
        return int(Path(f"/proc/{name}/schedstat").read_text().split()[1]) / _NANOSECONDS
    return 0.0
