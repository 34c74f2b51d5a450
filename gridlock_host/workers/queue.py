"""Priority queue for worker processes; one is reserved for urgent jobs."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from gridlock_host.workers.fair_queue import FairQueue
from gridlock_host.workers.worker import Worker

_Waiter = asyncio.Future[Worker | None]


class WorkerUnavailable(Exception):
    """No worker became free in time."""


class WorkerQueue:
    """Assigns idle workers: first to urgent jobs, then to others; among these to the servers in turn.

    Args:
        room_for_others: The maximum number of workers with jobs that are not urgent.
        patience: An urgent job gives up if no job at all gets a worker for this many seconds. While others get one, it
            waits without a limit.
    """

    def __init__(self, *, room_for_others: int, patience: float) -> None:
        self._room_for_others = room_for_others
        self._patience: Final = patience
        self._idle: deque[Worker] = deque()
        self._urgent: FairQueue[_Waiter] = FairQueue()
        self._others: FairQueue[_Waiter] = FairQueue()
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
            while (waiter := waiting.take()) is not None:
                waiter.set_result(None)

    async def take(self, *, urgent: bool, server: int = 0, person: int = 0) -> Worker:
        """Wait for a worker.

        Args:
            urgent: Whether the job goes before those that are not.
            server: Whose job it is; a server with many jobs delays no other.
            person: Whose job it is, in this server.

        Raises:
            EOFError: The queue is closed.
            WorkerUnavailable: No job got a worker for too long.
        """
        waiter: _Waiter = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._others).add(server, person, waiter)
        self._assign()
        try:
            await self._wait(waiter, self._patience if urgent else None)
        except BaseException:
            self._withdraw(waiter, urgent=urgent, server=server, person=person)
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

    def _withdraw(self, waiter: _Waiter, *, urgent: bool, server: int, person: int) -> None:
        if not waiter.done():
            (self._urgent if urgent else self._others).discard(server, person, waiter)
        elif worker := waiter.result():
            self.add(worker)
            self.end(urgent=urgent)

    def _assign(self) -> None:
        while self._idle:
            waiter = self._urgent.take()
            if waiter is None and self._room_for_others:
                waiter = self._others.take()
                self._room_for_others -= waiter is not None
            if waiter is None:
                return
            waiter.set_result(self._idle.popleft())
            self._assigned += 1
