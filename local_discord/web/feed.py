"""Telling the page what there is and what happens, as server-sent events.

There is one stream for a page, not one for each seat: a message says for whose eyes it is. A stream begins with
everything, so a page that was cut off is right again as soon as it is connected.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING

from aiohttp import web

from local_discord.changes import ChangeKind
from local_discord.web.views.messages import MessageViews
from local_discord.web.views.state import state_view

if TYPE_CHECKING:
    from local_discord import Change, Channel, Guild, LocalDiscord, Message
    from local_discord.web.faulting import Faulting
    from local_discord.web.welcome import Welcome
    from local_discord.wire import Json

MESSAGES_AT_FIRST = 200
"""How many of a channel's last messages a page is told of when it connects."""

_ABOUT_MESSAGES = frozenset({ChangeKind.MESSAGE_CREATED, ChangeKind.MESSAGE_EDITED, ChangeKind.MESSAGE_DELETED})
_ABOUT_REQUESTS = frozenset({ChangeKind.REQUEST_ANSWERED, ChangeKind.INTERACTION_SENT, ChangeKind.INTERACTION_ANSWERED})


class Feed:
    """The streams to all open pages."""

    def __init__(self, discord: LocalDiscord, guild: Guild, faulting: Faulting, welcome: Welcome, run: str) -> None:
        self._discord = discord
        self._guild = guild
        self._faulting = faulting
        self._welcome = welcome
        self._run = run
        self._streams: set[asyncio.Task[None]] = set()

    def add_to(self, app: web.Application) -> None:
        """Adds the route to an application."""
        app.router.add_get("/events", self._serve)
        app.on_shutdown.append(self._end_all)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        stream = asyncio.create_task(self._tell(response))
        self._streams.add(stream)
        try:
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await stream
        finally:
            stream.cancel()
            self._streams.discard(stream)
        return response

    async def _end_all(self, _app: web.Application) -> None:
        for stream in self._streams:
            stream.cancel()

    async def _tell(self, response: web.StreamResponse) -> None:
        changes = self._discord.changes()
        teller = _Teller(response)
        await teller.tell("hello", {"run": self._run})
        await teller.tell("state", self._state())
        views = MessageViews(self._guild)
        for message in self._messages():
            await teller.tell_message(message, views)
        await teller.tell("ready", {})
        async for change in changes:
            await self._tell_change(teller, change)

    async def _tell_change(self, teller: _Teller, change: Change) -> None:
        if change.kind in _ABOUT_REQUESTS:
            return
        if change.kind not in _ABOUT_MESSAGES or change.message is None:
            await teller.tell("state", self._state())
        elif change.message.channel in self._channels():
            await teller.tell_message(change.message, MessageViews(self._guild))

    def _messages(self) -> list[Message]:
        return [message for channel in self._channels() for message in channel.messages[-MESSAGES_AT_FIRST:]]

    def _channels(self) -> list[Channel]:
        """The guild's channels and threads, and the direct messages of its members."""
        everywhere = self._guild.world.channels.values()
        return [channel for channel in everywhere if channel.guild in (self._guild, None)]

    def _state(self) -> Json:
        state = state_view(self._discord, self._guild, self._channels(), self._welcome)
        return state | {"faults": self._faulting.view()}


class _Teller:
    """Writes events, and nothing twice."""

    def __init__(self, response: web.StreamResponse) -> None:
        self._response = response
        self._last_state = ""

    async def tell_message(self, message: Message, views: MessageViews) -> None:
        if message.deleted:
            await self.tell("gone", {"id": str(message.id), "channel": str(message.channel.id)})
        else:
            await self.tell("message", views.view(message))

    async def tell(self, event: str, body: Json) -> None:
        text = json.dumps(body)
        if event == "state":
            if text == self._last_state:
                return
            self._last_state = text
        await self._response.write(f"event: {event}\ndata: {text}\n\n".encode())
