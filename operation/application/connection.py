"""Requests to Discord about the application, without a connection to the gateway."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
from discord.http import HTTPClient, Route

from cogs.runtime.endpoint import use_stand_in
from cogs.runtime.gateway.sharded_client import UnreadableResponse
from operation.configuration.settings import Settings
from operation.configuration.values import CannotStart
from operation.run_discord import connection_errors_explained

_MOST_SERVERS = 200


@dataclass(slots=True)
class ApplicationConnection:
    """A logged-in client that only makes requests.

    Attributes:
        http: The client of discord.py.
        told_at: What time it is for Discord, to a second; None before the first response.
    """

    http: HTTPClient
    told_at: datetime | None = None

    async def application(self) -> dict[str, Any]:
        """Return the application."""
        return cast("dict[str, Any]", await self.http.request(Route("GET", "/applications/@me")))

    async def edit(self, changes: dict[str, Any]) -> dict[str, Any]:
        """Change the application."""
        return cast("dict[str, Any]", await self.http.request(Route("PATCH", "/applications/@me"), json=changes))

    async def gateway(self) -> dict[str, Any]:
        """Return how many shards Discord recommends, and how many starts are left today."""
        return cast("dict[str, Any]", await self.http.request(Route("GET", "/gateway/bot")))

    async def servers(self) -> list[dict[str, Any]]:
        """Return the first servers of the bot, each with its permissions there."""
        return cast("list[dict[str, Any]]", await self.http.get_guilds(_MOST_SERVERS, with_counts=False))

    async def emoji_names(self, application_id: int) -> set[str]:
        """Return the names of the application's emoji."""
        listed = cast("Any", await self.http.get_application_emojis(application_id))
        return {one["name"] for one in listed["items"]}

    async def command_names(self, application_id: int) -> set[str]:
        """Return the names of the commands that Discord has."""
        return {one["name"] for one in await self.http.get_global_commands(application_id)}


@asynccontextmanager
async def application_connection(settings: Settings) -> AsyncIterator[ApplicationConnection]:
    """Log in with the token for the time of the block.

    Raises:
        CannotStart: There is no token, or Discord refuses it or cannot be reached.
    """
    if not settings.token:
        raise CannotStart("There is no DISCORD_TOKEN in the environment or in .env.")
    if settings.api:
        use_stand_in(settings.api, settings.gateway)
    trace = aiohttp.TraceConfig()
    # The bot never speaks, so discord.py need not warn of missing voice libraries.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    client = discord.Client(intents=discord.Intents(guilds=True), http_trace=trace, proxy=settings.proxy or None)
    connection = ApplicationConnection(client.http)

    async def note_time(_: aiohttp.ClientSession, __: SimpleNamespace, told: aiohttp.TraceRequestEndParams) -> None:
        if (date := told.response.headers.get("Date")) is not None:
            connection.told_at = parsedate_to_datetime(date)

    trace.on_request_end.append(note_time)
    async with client:
        with connection_errors_explained():
            try:
                await client.login(settings.token)
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise UnreadableResponse from error
            yield connection
