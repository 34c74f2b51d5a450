"""Events of servers: the bot joins or leaves one, or one has an outage."""

from __future__ import annotations

import asyncio

import discord
from discord.ext import commands

from cogs.messages.servers.welcome import WelcomeCards
from cogs.runtime.gateway.interaction_gate import InteractionGate
from cogs.runtime.gateway.served_shards import ServedShards
from cogs.runtime.sweep_loop import SweepLoop
from cogs.runtime.tracked_tasks import TrackedTasks
from gridlock_host.scheduler.departures import DepartureService


class GuildEvents(commands.Cog):
    """Stores which servers the bot has left, joined, or cannot reach, and welcomes those that it joins.

    Args:
        departures: Stores it.
        welcome_cards: Welcomes servers.
        gate: Tells whether this process serves its shards.
        served: Tells which servers are announced.
        sweep_loop: Does not sweep in the meantime.
        tasks: Takes what is to be finished before the bot stops.
    """

    def __init__(
        self,
        departures: DepartureService,
        welcome_cards: WelcomeCards,
        gate: InteractionGate,
        served: ServedShards,
        sweep_loop: SweepLoop,
        tasks: TrackedTasks,
    ) -> None:
        self._departures = departures
        self._welcome_cards = welcome_cards
        self._gate = gate
        self._served = served
        self._sweep_loop = sweep_loop
        self._tasks = tasks
        self._joined_in_standby: list[discord.Guild] = []

    def greet_those_joined_in_standby(self) -> None:
        """Begin to welcome the servers that the bot has joined before this process served its shards."""
        for guild in self._joined_in_standby:
            greeting = asyncio.create_task(self._welcome_cards.greet(guild), name=f"welcome card of {guild.id}")
            self._tasks.track(greeting)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Store that the bot was removed from a server. Outages have an event of their own."""
        if self._gate.is_open:
            async with self._sweep_loop.without_sweep():
                await self._departures.note_departure(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Store that a server has an outage, so that no deadline passes there."""
        if self._gate.is_open:
            async with self._sweep_loop.without_sweep():
                await self._departures.note_outage(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Store that a server is available again; while a shard is announced, the next sweep does so."""
        if self._served.has_announced(guild.shard_id) and self._gate.is_open:
            await self._note_return(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Store that the bot has joined a server, perhaps again, and welcome it. At start, servers are available."""
        if not self._gate.is_open:
            # If the process that serves the shard does not welcome the server any more, this one will.
            self._joined_in_standby.append(guild)
            return
        self._tasks.track_current()
        await self._note_return(guild)
        await self._welcome_cards.greet(guild)

    async def _note_return(self, guild: discord.Guild) -> None:
        async with self._sweep_loop.without_sweep():
            await self._departures.note_return(guild.id)
