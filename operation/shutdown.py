"""Graceful shutdown: finish running tasks, and exit after a few seconds in any case."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

from operation.logs import log_loop_errors

_log = logging.getLogger(__name__)

# docs/hosting.md promises an end within 5 seconds.
_SECONDS_TO_END: Final = 4.5
_SECONDS_TO_SAY_SO: Final = 0.1
_SECONDS_BETWEEN_LOOKS: Final = 0.1


class StopRequest:
    """A request to stop this process by SIGINT or SIGTERM. Listens from its creation on.

    The first signal cancels the program, which then finishes its tasks. If the process has not ended some seconds
    later, it exits at once: a DNS lookup, another program's lock or a close handshake may hang. Everything that was
    answered is stored by then. Later signals are ignored, unless the program has postponed its end: then one more
    cancels it again.

    Args:
        seconds: How long the process may take to end.
    """

    def __init__(self, *, seconds: float = _SECONDS_TO_END) -> None:
        self._seconds = seconds
        self._was_made = False
        self._is_postponed = False
        self._ends_at = 0.0
        self._tell: Callable[[], object] = bool
        _handle_signals(self._make)

    def run(self, program: Callable[[], Coroutine[Any, Any, int]]) -> int:
        """Run a program on a new event loop.

        Args:
            program: Makes the coroutine, which returns an exit status.

        Returns:
            The exit status, or 0 after a request to stop.
        """
        _use_fastest_event_loop()
        try:
            return asyncio.run(self._until_made(program))
        finally:
            if self._was_made:
                # Python removes its handlers before the process ends; a late signal must not kill it.
                _handle_signals(signal.SIG_IGN)

    @contextmanager
    def postponed(self, seconds: float) -> Iterator[None]:
        """A block in which the program may run on for some time after the request."""
        self._is_postponed = True
        self._ends_at = time.monotonic() + seconds + self._seconds
        try:
            yield
        finally:
            self._is_postponed = False
            self._ends_at = time.monotonic() + self._seconds

    async def _until_made(self, program: Callable[[], Coroutine[Any, Any, int]]) -> int:
        loop = asyncio.get_running_loop()
        log_loop_errors(loop)
        running = loop.create_task(program())
        self._tell = lambda: loop.call_soon_threadsafe(running.cancel)
        if self._was_made:
            running.cancel()
        try:
            return await running
        except asyncio.CancelledError:
            if not self._was_made:
                raise
            await _finish_cancelled_tasks()
            return 0
        finally:
            self._tell = bool

    def _make(self, *_: object) -> None:
        if not self._was_made:
            self._was_made = True
            self._ends_at = time.monotonic() + self._seconds
            threading.Thread(target=self._exit_in_time, daemon=True).start()
            self._tell()
        elif self._is_postponed:
            self._is_postponed = False
            self._tell()

    def _exit_in_time(self) -> None:
        while (left := self._ends_at - time.monotonic()) > 0:
            time.sleep(min(left, _SECONDS_BETWEEN_LOOKS))
        # Even the log may hang, if its reader is gone.
        saying = threading.Thread(target=_log.warning, args=("shutdown takes too long; exiting",), daemon=True)
        saying.start()
        saying.join(_SECONDS_TO_SAY_SO)
        os._exit(0)


def _use_fastest_event_loop() -> None:
    """Let asyncio use uvloop, if it is installed: it takes less time for the same work."""
    try:
        uvloop = import_module("uvloop")
    except ImportError:
        return
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    _log.debug("the event loop is that of uvloop %s", uvloop.__version__)


def _handle_signals(handler: Callable[..., object] | signal.Handlers) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, handler)


async def _finish_cancelled_tasks() -> None:
    """Wait for cancelled tasks that clean up; a second cancellation would interrupt the cleanup."""
    cleaning_up = {task for task in asyncio.all_tasks() if task.cancelling() and task is not asyncio.current_task()}
    if cleaning_up:
        await asyncio.wait(cleaning_up)
