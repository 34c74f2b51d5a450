"""The page's event feed: the full state, then every change, over a WebSocket.

Browsers limit ordinary connections to a server to a few for all tabs together, and server-sent events would take one
for each tab. WebSockets do not count.

A page has one socket, not one for each seat: an ephemeral message names its reader. Each connection begins with the
full state, so a page that was disconnected is right again once it is connected.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from aiohttp import WSCloseCode, web

from local_discord.frontends.web.views.messages import MessageViews
from local_discord.frontends.web.views.state import state_view
from local_discord.model.events import ChangeKind
from local_discord.model.thread import GroupChannel

if TYPE_CHECKING:
    from local_discord import Change, Channel, Guild, LocalDiscord, Message
    from local_discord.frontends.web.access import Guard
    from local_discord.frontends.web.faults import FaultRoutes
    from local_discord.frontends.web.welcome import Welcome
    from local_discord.wire import Json

PROTOCOL = "local-discord"
"""The WebSocket protocol. The page sends its token as a second protocol, because it cannot set headers."""

OF_AN_EARLIER_RUN = 4001
"""The close code for a page with a wrong token, such as one of an earlier run."""

MESSAGES_AT_FIRST = 200
"""The number of recent messages of a channel in the full state."""

_FAREWELL_SECONDS = 0.5
_ABOUT_MESSAGES = frozenset({ChangeKind.MESSAGE_CREATED, ChangeKind.MESSAGE_EDITED, ChangeKind.MESSAGE_DELETED})
_ABOUT_REQUESTS = frozenset(
    {
        ChangeKind.REQUEST_HELD,
        ChangeKind.REQUEST_ANSWERED,
        ChangeKind.INTERACTION_SENT,
        ChangeKind.INTERACTION_ANSWERED,
    }
)


class Feed:
    """The sockets of all open pages."""

    def __init__(
        self, discord: LocalDiscord, guild: Guild, faulting: FaultRoutes, welcome: Welcome, guard: Guard
    ) -> None:
        self._discord = discord
        self._guild = guild
        self._faulting = faulting
        self._welcome = welcome
        self._guard = guard
        self._sockets: set[web.WebSocketResponse] = set()

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_get("/events", self._serve)
        app.on_shutdown.append(self._end_all)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(protocols=(PROTOCOL,), compress=False, timeout=_FAREWELL_SECONDS)
        await socket.prepare(request)
        if not self._guard.is_token(_offered_token(request)):
            await socket.close(code=OF_AN_EARLIER_RUN)
            return socket
        self._sockets.add(socket)
        try:
            async with asyncio.TaskGroup() as tasks:
                telling = tasks.create_task(self._tell(socket))
                await _until_closed(socket)
                telling.cancel()
        finally:
            self._sockets.discard(socket)
        return socket

    async def _end_all(self, _app: web.Application) -> None:
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in self._sockets))

    async def _tell(self, socket: web.WebSocketResponse) -> None:
        try:
            await self._tell_all(_Teller(socket))
        except ConnectionError:  # The page has gone; the reading task ends, too.
            return
        await socket.close(code=WSCloseCode.GOING_AWAY)

    async def _tell_all(self, teller: _Teller) -> None:
        """Send the full state, then every change until the server is closed."""
        changes = self._discord.changes()
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
        """Return the guild's channels and threads, then its members' direct messages and group chats."""
        direct = [person.dm for person in self._guild.people if not person.user.bot]
        everywhere = self._guild.world.channels.values()
        groups = [channel for channel in everywhere if isinstance(channel, GroupChannel)]
        return [*(channel for channel in everywhere if channel.guild is self._guild), *direct, *groups]

    def _state(self) -> Json:
        state = state_view(self._discord, self._guild, self._channels(), self._welcome)
        return state | {"faults": self._faulting.view()}


class _Teller:
    """Sends events, and skips those that repeat the last."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._last_state = ""

    async def tell_message(self, message: Message, views: MessageViews) -> None:
        if message.deleted:
            await self.tell("gone", {"id": str(message.id), "channel": str(message.channel.id)})
        else:
            await self.tell("message", views.view(message))

    async def tell(self, event: str, body: Json) -> None:
        text = json.dumps({"event": event, "body": body})
        if event == "state":
            if text == self._last_state:
                return
            self._last_state = text
        await self._socket.send_str(text)


async def _until_closed(socket: web.WebSocketResponse) -> None:
    """Wait until the page closes the socket; it sends nothing."""
    async for _ in socket:
        pass


def _offered_token(request: web.Request) -> str:
    offered = request.headers.get("Sec-WebSocket-Protocol", "").split(",")
    return next((one for one in map(str.strip, offered) if one != PROTOCOL), "")
