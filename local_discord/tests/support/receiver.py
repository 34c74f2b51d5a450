"""A bot without a connection to the gateway, as small as can be: what it answers to a command is set by the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey


@dataclass
class Receiver:
    """Receives interactions.

    Attributes:
        public_key: The key that it checks signatures with; empty to check none.
        status: The status of its response to an interaction.
        answer: The body of that response; None for no body.
        pong: What it answers to a ping.
        received: The interactions that came.
        url: Its address.
    """

    public_key: str
    status: int = 202
    answer: object = None
    pong: object = field(default_factory=lambda: {"type": 1})
    received: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""

    async def respond(self, request: web.Request) -> web.Response:
        body = await request.read()
        if not self._is_signed(request, body):
            return web.Response(status=401)
        event = await request.json()
        if event["type"] == 1:
            return web.json_response(self.pong)
        self.received.append(event)
        if self.answer is None:
            return web.Response(status=self.status)
        return web.json_response(self.answer, status=self.status)

    def _is_signed(self, request: web.Request, body: bytes) -> bool:
        if not self.public_key:
            return True
        timestamp, signature = (request.headers[f"X-Signature-{name}"] for name in ("Timestamp", "Ed25519"))
        try:
            VerifyKey(bytes.fromhex(self.public_key)).verify(timestamp.encode() + body, bytes.fromhex(signature))
        except BadSignatureError:
            return False
        return True


@asynccontextmanager
async def receiving(public_key: str) -> AsyncIterator[Receiver]:
    """Receive interactions until the end of the block."""
    receiver = Receiver(public_key)
    app = web.Application()
    app.router.add_post("/interactions", receiver.respond)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/interactions"
    try:
        yield receiver
    finally:
        await runner.cleanup()
