"""Fixtures: the page's server, and a client that calls it as the page's scripts do."""

from __future__ import annotations

import json
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Self

import aiohttp
import pytest

from local_discord.frontends.web import LocalPage, Shorthand, Step, Welcome
from local_discord.frontends.web.feed import PROTOCOL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from local_discord import Member, Message
    from local_discord.tests.support.scene import Scene
    from local_discord.tests.support.tiny_bot import TinyBot

WELCOME = Welcome(
    "A <test>",
    (Step("Say **hello**", "/demo greet @Bob"), Step("Wait")),
    Shorthand("@[a-z]+", "demo greet {text}", "a name greets"),
)


class Browser:
    """Calls the page's server.

    Attributes:
        address: Its URL, without the slash at the end.
        token: The page's token.
    """

    def __init__(self, session: aiohttp.ClientSession, page: LocalPage, scene: Scene) -> None:
        self.session = session
        self.address = page.address.removesuffix("/")
        self.scene = scene
        self.token = ""

    async def open(self) -> Self:
        """Load the page and read its token."""
        found = re.search(r'name="page-token" content="([^"]+)"', await self.text("/"))
        assert found is not None
        self.token = found[1]
        return self

    async def text(self, path: str) -> str:
        """Return the text at a path."""
        async with self.session.get(self.address + path) as response:
            assert response.status == 200
            return await response.text()

    async def post(self, path: str, body: object, **headers: str | None) -> tuple[int, str]:
        """Send a call with the page's headers; others can be given, and None leaves one out."""
        own = {"Origin": self.address, "X-Page-Token": self.token, "Content-Type": "application/json"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (own | given).items() if value is not None}
        data = body if isinstance(body, str) else json.dumps(body)
        async with self.session.post(self.address + path, data=data, headers=sent) as response:
            return response.status, await response.text()

    async def do(self, path: str, seat: Member, **body: object) -> dict[str, Any]:
        """Act as a member, in the scene's channel unless another is given."""
        call = {"seat": str(seat.id), "channel": str(self.scene.channel.id), **body}
        status, text = await self.post(path, call)
        assert status == 200, text
        answer: dict[str, Any] = json.loads(text)
        return answer

    async def press(self, seat: Member, message: Message, control: str) -> dict[str, Any]:
        """Press a button."""
        return await self.do("/press", seat, message=str(message.id), control=control)

    @asynccontextmanager
    async def events(self) -> AsyncIterator[Events]:
        """Open the page's socket."""
        protocols = (PROTOCOL, self.token)
        async with self.session.ws_connect(
            self.address + "/events", origin=self.address, protocols=protocols
        ) as socket:
            yield Events(socket)


class Events:
    """The events of a socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> tuple[str, dict[str, Any]]:
        """Return the next event and its body."""
        told = json.loads(await self.socket.receive_str())
        return told["event"], told["body"]

    async def until(self, wanted: str) -> dict[str, Any]:
        """Return the body of the next event with a name."""
        while True:
            name, body = await self.next()
            if name == wanted:
                return body

    async def until_state(self, field: str, **wanted: object) -> dict[str, Any]:
        """Return the first state in which a part has these values."""
        while True:
            state = await self.until("state")
            if wanted.items() <= state[field].items():
                return state


@pytest.fixture
async def site(scene: Scene) -> AsyncIterator[LocalPage]:
    """The page's server, without a bot."""
    async with LocalPage(scene.server, scene.guild, port=0, welcome=WELCOME) as page:
        yield page


@pytest.fixture
async def browser(site: LocalPage, scene: Scene) -> AsyncIterator[Browser]:
    """A client that has the page open."""
    async with aiohttp.ClientSession() as session:
        yield await Browser(session, site, scene).open()


@pytest.fixture
def playing(browser: Browser, bot: TinyBot) -> Browser:  # noqa: ARG001  # it must run
    """The same, with a running bot."""
    return browser
