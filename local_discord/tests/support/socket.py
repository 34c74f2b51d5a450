from __future__ import annotations

import contextlib
import json
import zlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp

from local_discord import LocalDiscord
from local_discord.tests.support.scene import PATIENCE

Json = dict[str, Any]
GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_MESSAGES = 1 << 9


class Socket:
    """A hand-driven gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.raw = socket
        self._decompressor = zlib.decompressobj()

    async def send(self, op: int, data: object) -> None:
        await self.raw.send_str(json.dumps({"op": op, "d": data}))

    async def receive(self) -> Json:
        message = await self.raw.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.BINARY:
            payload: Json = json.loads(self._decompressor.decompress(message.data))
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, message
            payload = json.loads(message.data)
        return payload

    async def until(self, event: str) -> Json:
        """Read until an event arrives, and return its body."""
        while (payload := await self.receive())["t"] != event:
            pass
        data: Json = payload["d"]
        return data

    async def identify(self, token: str, intents: int = GUILDS, **more: object) -> Json:
        """Open a session and return READY's body."""
        await self.send(2, {"token": token, "intents": intents, "properties": {}, **more})
        return await self.until("READY")

    async def close_code(self) -> int | None:
        """Read until the server closes the connection, and return the close code."""
        while not self.raw.closed:
            await self.raw.receive(timeout=PATIENCE)
        return self.raw.close_code


@contextlib.asynccontextmanager
async def connected(server: LocalDiscord, *, compressed: bool = False) -> AsyncIterator[Socket]:
    """Connect to the gateway and read HELLO."""
    url = server.gateway_url + ("?compress=zlib-stream" if compressed else "")
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as raw:
        socket = Socket(raw)
        assert (await socket.receive())["op"] == 10
        yield socket
