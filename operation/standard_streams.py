"""The three files with which a process is expected to start."""

from __future__ import annotations

import os
from typing import Final

_STREAMS: Final = range(3)


def open_closed_ones() -> None:
    """Let standard input, output and error lead nowhere where whoever started this process has closed them.

    The next file that is opened would take their place, and be taken for them: by this process, and by those that it
    starts to think in, which need a standard error.
    """
    for descriptor in _STREAMS:
        try:
            os.fstat(descriptor)
        except OSError:
            lead_nowhere(descriptor)


def lead_nowhere(descriptor: int) -> None:
    """Let what is written to a file from now on be lost, without an error."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere == descriptor:
        # What was just opened is not handed on otherwise.
        os.set_inheritable(descriptor, True)  # noqa: FBT003  # it has no name
    else:
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
