"""Thinking in other processes, so that nobody waits for it but whoever wants the answer.

The standard library's pool is broken for good when one of its processes dies, and cannot stop one that takes too long.
Whatever is built on `multiprocessing` lets each new process import the program's main file, which takes ten times as
long as what is needed here, and go on computing for nobody when its parent was killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, TypeVarTuple

from gridlock_host.metrics import HostMetrics
from gridlock_host.workers.queue import WorkerQueue, WorkerUnavailable
from gridlock_host.workers.worker import Answer, Worker

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

_SECONDS_TO_PREPARE: Final = 30.0

Preparation = tuple[Callable[..., object], tuple[object, ...]]


class WorkerFailed(Exception):
    """There is no answer: the function raised, took too long, its process died, or there was none to be had."""


class WorkerPool:
    """A few processes that run functions, one at a time each. One that dies or takes too long is replaced.

    Functions, arguments and results are pickled, so a function is one that can be imported. Whoever is cancelled while
    waiting for an answer stops the thinking.

    Args:
        workers: The number of processes. All but one may be taken by what is not urgent.
        most_waiting: How many may wait for a process; more are refused, so that a rush cannot pile up, unless urgent.
        patience: Seconds after which what is urgent gives up waiting, if no process has become free for anything.
        preparations: Functions with their arguments to be run in each new process before it is used.
        metrics: Where it is counted how long thinking takes.
    """

    def __init__(
        self,
        *,
        workers: int = 2,
        most_waiting: int = 100,
        patience: float = 5.0,
        preparations: Sequence[Preparation] = (),
        metrics: HostMetrics | None = None,
    ) -> None:
        self._workers = [Worker() for _ in range(workers)]
        self._most_waiting = most_waiting
        self._preparations = preparations
        self._turns = WorkerQueue(room_for_others=max(1, workers - 1), patience=patience)
        self._metrics = metrics or HostMetrics()
        self._is_started = False
        self._is_closed = False
        self._starts: set[asyncio.Task[None]] = set()
        self._was_ready = asyncio.Event()

    def start(self) -> None:
        """Begin to start the processes; nothing waits for that. The first function that is to be run does the same."""
        if not self._is_started and not self._is_closed:
            self._is_started = True
            for worker in self._workers:
                self._begin_to_start(worker)

    async def ready(self) -> None:
        """Wait until the first process is prepared, or cannot be; at most for the time that preparing may take."""
        self.start()
        await self._was_ready.wait()

    async def run(self, function: Callable[[*_Ts], _T], *args: *_Ts, seconds: float, urgent: bool = False) -> _T:
        """What a function returns.

        Args:
            function: The function.
            args: Its arguments.
            seconds: How long the answer may take, the wait for a process included; of what is urgent the wait does not
                count, so that it is only put off when there is much to do.
            urgent: Whether it goes before all that is not, and may use the process that is kept free of that.

        Raises:
            ThinkingFailed: There is no answer.
        """
        result: _T = await self._think(function, args, seconds, urgent=urgent)
        return result

    async def close(self) -> None:
        """Stop all processes, whatever they do. Whoever waits for an answer gets none."""
        self._is_closed = True
        self._was_ready.set()
        self._turns.close()
        for task in self._starts:
            task.cancel()
        await asyncio.gather(*self._starts, return_exceptions=True)
        for worker in self._workers:
            worker.retire()
        await asyncio.gather(*(worker.ended() for worker in self._workers))

    async def _think(
        self,
        function: Callable[..., object],
        args: tuple[object, ...],
        seconds: float,
        *,
        urgent: bool,
    ) -> Any:  # noqa: ANN401  # `run` says what it is
        name = getattr(getattr(function, "func", function), "__qualname__", "other")
        try:
            with self._metrics.thinking_seconds.labels(name).time():
                return await self._answer(function, args, seconds, urgent=urgent, name=name)
        except WorkerFailed:
            self._metrics.thinking_failures.labels(name).inc()
            raise

    async def _answer(
        self,
        function: Callable[..., object],
        args: tuple[object, ...],
        seconds: float,
        *,
        urgent: bool,
        name: str,
    ) -> Any:  # noqa: ANN401  # as above
        if self._is_closed or (self._turns.waiting >= self._most_waiting and not urgent):
            raise WorkerFailed("there is no room to think")
        self.start()
        try:
            async with asyncio.timeout(None if urgent else seconds) as limit, self._worker(urgent=urgent) as worker:
                if urgent:
                    limit.reschedule(asyncio.get_running_loop().time() + seconds)
                answer = await worker.run(function, args)
        except TimeoutError as error:
            raise WorkerFailed(f"{name} took longer than {seconds:g} seconds") from error
        except WorkerUnavailable as error:
            raise WorkerFailed(f"no process became free to run {name}, or anything else") from error
        except (EOFError, OSError) as error:
            raise WorkerFailed(f"the process that ran {name} died") from error
        if answer.raised is not None:
            raise WorkerFailed(f"{name} raised an exception:\n{answer.raised}")
        return answer.result

    @asynccontextmanager
    async def _worker(self, *, urgent: bool) -> AsyncIterator[Worker]:
        """A worker for one function. It is stopped when the block ends by an exception, cancellation included."""
        worker = await self._take(urgent=urgent)
        try:
            yield worker
        except BaseException:
            worker.kill()
            raise
        finally:
            self._give_back(worker)
            self._turns.end(urgent=urgent)

    async def _take(self, *, urgent: bool) -> Worker:
        """A worker. A process that has died since it was prepared is replaced before, once for each worker at most."""
        worker = await self._turns.take(urgent=urgent)
        for _ in self._workers:
            if not worker.has_died:
                break
            self._begin_to_start(worker)
            self._turns.end(urgent=urgent)
            worker = await self._turns.take(urgent=urgent)
        return worker

    def _give_back(self, worker: Worker) -> None:
        if worker.is_running:
            self._turns.add(worker)
        elif not self._is_closed:
            self._begin_to_start(worker)

    def _begin_to_start(self, worker: Worker) -> None:
        task = asyncio.get_running_loop().create_task(self._start(worker))
        self._starts.add(task)
        task.add_done_callback(self._starts.discard)

    async def _start(self, worker: Worker) -> None:
        """Start a worker's process, and prepare it. If that fails it is tried again when the worker is needed."""
        try:
            async with asyncio.timeout(_SECONDS_TO_PREPARE):
                await worker.start()
                for function, args in self._preparations:
                    _warn_if_raised(await worker.run(function, args))
        except (EOFError, OSError) as error:
            _log.warning("a process to think in could not be made ready: %r", error)
            worker.kill()
        finally:
            self._turns.add(worker)
            self._was_ready.set()


def _warn_if_raised(answer: Answer) -> None:
    if answer.raised is not None:
        _log.warning("a preparation for thinking failed:\n%s", answer.raised)
