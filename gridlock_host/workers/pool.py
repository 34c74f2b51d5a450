"""Worker pool: runs the solver in other processes, so that the event loop is never blocked.

The pool of the standard library is unusable once one of its processes has died, and cannot stop a job that takes too
long. With `multiprocessing`, each process imports the main file of the program, which takes ten times as long as the
imports needed here, and goes on computing when its parent was killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple, TypeVar, TypeVarTuple

from gridlock_host.metrics import HostMetrics
from gridlock_host.workers.queue import WorkerQueue, WorkerUnavailable
from gridlock_host.workers.shares import share
from gridlock_host.workers.worker import JobResult, Worker

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

_SECONDS_TO_PREPARE: Final = 30.0


class _Asker(NamedTuple):
    """Whose job it is."""

    server: int
    person: int
    urgent: bool


Preparation = tuple[Callable[..., object], tuple[object, ...]]


class WorkerFailed(Exception):
    """A job has no result: it raised an exception, took too long, its process died, or no worker was free."""


class WorkerPool:
    """A few worker processes, which run one job each. A process that dies or takes too long is replaced.

    Functions, arguments and results are pickled, so a function must be importable. Cancelling a caller stops its job.

    Args:
        workers: The number of processes. One of them is reserved for urgent jobs, unless it is the only one.
        most_waiting: The maximum number of waiting jobs. Further ones are refused unless urgent.
        patience: Seconds after which an urgent job gives up, if no process becomes free for any job.
        preparations: Functions with arguments that each new process runs before it is used.
        metrics: Measures the time of jobs.
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
        self._queue = WorkerQueue(room_for_others=max(1, workers - 1), patience=patience)
        self._metrics = metrics or HostMetrics()
        self._is_started = False
        self._is_closed = False
        self._starts: set[asyncio.Task[None]] = set()
        self._was_ready = asyncio.Event()

    def start(self) -> None:
        """Start the processes in the background. The first job does the same."""
        if not self._is_started and not self._is_closed:
            self._is_started = True
            for worker in self._workers:
                self._begin_to_start(worker)

    async def ready(self) -> None:
        """Wait until the first process is prepared, or its preparation has failed or timed out."""
        self.start()
        await self._was_ready.wait()

    async def run(
        self,
        function: Callable[[*_Ts], _T],
        *args: *_Ts,
        seconds: float,
        urgent: bool = False,
        server: int = 0,
        person: int = 0,
    ) -> _T:
        """Run a function in a worker process and return its result.

        Args:
            function: The function.
            args: Its arguments.
            seconds: The time limit. It includes the wait for a process, except for urgent jobs, which may wait longer
                when there is much to do.
            urgent: Whether the job goes before those that are not urgent, and may use the reserved process.
            server: Whose job it is. Servers take turns, so that one with many jobs delays no other.
            person: Whose job it is, in this server.

        Raises:
            WorkerFailed: There is no result.
        """
        result: _T = await self._measure(function, lambda: args, seconds, _Asker(server, person, urgent=urgent))
        return result

    async def run_share(
        self,
        function: Callable[[*_Ts, float], _T],
        *args: *_Ts,
        most: float,
        seconds: float,
        server: int = 0,
        person: int = 0,
    ) -> _T:
        """Run an urgent function whose last argument says how many seconds of processor time each search may take.

        The more jobs wait when it begins, the less that is.

        Args:
            function: The function.
            args: Its arguments without the last one.
            most: The most seconds of processor time.
            seconds: The time limit without the wait for a process.
            server: Whose job it is, as in `run`.
            person: Whose job it is, in this server.

        Raises:
            WorkerFailed: There is no result.
        """
        clock = asyncio.get_running_loop().time
        asked = clock()

        def with_share() -> tuple[object, ...]:
            return *args, min(most, share(clock() - asked, self._queue.waiting, len(self._workers)))

        result: _T = await self._measure(function, with_share, seconds, _Asker(server, person, urgent=True))
        return result

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a process."""
        return self._queue.waiting

    @property
    def process_ids(self) -> list[int]:
        """The ids of the processes that run."""
        return [worker.process_id for worker in self._workers if worker.process_id is not None]

    async def close(self) -> None:
        """Stop all processes at once. Their callers get `WorkerFailed`."""
        self._is_closed = True
        self._was_ready.set()
        self._queue.close()
        for task in self._starts:
            task.cancel()
        await asyncio.gather(*self._starts, return_exceptions=True)
        for worker in self._workers:
            worker.retire()
        await asyncio.gather(*(worker.ended() for worker in self._workers))

    async def _measure(
        self,
        function: Callable[..., object],
        args: Callable[[], tuple[object, ...]],
        seconds: float,
        asker: _Asker,
    ) -> Any:  # noqa: ANN401  # `run` says what it is
        name = getattr(getattr(function, "func", function), "__qualname__", "other")
        try:
            with self._metrics.thinking_seconds.labels(name).time():
                return await self._run(function, args, seconds, asker, name)
        except WorkerFailed:
            self._metrics.thinking_failures.labels(name).inc()
            raise

    async def _run(
        self,
        function: Callable[..., object],
        args: Callable[[], tuple[object, ...]],
        seconds: float,
        asker: _Asker,
        name: str,
    ) -> Any:  # noqa: ANN401  # as above
        urgent = asker.urgent
        if self._is_closed or (self._queue.waiting >= self._most_waiting and not urgent):
            raise WorkerFailed("there is no room to think")
        self.start()
        try:
            async with asyncio.timeout(None if urgent else seconds) as limit, self._worker(asker) as worker:
                if urgent:
                    limit.reschedule(asyncio.get_running_loop().time() + seconds)
                answer = await worker.run(function, args())
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
    async def _worker(self, asker: _Asker) -> AsyncIterator[Worker]:
        """Take a worker for one job. Its process is stopped if the block ends by an exception or cancellation."""
        worker = await self._take(asker)
        try:
            yield worker
        except BaseException:
            worker.kill()
            raise
        finally:
            self._give_back(worker)
            self._queue.end(urgent=asker.urgent)

    async def _take(self, asker: _Asker) -> Worker:
        """Wait for a worker. If its process has died since it was prepared, restart it and take another worker."""
        worker = await self._queue.take(**asker._asdict())
        for _ in self._workers:
            if not worker.has_died:
                break
            self._begin_to_start(worker)
            self._queue.end(urgent=asker.urgent)
            worker = await self._queue.take(**asker._asdict())
        return worker

    def _give_back(self, worker: Worker) -> None:
        if worker.is_running:
            self._queue.add(worker)
        elif not self._is_closed:
            self._begin_to_start(worker)

    def _begin_to_start(self, worker: Worker) -> None:
        task = asyncio.get_running_loop().create_task(self._start(worker))
        self._starts.add(task)
        task.add_done_callback(self._starts.discard)

    async def _start(self, worker: Worker) -> None:
        """Start and prepare a process. If that fails, it is tried again when the worker is needed."""
        try:
            async with asyncio.timeout(_SECONDS_TO_PREPARE):
                await worker.start()
                for function, args in self._preparations:
                    _warn_if_raised(await worker.run(function, args))
        except (EOFError, OSError) as error:
            _log.warning("a worker process could not be prepared: %r", error)
            worker.kill()
        finally:
            self._queue.add(worker)
            self._was_ready.set()


def _warn_if_raised(result: JobResult) -> None:
    if result.raised is not None:
        _log.warning("the preparation of a worker process failed:\n%s", result.raised)
