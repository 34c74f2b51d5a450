"""Outbox: keeps the messages of games, challenges and offers equal to the database; what fails is tried again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar
from weakref import WeakValueDictionary

import discord
from discord.utils import MISSING

from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, Components
from cogs.discord_api.messages import NO_MENTIONS
from cogs.messages.sending.delivery import Messages, Undelivered, nonce_of
from cogs.responder import log_follow_up_failure
from gridlock_host import Place


class Placed(Protocol):
    """Something with a message of its own."""

    @property
    def place(self) -> Place:
        """The message; without an id, the channel in which it is to be posted."""


_T = TypeVar("_T", bound=Placed)

# Responses go before the work that follows them. The limit holds for each channel, because Discord may slow down one
# channel, which must not delay any other.
_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a message has to show.

    Attributes:
        components: Its controls, or all of it; None for no controls.
        text: Its content; None where the components are all of it.
        mentions: Who is notified when it is posted.
        is_posted: Whether it is posted if there is no message.
        is_outdated: Returns whether the message has to show something else by now, although the database is unchanged.
    """

    components: Components | None
    text: str | None = None
    mentions: discord.AllowedMentions = NO_MENTIONS
    is_posted: bool = False
    is_outdated: Callable[[], bool] = bool


class Renderer(Protocol[_T]):
    """One kind of things with a message of their own: what that shows, and how the database is told."""

    def name(self, one: _T) -> str:
        """Return the name of the message; it differs between databases."""

    async def newer(self, one: _T) -> _T | None:
        """Return it as it is now; None if that looks the same, or nothing can change any more."""

    async def render(self, one: _T) -> Wanted:
        """Return what its message has to show."""

    async def note_place(self, one: _T, place: Place) -> _T:
        """Store in which message it is shown, and return it with that."""

    async def note(self, one: _T, failure: Undelivered | None) -> None:
        """Store that it is shown as it is, or never will be; or, if Discord has refused, when to try again."""


class Outbox:
    """Shows one thing at a time, always as it is now.

    Args:
        messages: Posts and edits messages.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._room: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, key: object, channel_id: int | None = None) -> AsyncIterator[None]:
        """Wait until no other task shows this, and the channel, if one is given, has room."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        room = nullcontext() if channel_id is None else self._room.setdefault(channel_id, asyncio.Semaphore(_AT_ONCE))
        async with lock, room:
            yield

    async def answer(self, request: Request, one: _T, renderer: Renderer[_T], *, only_as_response: bool = True) -> None:
        """Answer a request with the message; if it has changed meanwhile, correct it. The caller has the turn."""
        wanted = await renderer.render(one)
        message_id = await request.responder.send(
            wanted.components or NO_COMPONENTS,
            text=wanted.text,
            mentions=wanted.mentions,
            only_as_response=only_as_response,
            nonce=nonce_of(request.place, renderer.name(one)),
        )
        if message_id is not None:
            with log_follow_up_failure(renderer.name(one)):
                noted = await renderer.note_place(one, request.message_place(message_id))
                if (newer := await renderer.newer(noted)) is not None:
                    await self.reconcile(newer, renderer)

    async def sync(self, one: _T, renderer: Renderer[_T]) -> None:
        """Show something that was changed elsewhere. A failure is logged."""
        with log_follow_up_failure(renderer.name(one)):
            async with self.turn(renderer.name(one)):
                await self.reconcile(await renderer.newer(one) or one, renderer)

    async def reconcile(
        self, one: _T, renderer: Renderer[_T], *, request: Request | None = None, reposts: bool = False
    ) -> tuple[_T, Undelivered | None]:
        """Edit the message, or post it, until it shows what the database says; if Discord refuses, put it off.

        Args:
            one: What is to be shown. The caller has the turn for it.
            renderer: Its kind.
            request: The request that led to it; a message is posted in its channel if the other one is deleted.
            reposts: Whether to post a new message if the old one cannot be edited.

        Returns:
            It as it is shown, and why it is not, if it is not.
        """
        wanted, place, failure = await renderer.render(one), one.place, None
        if place.message_id is not None:
            text = MISSING if wanted.text is None else wanted.text
            failure = await self._messages.edit(place, wanted.components, text=text)
        if wanted.is_posted and (place.message_id is None or (reposts and failure is not None)):
            posted = await self._post(place, renderer.name(one), wanted, request)
            if isinstance(posted, Place):
                one, failure = await renderer.note_place(one, posted), None
            else:
                failure = posted
        newer = await renderer.newer(one)
        if newer is not None or wanted.is_outdated():
            # The edit may have overwritten what shows the newer state.
            return await self.reconcile(newer or one, renderer, request=request, reposts=reposts)
        await renderer.note(one, failure)
        return one, failure

    async def _post(self, place: Place, name: str, wanted: Wanted, request: Request | None) -> Place | Undelivered:
        posted: Place | Undelivered = Undelivered.GONE
        for channel in [place] if request is None else [place, request.place]:
            if posted is Undelivered.GONE:
                posted = await self._messages.post(
                    channel,
                    name,
                    after=request,
                    text=wanted.text,
                    components=wanted.components,
                    mentions=wanted.mentions,
                )
        return posted
