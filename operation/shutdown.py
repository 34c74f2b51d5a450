"""Stopping when asked to: what is in hand is finished, and after a few seconds the process ends in any case."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from operation.logs import log_loop_errors

_log = logging.getLogger(__name__)

# Whoever asks a program to stop is promised that it has ended after 5 seconds.
_SECONDS_TO_END: Final = 4.5
_SECONDS_TO_SAY_SO: Final = 0.1


class StopRequest:
    """That somebody asks this process to stop, by SIGINT or SIGTERM, from the moment in which this is made.

    The first such signal cancels the program that runs, once, so that it can finish what it has in hand; all later
    ones do nothing. If the process has not ended some seconds later, it ends without more ado: what hangs may be a
    look-up of a name, another program's lock, or a goodbye that nobody answers. What was answered is stored by then.

    Args:
        seconds: How long the process may take to end.
    """

    def __init__(self, *, seconds: float = _SECONDS_TO_END) -> None:
        self._seconds = seconds
        self._was_made = False
        self._tell: Callable[[], object] = bool
        _listen_by(self._make)

    def run(self, program: Callable[[], Coroutine[Any, Any, int]]) -> int:
        """Run a program on an event loop of its own.

        Args:
            program: Makes the coroutine, which returns an exit status.

        Returns:
            Its exit status, or 0 if it was asked to stop.
        """
        try:
            return asyncio.run(self._until_made(program))
        finally:
            if self._was_made:
                # What listens to signals ends before the process does, which is ended in any case.
                _listen_by(signal.SIG_IGN)

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
            await _let_go()
            return 0
        finally:
            self._tell = bool

    def _make(self, *_: object) -> None:
        if not self._was_made:
            self._was_made = True
            threading.Thread(target=_end_in_any_case, args=(self._seconds,), daemon=True).start()
            self._tell()


def _listen_by(handler: Callable[..., object] | signal.Handlers) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, handler)


async def _let_go() -> None:
    """Wait for what was cancelled and is undoing what it has begun: cancelled again, it would leave that half done."""
    undoing = {task for task in asyncio.all_tasks() if task.cancelling() and task is not asyncio.current_task()}
    if undoing:
        await asyncio.wait(undoing)


def _end_in_any_case(seconds: float) -> None:
    time.sleep(seconds)
    # Even the log may hang, if nobody reads it any more.
    saying = threading.Thread(target=_log.warning, args=("something hangs; it is left as it is",), daemon=True)
    saying.start()
    saying.join(_SECONDS_TO_SAY_SO)
    os._exit(0)
