"""Waiting until everything that the database holds is shown on Discord."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from chaos.recorder import Outages, Recorder
from chaos.store import Store

_SECONDS_TO_SHOW: Final = 60.0
_SECONDS_BETWEEN_LOOKS: Final = 0.05


class Showing:
    """Waits for the bot to show everything.

    Args:
        store: The database.
        recorder: Knows the requests of the bot.
        outages: When the machine was busy.

    Attributes:
        late: What was not shown in time, and is not waited for again.
    """

    def __init__(self, store: Store, recorder: Recorder, outages: Outages) -> None:
        self._store = store
        self._recorder = recorder
        self._outages = outages
        self.late: set[str] = set()

    async def measure(self, within: float = _SECONDS_TO_SHOW) -> float:
        """Wait until everything is shown, for at most so many seconds; return how many it took."""
        started_at = time.monotonic()
        await self.until_shown(within)
        if self.late and self._outages.was_busy(started_at, time.monotonic()):
            # A request can fail on a machine that is busy enough. It is tried again, which would take ten minutes.
            self.late.clear()
            await self._store.let_retries_be_due()
            started_at = time.monotonic()
            await self.until_shown(within)
        return time.monotonic() - started_at

    async def until_shown(self, within: float = _SECONDS_TO_SHOW) -> None:
        """Wait until every change in the database is shown and no request is pending."""
        try:
            async with asyncio.timeout(within):
                while await self._to_be_waited_for():  # noqa: ASYNC110  # the database does not notify
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            # What is not shown by now is a breach; do not wait for it again.
            self.late |= await self._to_be_waited_for()
        await self._recorder.until_quiet()

    async def _to_be_waited_for(self) -> set[str]:
        shown = {what.split(",")[0] for what in await self._store.still_to_be_shown()}
        ended = {f"the time of game {game}" for game in await self._store.overdue()}
        return (shown | ended) - self.late
