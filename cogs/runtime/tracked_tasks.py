"""Tasks that the bot finishes before it stops."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

_log = logging.getLogger(__name__)

_SECONDS_TO_CANCEL: Final = 0.2


class TrackedTasks:
    """Tasks that serve an interaction, show a move or welcome a server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def under_way(self) -> frozenset[asyncio.Task[Any]]:
        """The tasks that are not finished."""
        return frozenset(self._tasks)

    def track(self, task: asyncio.Task[Any]) -> None:
        """Let a task finish before the bot stops."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def track_current(self) -> None:
        """Let the current task finish before the bot stops."""
        task = asyncio.current_task()
        if task is not None:
            self.track(task)

    async def finish(self, within: float) -> None:
        """Wait so many seconds for the tasks, and cancel those that take longer."""
        if not self._tasks:
            return
        _, late = await asyncio.wait(self._tasks, timeout=within)
        for task in late:
            _log.warning("stopped before it was finished: %s", task.get_name())
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_SECONDS_TO_CANCEL)
