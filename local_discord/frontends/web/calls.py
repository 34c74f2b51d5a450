"""Calls of the page: parsing them, and the JSON of their results."""

from __future__ import annotations

import base64
import mimetypes
import re
from typing import TYPE_CHECKING, Any, TypeVar

from aiohttp import web

from local_discord.errors import Refused, Unanswered
from local_discord.frontends.input.words import NotUnderstood
from local_discord.wire import Upload

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from local_discord import Channel, Guild, Member, Message
    from local_discord.wire import Json

T = TypeVar("T")
_ID = re.compile("[0-9]{1,20}")


class Call:
    """One call of the page: JSON with ids as text. Its methods raise HTTPBadRequest for missing or wrong fields."""

    def __init__(self, guild: Guild, body: Mapping[str, Any]) -> None:
        self._guild = guild
        self._body = body

    @classmethod
    async def read(cls, guild: Guild, request: web.Request) -> Call:
        """Read the body of a request."""
        try:
            body = await request.json()
        except (ValueError, LookupError, RecursionError) as error:  # LookupError: an unknown encoding
            raise web.HTTPBadRequest(text="The body is not JSON.") from error
        if not isinstance(body, dict):
            raise web.HTTPBadRequest(text="The body is not an object.")
        return cls(guild, body)

    def text(self, name: str) -> str:
        """Return a text field."""
        return self._field(name, str)

    def texts(self, name: str) -> list[str]:
        """Return a field with a list of texts."""
        values = self._field(name, list)
        if not all(isinstance(value, str) for value in values):
            raise _does_not_fit(name)
        return values

    def mapping(self, name: str) -> dict[str, Any]:
        """Return a field with an object."""
        return self._field(name, dict)

    @property
    def seat(self) -> Member:
        """The acting member."""
        seat = self.member("seat")
        if seat.user.bot:
            raise _does_not_fit("seat")
        return seat

    def member(self, name: str) -> Member:
        """Return the member whose id a field has."""
        return self._known(name, self._guild.members.get(self._id(name)))

    @property
    def channel(self) -> Channel:
        """The channel."""
        return self._known("channel", self._guild.world.channels.get(self._id("channel")))

    def message(self, name: str = "message") -> Message:
        """Return the message whose id a field has; it may be deleted."""
        channel = self.channel
        return self._known(name, channel.history.get(self._id(name)))

    def has(self, name: str) -> bool:
        """Return whether there is such a field."""
        return name in self._body

    def upload(self, name: str) -> Upload:
        """Return the file with a name among those that came with the call, each with its content in base 64.

        Raises:
            NotUnderstood: There is none, or its content is damaged.
        """
        files = self.mapping("files") if self.has("files") else {}
        try:
            content = base64.b64decode(files[name], validate=True)
        except (KeyError, TypeError, ValueError) as error:
            raise NotUnderstood(f"Choose the file {name} with the button Attach.") from error
        kind, _ = mimetypes.guess_type(name)
        return Upload(name, content, kind or "application/octet-stream")

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


def handler(
    guild: Guild, answer: Callable[[Call], Awaitable[Json]]
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return a request handler for a call; refusals and missing answers become its JSON."""

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
    """Return a text as an id, or None if it is none."""
    return int(text) if _ID.fullmatch(text) else None


def _does_not_fit(name: str) -> web.HTTPBadRequest:
    return web.HTTPBadRequest(text=f"The field {name!r} does not fit.")
