from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
import yarl
from hypothesis import settings

from local_discord import Intent, LocalDiscord
from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import Clock, Scene
from local_discord.tests.support.tiny_bot import TinyBot, running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

# How long an example takes depends on what else the machine does, so no test is judged by it.
settings.register_profile("local_discord", deadline=None, max_examples=50)
if settings.get_current_profile_name() in ("default", "ci"):
    settings.load_profile("local_discord")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def server(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A server with a clock that stands still; discord.py uses its addresses."""
    async with LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS, clock=clock) as server:
        monkeypatch.setattr(discord.http.Route, "BASE", server.api_url)
        gateway = yarl.URL(server.gateway_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        yield server


@pytest.fixture
def scene(server: LocalDiscord) -> Scene:
    """A guild with a channel and three members."""
    return Scene.in_new_guild(server)


@pytest.fixture
async def bot(scene: Scene) -> AsyncIterator[TinyBot]:
    """A real discord.py bot, connected, with its commands registered."""
    async with running(scene.server, TinyBot()) as bot:
        yield bot


@pytest.fixture
async def rest(server: LocalDiscord) -> AsyncIterator[Rest]:
    """An HTTP client with the bot's token, for requests that discord.py would not send."""
    async with aiohttp.ClientSession() as session:
        yield Rest(server, session)
