"""Search of a channel for a message of the bot, by the custom id of one of its controls."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final, Protocol

import discord
from discord.http import HTTPClient
from discord.utils import time_snowflake

# The most that Discord tells at once.
_MOST_MESSAGES: Final = 100


class CannotRead(Exception):
    """The bot may not read the history of the channel, for which Discord would tell no messages at all."""


class Servers(Protocol):
    """The bot, as far as it knows servers and asks Discord."""

    @property
    def http(self) -> HTTPClient:
        """The HTTP client of discord.py."""

    async def load_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels and roles; None if it is not known."""


class OwnMessages:
    """Messages of the bot. Nothing is read of others: Discord does not tell the bot what is in them.

    Args:
        client: The bot.
    """

    def __init__(self, client: Servers) -> None:
        self._client = client

    async def find(self, guild_id: int, channel_id: int, custom_id: str, since: datetime) -> int | None:
        """Return the id of a message with a control of this custom id; None if there is none.

        Only the first hundred messages of the channel since that time are looked at.

        Raises:
            CannotRead: The bot may not read the channel.
            discord.HTTPException, aiohttp.ClientError, OSError: Discord does not tell, or there is no connection.
        """
        guild = await self._client.load_guild(guild_id)
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if channel is None:
            raise CannotRead
        if not channel.permissions_for(channel.guild.me).read_message_history:
            raise CannotRead
        after = time_snowflake(since)
        found: list[Any] = await self._client.http.logs_from(channel_id, limit=_MOST_MESSAGES, after=after)
        for message in found:
            parts = [part for row in message["components"] for part in row.get("components", [])]
            if any(part.get("custom_id") == custom_id for part in parts):
                return int(message["id"])
        return None
