"""Queue of the writers of one process: SQLite has one writer at a time, and no queue of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gridlock_host.errors import Busy


class WriteQueue:
    """Lets one task at a time write to SQLite. PostgreSQL needs no queue.

    Waiting here is fair and needs no retries; SQLite's busy timeout is left for locks of other processes. If such a
    lock makes the first task in the queue give up, those behind it give up too, instead of waiting for the timeout one
    after the other.

    Args:
        is_needed: Whether there is one writer at a time.
    """

    def __init__(self, *, is_needed: bool) -> None:
        self._is_needed = is_needed
        self._lock = asyncio.Lock()
        self._given_up = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until this task may write.

        Raises:
            Busy: The task before this one has given up.
        """
        if not self._is_needed:
            yield
            return
        given_up = self._given_up
        async with self._lock:
            if self._given_up != given_up:
                raise Busy
            yield

    def give_up(self) -> None:
        """Let those who wait give up too."""
        self._given_up += 1
