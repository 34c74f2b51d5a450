"""Late writes: notes that are written along with the next write, or a moment later."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from gridlock_host.errors import Refusal
from gridlock_host.storage.driver.statements import Step

_SECONDS: Final = 0.05
_SECONDS_AFTER_FAILURE: Final = 1.0
# Without a database that can be written, nothing new comes in either.
_MOST: Final = 10_000

_log = logging.getLogger(__name__)


class LateWrites:
    """Steps that may be lost with the process without harm, and so need no transaction of their own.

    Args:
        write: Writes what is waiting, which it takes with `take`.
    """

    def __init__(self, write: Callable[[], Awaitable[None]]) -> None:
        self._write = write
        self._steps: list[Step] = []
        self._taken: list[Step] = []
        # It goes on while there is nothing to write, because cancelling and starting one costs more with each move.
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0
        self._task: asyncio.Task[None] | None = None

    def __bool__(self) -> bool:
        """Whether a step is not stored yet."""
        return bool(self._steps or self._taken)

    def concern(self, row_id: int) -> bool:
        """Whether a step that is not stored yet changes a row with this id."""
        return any(step.values["row_id"] == row_id for step in (*self._taken, *self._steps))

    def add(self, step: Step) -> None:
        """Add a step. Steps are made in the order in which they were added."""
        if not self._steps:
            self._start_timer(_SECONDS)
        self._steps.append(step)

    def take(self) -> list[Step]:
        """Return what is waiting, to be written now."""
        taken, self._steps = self._steps, []
        self._taken = taken
        return taken

    def note_written(self) -> None:
        """Note that what was taken is stored."""
        self._taken = []

    def give_back(self, steps: list[Step]) -> None:
        """Let what was taken wait again, because it could not be written."""
        self._taken = []
        self._steps = [*steps, *self._steps][-_MOST:]
        if self._steps:
            self._start_timer(_SECONDS_AFTER_FAILURE)

    async def settle(self) -> None:
        """Write what is waiting, before something reads it. A database that takes no writes can perhaps be read."""
        if self:
            with suppress(Refusal):
                await self._write()

    async def stop(self) -> None:
        """Write what is waiting, and wait for that."""
        if self._task is not None:
            await asyncio.wait([self._task])
        if self._steps:
            await self._write_or_log()
        self.take()
        self.note_written()
        if self._timer is not None:
            self._timer.cancel()

    def _start_timer(self, seconds: float) -> None:
        """Write what is waiting after a time, unless it is taken before."""
        loop = asyncio.get_running_loop()
        self._due = loop.time() + seconds
        if self._timer is None:
            self._timer = loop.call_at(self._due, self._start)

    def _start(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        if not self._steps:
            return
        if loop.time() < self._due:
            # What the timer was started for is written, and this was added since.
            self._timer = loop.call_at(self._due, self._start)
        else:
            self._task = loop.create_task(self._write_or_log())

    async def _write_or_log(self) -> None:
        try:
            await self._write()
        except Refusal as refusal:
            # The failure itself is logged once.
            _log.debug("what was shown is noted later: %s", refusal)
