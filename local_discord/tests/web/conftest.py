"""A page before a pretend Discord with a real bot, and a program that calls it as the page's scripts do."""

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
    from local_discord.tests.support.table import Table
    from local_discord.tests.support.tiny_bot import TinyBot

WELCOME = Welcome(
    "A <test>",
    (Step("Say **hello**", "/demo greet @Bob"), Step("Wait")),
    Shorthand("@[a-z]+", "demo greet {text}", "a name greets"),
)


class Browser:
    """Calls the page's server.

    Attributes:
        address: Where it is, without the slash at the end.
        token: What the page holds.
    """

    def __init__(self, session: aiohttp.ClientSession, page: LocalPage, table: Table) -> None:
        self.session = session
        self.address = page.address.removesuffix("/")
        self.table = table
        self.token = ""

    async def open(self) -> Self:
        """Load the page and takes its token."""
        found = re.search(r'name="page-token" content="([^"]+)"', await self.text("/"))
        assert found is not None
        self.token = found[1]
        return self

    async def text(self, path: str) -> str:
        """What stands at a path."""
        async with self.session.get(self.address + path) as response:
            assert response.status == 200
            return await response.text()

    async def post(self, path: str, body: object, **headers: str | None) -> tuple[int, str]:
        """Calls; headers are those of the page unless others are given, and None leaves one out."""
        own = {"Origin": self.address, "X-Page-Token": self.token, "Content-Type": "application/json"}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in (own | given).items() if value is not None}
        data = body if isinstance(body, str) else json.dumps(body)
        async with self.session.post(self.address + path, data=data, headers=sent) as response:
            return response.status, await response.text()

    async def do(self, path: str, seat: Member, **body: object) -> dict[str, Any]:
        """Do something in a member's name, in the channel unless another is named."""
        call = {"seat": str(seat.id), "channel": str(self.table.channel.id), **body}
        status, text = await self.post(path, call)
        assert status == 200, text
        answer: dict[str, Any] = json.loads(text)
        return answer

    async def press(self, seat: Member, message: Message, control: str) -> dict[str, Any]:
        """Press a button."""
        return await self.do("/press", seat, message=str(message.id), control=control)

    @asynccontextmanager
    async def events(self) -> AsyncIterator[Events]:
        """Open the socket over which the page is told what happens."""
        protocols = (PROTOCOL, self.token)
        async with self.session.ws_connect(
            self.address + "/events", origin=self.address, protocols=protocols
        ) as socket:
            yield Events(socket)


class Events:
    """The events that come over a socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def next(self) -> tuple[str, dict[str, Any]]:
        """The next event and what it carries."""
        told = json.loads(await self.socket.receive_str())
        return told["event"], told["body"]

    async def until(self, wanted: str) -> dict[str, Any]:
        """What the next event of a name carries."""
        while True:
            name, body = await self.next()
            if name == wanted:
                return body

    async def until_state(self, field: str, **wanted: object) -> dict[str, Any]:
        """The first state in which a part has these values."""
        while True:
            state = await self.until("state")
            if wanted.items() <= state[field].items():
                return state


@pytest.fixture
async def site(table: Table) -> AsyncIterator[LocalPage]:
    """A page before the pretend server; there need not be a bot."""
    async with LocalPage(table.server, table.guild, port=0, welcome=WELCOME) as page:
        yield page


@pytest.fixture
async def browser(site: LocalPage, table: Table) -> AsyncIterator[Browser]:
    """A browser that has the page open."""
    async with aiohttp.ClientSession() as session:
        yield await Browser(session, site, table).open()


@pytest.fixture
def playing(browser: Browser, bot: TinyBot) -> Browser:  # noqa: ARG001  # it must run
    """The same, with a bot behind the page."""
    return browser
