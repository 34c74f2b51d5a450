"""Fixtures: the terminal on a pipe, with a real bot."""

from __future__ import annotations

import asyncio
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord
import pytest
import yarl

from local_discord import LocalDiscord
from local_discord.frontends.terminal import run_terminal, settle
from local_discord.tests.support.demo_bot import DemoBot

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from typing import TextIO

    from local_discord import Channel, Guild, Member


@dataclass
class Stage:
    """A guild with Ada, Bob, Cleo and a real bot in it."""

    discord: LocalDiscord
    guild: Guild
    channel: Channel
    ada: Member
    bob: Member
    cleo: Member

    async def play(
        self, *lines: str, bare_text: str | None = None, wait_idle: Callable[[], Awaitable[object]] | None = None
    ) -> tuple[int, str]:
        """Pipe lines through the terminal, and return the exit status and the output."""
        output = io.StringIO()
        status = await self.play_to(output, *lines, bare_text=bare_text, wait_idle=wait_idle)
        return status, output.getvalue()

    async def play_to(
        self,
        output: TextIO,
        *lines: str,
        bare_text: str | None = None,
        wait_idle: Callable[[], Awaitable[object]] | None = None,
    ) -> int:
        """Pipe lines through the terminal to a stream, and return the exit status."""
        return await run_terminal(
            self.discord,
            self.guild,
            self.channel,
            seat=self.ada,
            bare_text=bare_text,
            wait_idle=wait_idle,
            stdin=io.StringIO("\n".join(lines)),
            stdout=output,
        )


@pytest.fixture
def answer_within() -> float:
    """Seconds within which the bot has to answer."""
    return 3.0


@pytest.fixture
async def stage(answer_within: float, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Stage, None]:
    """A stage with a ready demo bot, and short quiet times."""
    monkeypatch.setattr(settle, "_QUIET_SECONDS", 0.05)
    monkeypatch.setattr(settle, "_ACKNOWLEDGED_SECONDS", 0.1)
    async with LocalDiscord(answer_within=answer_within) as world:
        monkeypatch.setattr(discord.http.Route, "BASE", world.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(world.gateway_url))
        guild = world.add_guild("Pretend server")
        channel = guild.add_channel("games")
        guild.add_channel("hall")
        ada, bob, cleo = (guild.add_member(name) for name in ("Ada", "Bob", "Cleo"))
        async with DemoBot() as bot:
            running = asyncio.create_task(bot.start(world.token))
            await world.until_ready()
            yield Stage(world, guild, channel, ada, bob, cleo)
            await bot.close()
            await running
