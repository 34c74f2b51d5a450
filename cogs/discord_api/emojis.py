"""Requests about the emoji of the bot's application."""

from __future__ import annotations

import base64
from typing import Any, cast

import discord


class EmojiRequests:
    """Lists, uploads and deletes the application's emoji.

    All methods raise `discord.HTTPException` if Discord refuses, and an `aiohttp.ClientError` or `OSError` if it cannot
    be reached. A 429 is waited for by discord.py.

    Args:
        client: The bot.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def ids(self) -> dict[str, int]:
        """Return the id of each emoji by its name."""
        listed = cast("Any", await self._client.http.get_application_emojis(self._application))
        return {one["name"]: int(one["id"]) for one in listed["items"]}

    async def upload(self, name: str, picture: bytes) -> int:
        """Upload a PNG, and return the id of its emoji."""
        image = f"data:image/png;base64,{base64.b64encode(picture).decode('ascii')}"
        made = cast("Any", await self._client.http.create_application_emoji(self._application, name, image))
        return int(made["id"])

    async def delete(self, emoji_id: int) -> None:
        """Delete an emoji."""
        await self._client.http.delete_application_emoji(self._application, emoji_id)

    @property
    def _application(self) -> int:
        if self._client.application_id is None:
            raise RuntimeError("the bot has not logged in")
        return self._client.application_id
