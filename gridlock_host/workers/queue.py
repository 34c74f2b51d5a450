"""Who is given the next process to think in: first what is urgent, and never all of them what is not."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from gridlock_host.workers.worker import Worker

_Turn = asyncio.Future[Worker | None]


class WorkerUnavailable(Exception):
    """Nobody is given a worker."""


class WorkerQueue:
    """Hands out idle workers: first to whoever has something urgent, and else in the order of asking.

    Args:
        room_for_others: How many workers may be at what is not urgent at one time.
        patience: How many seconds it may last that nobody is given a worker, until those with something urgent give up.
            While others are given one, they wait as long as need be.
    """

    def __init__(self, *, room_for_others: int, patience: float) -> None:
        self._room_for_others = room_for_others
        self._patience: Final = patience
        self._idle: deque[Worker] = deque()
        self._urgent: deque[_Turn] = deque()
        self._others: deque[_Turn] = deque()
        self._handed_out = 0

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
        return len(self._urgent) + len(self._others)

    def add(self, worker: Worker) -> None:
        """Let a worker be handed out."""
        self._idle.append(worker)
        self._hand_out()

    def end(self, *, urgent: bool) -> None:
        """Note that somebody is done with what a worker was handed out for."""
        if not urgent:
            self._room_for_others += 1
            self._hand_out()

    def close(self) -> None:
        """Let nobody wait any longer."""
        for waiting in (self._urgent, self._others):
            while waiting:
                waiting.popleft().set_result(None)

    async def take(self, *, urgent: bool) -> Worker:
        """Wait for a worker.

        Raises:
            EOFError: There will be none.
            NoTurn: Nobody was given one for too long.
        """
        turn: _Turn = asyncio.get_running_loop().create_future()
        (self._urgent if urgent else self._others).append(turn)
        self._hand_out()
        try:
            await self._come(turn, self._patience if urgent else None)
        except BaseException:
            self._withdraw(turn, urgent=urgent)
            raise
        worker = turn.result()
        if worker is None:
            raise EOFError
        return worker

    async def _come(self, turn: _Turn, patience: float | None) -> None:
        while not turn.done():
            before = self._handed_out
            await asyncio.wait([turn], timeout=patience)
            if not turn.done() and self._handed_out == before:
                raise WorkerUnavailable

    def _withdraw(self, turn: _Turn, *, urgent: bool) -> None:
        if not turn.done():
            (self._urgent if urgent else self._others).remove(turn)
        elif worker := turn.result():
            self.add(worker)
            self.end(urgent=urgent)

    def _hand_out(self) -> None:
        while self._idle:
            if self._urgent:
                turn = self._urgent.popleft()
            elif self._others and self._room_for_others:
                turn = self._others.popleft()
                self._room_for_others -= 1
            else:
                return
            turn.set_result(self._idle.popleft())
            self._handed_out += 1
