"""Garbage collection of the benchmarking process, kept out of what is measured."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_before() -> Iterator[None]:
    """Collect garbage before the block and not during it: with all the messages of a crowd it stops the stand-in.

    A collection takes up to a quarter of a second, which would count as a delay of the bot's.
    """
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
