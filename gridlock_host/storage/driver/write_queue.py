"""Queue of the writers of one process: SQLite has one writer at a time, and no queue of its own."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from gridlock_host.errors import Busy


class WriteQueue:
    """Lets one task at a time write to SQLite. PostgreSQL needs no queue.

    Waiting here is fair and needs no retries; SQLite's busy timeout is left for locks of other processes. If such a
    lock makes the first task in the queue give up, those behind it give up too, instead of waiting for the timeout one
    after the other.

    Short and long writes take turns while both wait. So a move waits for one other transaction at most, however many
    challenges come in, and no transaction waits for more than one commit of moves.

    Args:
        is_needed: Whether there is one writer at a time.
    """

    def __init__(self, *, is_needed: bool) -> None:
        self._is_needed = is_needed
        self._is_taken = False
        self._short: deque[asyncio.Future[None]] = deque()
        self._long: deque[asyncio.Future[None]] = deque()
        self._last = self._long
        self._given_up = 0

    @asynccontextmanager
    async def turn(self, *, is_short: bool = False) -> AsyncIterator[None]:
        """Wait until this task may write.

        Args:
            is_short: Whether the write is one call of the driver, not several with the event loop in between.

        Raises:
            Busy: The task before this one has given up.
        """
        if not self._is_needed:
            yield
            return
        given_up = self._given_up
        await self._enter(self._short if is_short else self._long)
        try:
            if self._given_up != given_up:
                raise Busy
            yield
        finally:
            self._leave()

    def give_up(self) -> None:
        """Let those who wait give up too."""
        self._given_up += 1

    async def _enter(self, queue: deque[asyncio.Future[None]]) -> None:
        if not self._is_taken:
            self._is_taken, self._last = True, queue
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                # It was this task's turn at that moment.
                self._leave()
            raise

    def _leave(self) -> None:
        """Let the next task write: of the other kind than the last one, if such a task waits."""
        for queue in (self._short, self._long) if self._last is self._long else (self._long, self._short):
            while queue:
                turn = queue.popleft()
                if not turn.done():
                    self._last = queue
                    turn.set_result(None)
                    return
        self._is_taken = False
