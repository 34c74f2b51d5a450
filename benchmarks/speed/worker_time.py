"""Processor time of a job of a worker, measured in the worker."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any


def timed(module: str, name: str, *args: Any) -> tuple[float, Any]:  # noqa: ANN401  # of any function
    """Import and run a function, and return the processor seconds of both and the result.

    Args:
        module: The module of the function; it is not imported before the clock runs.
        name: The name of the function.
        args: Its arguments.
    """
    begin = time.process_time()
    result = getattr(import_module(module), name)(*args)
    return time.process_time() - begin, result
