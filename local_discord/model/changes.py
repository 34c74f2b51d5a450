"""Streams of changes, and waiting for a condition."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.channel import Message
    from local_discord.model.events import ChangeKind
    from local_discord.model.interaction import Interaction

T = TypeVar("T")


@dataclass(frozen=True)
class Change:
    """A change.

    Attributes:
        kind: The kind of change.
        message: The message, if it is about one.
        interaction: The interaction, if it is about one.
    """

    kind: ChangeKind
    message: Message | None = None
    interaction: Interaction | None = None


class ChangeStream:
    """The changes since the stream was opened, as an asynchronous iterator."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Change | None] = asyncio.Queue()

    def put(self, change: Change | None) -> None:
        """Add a change; None ends the stream."""
        self._queue.put_nowait(change)

    def __aiter__(self) -> ChangeStream:
        return self

    async def __anext__(self) -> Change:
        change = await self._queue.get()
        if change is None:
            raise StopAsyncIteration
        return change


class Changes:
    """Announces changes to open streams, and wakes up tasks that wait for a condition."""

    def __init__(self) -> None:
        self._streams: WeakSet[ChangeStream] = WeakSet()
        self._waiting: set[asyncio.Future[None]] = set()
        self._closed = False

    def stream(self) -> ChangeStream:
        """Open a stream of all changes from now on."""
        stream = ChangeStream()
        self._streams.add(stream)
        if self._closed:
            stream.put(None)
        return stream

    def announce(
        self,
        kind: ChangeKind,
        *,
        message: Message | None = None,
        interaction: Interaction | None = None,
    ) -> None:
        """Announce a change."""
        change = Change(kind, message, interaction)
        for stream in self._streams:
            stream.put(change)
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)

    def close(self) -> None:
        """End all streams."""
        self._closed = True
        for stream in self._streams:
            stream.put(None)

    async def until(self, condition: Callable[[], T], what: str, within: float) -> T:
        """Wait until a condition holds, looking again after every change.

        Returns:
            What the condition returned.

        Raises:
            TimeoutError: It did not hold within so many seconds; names `what`.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                while not (result := condition()):
                    await self._next()
                return result
        if result := condition():
            return result
        raise TimeoutError(f"waited {within:g} s in vain for {what}")

    async def _next(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.add(waiter)
        try:
            await waiter
        finally:
            self._waiting.discard(waiter)
