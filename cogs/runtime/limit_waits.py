"""Waits at Discord's rate limits: how long discord.py holds back each request."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
from discord.http import HTTPClient, Route
from prometheus_client import Histogram

# When the request of this task was made, or its last response came.
_ASKED_AT: Final[ContextVar[float | None]] = ContextVar("asked_at", default=None)


class LimitWaits:
    """Measures the time from a request until discord.py sends it: it waits for a bucket, or for the global limit.

    After a 429 the request is sent again, and that wait is measured too.

    Args:
        waits: Where it is observed, in seconds.
        clock: A monotonic clock, in seconds.
    """

    def __init__(self, waits: Histogram, clock: Callable[[], float] = time.perf_counter) -> None:
        self._waits = waits
        self._clock = clock

    def measure(self, http: HTTPClient) -> None:
        """Measure all requests of a client from now on. Its session has to have the trace."""
        request = http.request

        async def measured(route: Route, **kwargs: Any) -> Any:  # noqa: ANN401  # as discord.py has it
            token = _ASKED_AT.set(self._clock())
            try:
                return await request(route, **kwargs)
            finally:
                _ASKED_AT.reset(token)

        http.request = measured  # type: ignore[method-assign]  # discord.py has no hook for it

    def add_to(self, trace: aiohttp.TraceConfig) -> None:
        """Let a trace of the client's session tell when requests are sent."""
        trace.on_request_start.append(self._note_sent)
        trace.on_request_end.append(self._note_response)

    async def _note_sent(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
    ) -> None:
        asked_at = _ASKED_AT.get()
        if asked_at is not None:
            self._waits.observe(self._clock() - asked_at)

    async def _note_response(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestEndParams
    ) -> None:
        if _ASKED_AT.get() is not None:
            _ASKED_AT.set(self._clock())
