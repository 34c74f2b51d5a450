"""Messages as Discord's JSON, and the requests that post, edit and delete them by channel and message id.

The requests go through the HTTP client of discord.py, with its rate limits and its errors. It would build a view from
each message that it gets back; here only the id is read.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeAlias

import discord
from discord.http import HTTPClient, MultipartParameters
from discord.utils import MISSING

from cogs.discord_api.components import NO_COMPONENTS, Components
from cogs.discord_api.own_emoji import OwnEmoji, send_or_replace

Payload: TypeAlias = dict[str, Any]
"""A message, or the change of one, as Discord takes it."""

NO_MENTIONS: Final = discord.AllowedMentions.none()

LAYOUT_FLAG: Final = discord.MessageFlags(components_v2=True).value
EPHEMERAL_FLAG: Final = discord.MessageFlags(ephemeral=True).value


def message_payload(
    text: str | None = MISSING,
    components: Components | None = MISSING,
    *,
    mentions: discord.AllowedMentions = NO_MENTIONS,
) -> Payload:
    """Return a message, or a change of one; what is left out stays as it is.

    Args:
        text: The content; None for no content.
        components: The components; None for none.
        mentions: Who is notified.
    """
    payload: Payload = {"allowed_mentions": mentions.to_dict()}
    if text is not MISSING:
        payload["content"] = text
    if components is not MISSING:
        shown = components or NO_COMPONENTS
        payload["components"] = shown.payload
        if shown.is_layout:
            payload["flags"] = LAYOUT_FLAG
    return payload


def ephemeral(payload: Payload) -> Payload:
    """Return a message that only the person who asked can see."""
    return payload | {"flags": payload.get("flags", 0) | EPHEMERAL_FLAG}


def with_nonce(payload: Payload, nonce: str | None) -> Payload:
    """Return a message of which Discord recognizes a second copy for some minutes."""
    return payload if nonce is None else payload | {"nonce": nonce, "enforce_nonce": True}


class Sender(Protocol):
    """The bot, as far as messages are sent with it."""

    @property
    def http(self) -> HTTPClient:
        """The HTTP client of discord.py."""

    @property
    def emoji(self) -> OwnEmoji:
        """The emoji of the application."""

    @property
    def is_short_of_calls(self) -> bool:
        """Whether a request would have to wait for Discord's limit."""


async def post_message(sender: Sender, channel_id: int, payload: Payload) -> int:
    """Post a message, and return its id.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: Discord does not take it, or there is no connection.
    """

    async def post(message: Payload) -> int:
        return int((await sender.http.send_message(channel_id, params=_parameters(message)))["id"])

    return await send_or_replace(sender.emoji, payload, post)


async def edit_message(sender: Sender, channel_id: int, message_id: int, payload: Payload) -> None:
    """Edit a message.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: Discord does not take it, or there is no connection.
    """

    async def edit(change: Payload) -> None:
        await sender.http.edit_message(channel_id, message_id, params=_parameters(change))

    await send_or_replace(sender.emoji, payload, edit)


async def delete_message(http: HTTPClient, channel_id: int, message_id: int) -> None:
    """Delete a message.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: Discord does not do it, or there is no connection.
    """
    await http.delete_message(channel_id, message_id)


def _parameters(payload: Payload) -> MultipartParameters:
    return MultipartParameters(payload=payload, multipart=None, files=None)
