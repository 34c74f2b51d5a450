"""Signals while the program is loaded, and during database commands: they end the process at once."""

from __future__ import annotations

import os
import signal
from types import FrameType
from typing import Final

# The status that shells report for a process that was ended by a signal.
_BY_SIGNAL: Final = 128


def end_on_signals() -> None:
    """Let SIGINT and SIGTERM end this process without a traceback, also as process 1 of a container.

    The kernel drops signals to process 1 that it does not handle itself.
    """
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, _end)


def _end(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    # As process 1 it is still there.
    os._exit(_BY_SIGNAL + number)
