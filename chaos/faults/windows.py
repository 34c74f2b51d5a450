"""When the bot could not hear of what people did, or Discord was slow, so that an answer may be missing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass
class Trouble:
    """A time of trouble, in seconds on the stand-in's clock; it ends never while it lasts."""

    what: str
    start: float
    end: float = math.inf


class Troubles:
    """All times of trouble.

    Args:
        clock: The stand-in's clock.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: list[Trouble] = []

    @contextmanager
    def during(self, what: str) -> Iterator[None]:
        """Note that there is trouble as long as the block lasts."""
        trouble = Trouble(what, self._clock())
        self._all.append(trouble)
        try:
            yield
        finally:
            trouble.end = self._clock()

    def between(self, start: float, end: float) -> str | None:
        """What trouble there was at any moment of a time; None if there was none."""
        return next((each.what for each in self._all if each.start <= end and each.end >= start), None)
