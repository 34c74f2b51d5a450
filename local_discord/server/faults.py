"""Fault injection: errors, rate limits, lost answers and delays."""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from local_discord.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_UNLIMITED = -1


class Hold:
    """Holds matching requests until it is released."""

    def __init__(self) -> None:
        self._reached = asyncio.Event()
        self._released = asyncio.Event()

    async def reached(self) -> None:
        """Wait until a request is held."""
        await self._reached.wait()

    @property
    def released(self) -> bool:
        """Whether it was released."""
        return self._released.is_set()

    def release(self) -> None:
        """Let the held requests and all later ones pass."""
        self._released.set()

    async def pass_through(self) -> None:
        """Wait until released."""
        self._reached.set()
        await self._released.wait()


class Delay(Hold):
    """Delays each matching request, until it is released."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds

    async def pass_through(self) -> None:
        """Wait for the delay, or until released."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                await super().pass_through()


@dataclass(frozen=True)
class Page:
    """An HTML page from a proxy between the bot and Discord.

    Attributes:
        status: The HTTP status.
        headers: The headers, such as `Retry-After`.
        text: The page.
    """

    status: int
    headers: Mapping[str, str]
    text: str


@dataclass
class _Fault:
    method: str
    path: re.Pattern[str]
    left: int
    error: ApiError | None = None
    page: Page | None = None
    loses_answer: bool = False
    hold: Hold | None = None
    holds_answer: bool = False

    @property
    def used_up(self) -> bool:
        return self.left == 0 or (self.hold is not None and self.hold.released)


@dataclass
class Injected:
    """The faults of one request.

    Attributes:
        error: The error to answer with instead of handling the request.
        page: The page to answer with instead of handling the request.
        loses_answer: Whether to break the connection before the answer.
        holds: The holds to wait for before handling the request.
        holds_of_answer: The holds to wait for before the answer.
    """

    error: ApiError | None = None
    page: Page | None = None
    loses_answer: bool = False
    holds: list[Hold] = field(default_factory=list)
    holds_of_answer: list[Hold] = field(default_factory=list)


class Faults:
    """The faults for coming requests.

    Every method takes the HTTP method and a regular expression for the whole path below /api/v10, and applies to the
    next `times` matching requests.
    """

    def __init__(self) -> None:
        self._faults: list[_Fault] = []

    def fail(self, method: str, path: str, *, status: int, code: int, times: int = 1, message: str = "") -> None:
        """Answer with an error without handling the request."""
        error = ApiError(status, code, message or "Injected fault")
        self._faults.append(_Fault(method, re.compile(path), times, error=error))

    def block(
        self,
        method: str,
        path: str,
        *,
        status: int,
        headers: Mapping[str, str] | None = None,
        text: str = "<html>Blocked</html>",
        times: int = 1,
    ) -> None:
        """Answer with an HTML page without handling the request, as Discord's proxy does."""
        page = Page(status, headers or {}, text)
        self._faults.append(_Fault(method, re.compile(path), times, page=page))

    def rate_limit(
        self,
        method: str,
        path: str,
        *,
        retry_after: float,
        times: int = 1,
        is_global: bool = False,
    ) -> None:
        """Answer that the bot is rate limited for `retry_after` seconds."""
        extra = {"retry_after": retry_after, "global": is_global}
        error = ApiError(429, 0, "You are being rate limited.", extra=extra)
        self._faults.append(_Fault(method, re.compile(path), times, error=error))

    def lose_answer(self, method: str, path: str, *, times: int = 1) -> None:
        """Handle the request, but break the connection before the answer."""
        self._faults.append(_Fault(method, re.compile(path), times, loses_answer=True))

    def hold(self, method: str, path: str) -> Hold:
        """Hold all matching requests, before they are handled, until released."""
        hold = Hold()
        self._faults.append(_Fault(method, re.compile(path), _UNLIMITED, hold=hold))
        return hold

    def hold_answer(self, method: str, path: str) -> Hold:
        """Handle all matching requests, but hold their answers until released."""
        hold = Hold()
        self._faults.append(_Fault(method, re.compile(path), _UNLIMITED, hold=hold, holds_answer=True))
        return hold

    def delay(self, method: str, path: str, *, seconds: float) -> Delay:
        """Delay each matching request by so many seconds, before it is handled, until released."""
        delay = Delay(seconds)
        self._faults.append(_Fault(method, re.compile(path), _UNLIMITED, hold=delay))
        return delay

    def take(self, method: str, path: str) -> Injected:
        """Return the faults for a request, and count them as used."""
        injected = Injected()
        for fault in self._matching(method, path):
            if fault.hold is not None:
                (injected.holds_of_answer if fault.holds_answer else injected.holds).append(fault.hold)
                continue
            if injected.error or injected.page or injected.loses_answer:
                continue
            injected.error, injected.page, injected.loses_answer = fault.error, fault.page, fault.loses_answer
            fault.left -= 1
        self._faults = [fault for fault in self._faults if not fault.used_up]
        return injected

    def clear(self) -> None:
        """Release all held requests, and remove all faults."""
        self.release_all()
        self._faults = []

    def release_all(self) -> None:
        """Release all held requests."""
        for fault in self._faults:
            if fault.hold is not None:
                fault.hold.release()

    def _matching(self, method: str, path: str) -> Iterator[_Fault]:
        for fault in self._faults:
            if fault.method == method and fault.path.fullmatch(path):
                yield fault
