"""Reading what the page sends, and writing how it went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeVar

from aiohttp import web

from local_discord.errors import Refused, Unanswered
from local_discord.frontends.composing.words import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from local_discord import Channel, Guild, Member, Message
    from local_discord.wire import Json

T = TypeVar("T")
_ID = re.compile("[0-9]{1,20}")


class Call:
    """One call of the page: JSON with ids as text. Every method raises HTTPBadRequest for what does not fit."""

    def __init__(self, guild: Guild, body: Mapping[str, Any]) -> None:
        self._guild = guild
        self._body = body

    @classmethod
    async def read(cls, guild: Guild, request: web.Request) -> Call:
        """Reads the body of a request."""
        try:
            body = await request.json()
        except (ValueError, LookupError, RecursionError) as error:  # LookupError: an encoding that there is not
            raise web.HTTPBadRequest(text="The body is not JSON.") from error
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="The body is not an object.")
        return cls(guild, body)

    def text(self, name: str) -> str:
        """A field that holds a text."""
        return self._field(name, str)

    def texts(self, name: str) -> list[str]:
        """A field that holds a list of texts."""
        values = self._field(name, list)
        if not all(isinstance(value, str) for value in values):
            raise _does_not_fit(name)
        return values

    def mapping(self, name: str) -> dict[str, Any]:
        """A field that holds an object."""
        return self._field(name, dict)

    @property
    def seat(self) -> Member:
        """In whose name something is done."""
        seat = self.member("seat")
        if seat.user.bot:
            raise _does_not_fit("seat")
        return seat

    def member(self, name: str) -> Member:
        """The member whose id a field holds."""
        return self._known(name, self._guild.members.get(self._id(name)))

    @property
    def channel(self) -> Channel:
        """Where it is done."""
        return self._known("channel", self._guild.world.channels.get(self._id("channel")))

    def message(self, name: str = "message") -> Message:
        """The message whose id a field holds; it may be deleted."""
        channel = self.channel
        return self._known(name, channel.history.get(self._id(name)))

    def has(self, name: str) -> bool:
        """Tells whether there is such a field."""
        return name in self._body

    def _id(self, name: str) -> int:
        return self._known(name, read_id(self.text(name)))

    def _known(self, name: str, found: T | None) -> T:
        if found is None:
            raise _does_not_fit(name)
        return found

    def _field(self, name: str, kind: type[T]) -> T:
        value = self._body.get(name)
        if not isinstance(value, kind):
            raise _does_not_fit(name)
        return value


def serving(
    guild: Guild, answer: Callable[[Call], Awaitable[Json]]
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Makes a handler of what answers a call; what a person cannot do is an answer, too."""

    async def serve(request: web.Request) -> web.Response:
        call = await Call.read(guild, request)
        try:
            body = await answer(call)
        except (Refused, NotUnderstood) as refusal:
            body = {"refused": str(refusal)}
        except Unanswered:
            body = {"unanswered": True}
        return web.json_response(body)

    return serve


def read_id(text: str) -> int | None:
    """Returns the id that a text writes, or None if it writes none."""
    return int(text) if _ID.fullmatch(text) else None


def _does_not_fit(name: str) -> web.HTTPBadRequest:
    return web.HTTPBadRequest(text=f"The field {name!r} does not fit.")
