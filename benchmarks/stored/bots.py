"""Bots on filled databases, each with a stand-in of its own."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.bots.processes import Bot, gridlock_on
from local_discord import Guild, LocalDiscord

_GUILDS: Final = 20


@dataclass(frozen=True)
class Start:
    """The cost of a start, until the bot is connected.

    Attributes:
        seconds: Its duration.
        cpu: The CPU seconds of the process.
    """

    seconds: float
    cpu: float


@dataclass(frozen=True)
class FilledBot:
    """A running bot on a filled database.

    Attributes:
        bot: The bot.
        guilds: The servers.
        start: The cost of its start.
    """

    bot: Bot
    guilds: Sequence[Guild]
    start: Start

    @property
    def memory(self) -> float:
        """Its resident memory now, in MB, without its worker processes."""
        pages = int(Path(f"/proc/{self.bot.process_ids[0]}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@asynccontextmanager
async def pretend_servers() -> AsyncIterator[tuple[LocalDiscord, list[Guild]]]:
    """Run a stand-in with servers, whose ids are the same each time."""
    async with LocalDiscord(clock=time.perf_counter) as discord:
        guilds = [discord.add_guild(f"Pretend server {number}") for number in range(_GUILDS)]
        for guild in guilds:
            guild.add_channel("games")
        yield discord, guilds


@asynccontextmanager
async def filled_bot(folder: Path, database: str, name: str) -> AsyncIterator[FilledBot]:
    """Run a bot on a filled database.

    Args:
        folder: The folder of its log.
        database: The URL of the database.
        name: The name of its log.
    """
    async with pretend_servers() as (discord, guilds):
        begin = time.perf_counter()
        async with gridlock_on(discord, folder, database, name=name) as bot:
            start = Start(time.perf_counter() - begin, bot.clock.seconds)
            yield FilledBot(bot, guilds, start)
