"""Showing how far a review is, while somebody waits for it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Self

from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer

# Discord lets a message be edited about once a second.
_SECONDS_BETWEEN: Final = 1.0


class ReviewProgress:
    """Says in the placeholder of an answer how many moves are looked at, now and then, as long as the block lasts.

    Args:
        answer: An answer that was announced.
    """

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._noted: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self._showing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._showing = asyncio.get_running_loop().create_task(self._show())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._showing is not None:
            self._showing.cancel()
            with suppress(asyncio.CancelledError):
                await self._showing

    def note(self, done: int, of: int) -> None:
        """Note that so many of so many moves are looked at."""
        self._noted.put_nowait((done, of))

    async def _show(self) -> None:
        while True:
            done, of = await self._noted.get()
            while not self._noted.empty():
                done, of = self._noted.get_nowait()
            said = Phrase("{done} of {of} moves looked at ...", done=done, of=of)
            # What is on its way to Discord is let through, so that it comes before the review and not after it.
            await asyncio.shield(self._answer.meanwhile(said))
            await asyncio.sleep(_SECONDS_BETWEEN)
