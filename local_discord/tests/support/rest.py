from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any

import aiohttp

from local_discord import ChangeKind, Interaction, LocalDiscord, Unanswered


@dataclass
class Reply:
    """A response."""

    status: int
    body: Any
    headers: dict[str, str]

    @property
    def code(self) -> int:
        """Discord's error code."""
        return int(self.body["code"])

    def errors_at(self, *path: str | int) -> list[str]:
        """Return the codes of the errors that a form's answer names for a field."""
        place = self.body["errors"]
        for step in path:
            place = place[str(step)]
        return [error["code"] for error in place["_errors"]]


class Rest:
    """Sends single requests with the bot's token."""

    def __init__(self, server: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self._server = server
        self._session = session

    async def send(self, method: str, path: str, body: object = None, *, token: str | None = None) -> Reply:
        headers = {"Authorization": f"Bot {token or self._server.token}"}
        data = {"data": body} if isinstance(body, aiohttp.FormData) else {"json": body}
        request = self._session.request(method, self._server.api_url + path, headers=headers, **data)
        async with request as response:
            is_json = response.headers.get("Content-Type") == "application/json"
            content = await response.json() if is_json else await response.text()
            return Reply(response.status, content, dict(response.headers))

    async def post(self, channel_id: int, body: object) -> Reply:
        """Post a message."""
        return await self.send("POST", f"/channels/{channel_id}/messages", body)

    async def post_file(self, channel_id: int, body: object, filename: str, content: bytes) -> Reply:
        """Post a message with a file."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", io.BytesIO(content), filename=filename)
        return await self.send("POST", f"/channels/{channel_id}/messages", form)

    async def download(self, url: str) -> bytes:
        """Download a file."""
        async with self._session.get(url) as response:
            return await response.read()

    async def answer(self, interaction: Interaction, kind: int, data: object = None) -> Reply:
        """Send an interaction's callback."""
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.send("POST", path, {"type": kind, "data": data})

    async def follow_up(self, interaction: Interaction, body: object) -> Reply:
        """Post a follow-up message with an interaction's token."""
        return await self.send("POST", f"/webhooks/{self._server.application_id}/{interaction.token}", body)

    async def register(self, *commands: object) -> Reply:
        """Register global commands."""
        path = f"/applications/{self._server.application_id}/commands"
        return await self.send("PUT", path, list(commands))


@contextlib.asynccontextmanager
async def sending(server: LocalDiscord, action: Coroutine[Any, Any, object]) -> AsyncIterator[Interaction]:
    """Let a member send an interaction, which the block answers by hand."""
    stream = server.changes()
    task = asyncio.create_task(action)
    async for change in stream:
        if change.kind is ChangeKind.INTERACTION_SENT and change.interaction is not None:
            yield change.interaction
            break
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, Unanswered):
        await task
