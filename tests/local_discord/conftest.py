from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
import yarl

from local_discord import Intent, LocalDiscord
from tests.local_discord.clock import Clock
from tests.local_discord.rest import Rest
from tests.local_discord.table import Table
from tests.local_discord.tiny_bot import TinyBot, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def server(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A server on a clock that stands still, and discord.py pointed at it."""
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS, clock=clock) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
        gateway = yarl.URL(server.gateway_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield server


@pytest.fixture
def table(server: LocalDiscord) -> Table:
    """A guild with a channel and three people in it."""
    return Table.in_new_guild(server)


@pytest.fixture
async def bot(table: Table) -> AsyncIterator[TinyBot]:
    """A real discord.py bot, connected, with its commands registered."""
    async with running(table.server, TinyBot()) as bot:
        yield bot


@pytest.fixture
async def rest(server: LocalDiscord) -> AsyncIterator[Rest]:
    """A plain HTTP client with the bot's token, for what discord.py would not send."""
    async with aiohttp.ClientSession() as session:
        yield Rest(server, session)
