"""Priority queue for worker processes; one is reserved for urgent jobs."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from gridlock_host.workers.worker import Worker

_Waiter = asyncio.Future[Worker | None]


class WorkerUnavailable(Exception):
    """No worker became free in time."""


class WorkerQueue:
    """Assigns idle workers: first to urgent jobs, then to others, in the order of asking.

    Args:
        room_for_others: The maximum number of workers with jobs that are not urgent.
        patience: An urgent job gives up if no job at all gets a worker for this many seconds. While others get one, it
            waits without a limit.
    """

    def __init__(self, *, room_for_others: int, patience: float) -> None:
        self._room_for_others = room_for_others
        self._patience: Final = patience
        self._idle: deque[Worker] = deque()
        self._urgent: deque[_Waiter] = deque()
        self._others: deque[_Waiter] = deque()
        self._assigned = 0

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a worker."""
        return len(self._urgent) + len(self._others)

    def add(self, worker: Worker) -> None:
        """Add an idle worker."""
        self._idle.append(worker)
        self._assign()

    def end(self, *, urgent: bool) -> None:
        """Note that a job has ended."""
        if not urgent:
            self._room_for_others += 1
            self._assign()

    def close(self) -> None:
        """Refuse all waiting jobs."""
        for waiting in (self._urgent, self._others):
            while waiting:
                waiting.popleft().set_result(None)

    async def take(self, *, urgent: bool) -> Worker:
        """Wait for a worker.

        Raises:
            EOFError: The queue is closed.
            WorkerUnavailable: No job got a worker for too long.
        """
        waiter: _Waiter = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._others).append(waiter)
        self._assign()
        try:
            await self._wait(waiter, self._patience if urgent else None)
        except BaseException:
            self._withdraw(waiter, urgent=urgent)
            raise
        worker = waiter.result()
        if worker is None:
            raise EOFError
        return worker

    async def _wait(self, waiter: _Waiter, patience: float | None) -> None:
        while not waiter.done():
            before = self._assigned
            await asyncio.wait([waiter], timeout=patience)
            if not waiter.done() and self._assigned == before:
                raise WorkerUnavailable

    def _withdraw(self, waiter: _Waiter, *, urgent: bool) -> None:
        if not waiter.done():
            (self._urgent if urgent else self._others).remove(waiter)
        elif worker := waiter.result():
            self.add(worker)
            self.end(urgent=urgent)

    def _assign(self) -> None:
        while self._idle:
            if self._urgent:
                waiter = self._urgent.popleft()
            elif self._others and self._room_for_others:
                waiter = self._others.popleft()
                self._room_for_others -= 1
            else:
                return
            waiter.set_result(self._idle.popleft())
            self._assigned += 1
