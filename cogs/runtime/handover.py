"""Handover of shards from one process of the bot to another, as in a rolling restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from cogs.runtime.command_tree import CommandPublisher
from cogs.runtime.gateway.guild_events import GuildEvents
from cogs.runtime.gateway.identify_gate import IdentifyGate
from cogs.runtime.gateway.interaction_gate import InteractionGate
from cogs.runtime.gateway.served_shards import ServedShards
from cogs.runtime.sweep_loop import SweepLoop


class Handover:
    """Takes over the shards of another process, leaves them to another one, and takes further shards.

    Args:
        gate: Decides which interactions this process serves.
        served: The shards of this process.
        identify_gate: Lets shards connect.
        guild_events: Welcomes servers.
        publisher: Publishes the commands.
        sweep_loop: Does what is due.
        note_serving: Called as soon as this process serves its shards.
    """

    def __init__(
        self,
        gate: InteractionGate,
        served: ServedShards,
        identify_gate: IdentifyGate,
        guild_events: GuildEvents,
        publisher: CommandPublisher,
        sweep_loop: SweepLoop,
        note_serving: Callable[[], None],
    ) -> None:
        self._gate = gate
        self._served = served
        self._identify_gate = identify_gate
        self._guild_events = guild_events
        self._publisher = publisher
        self._sweep_loop = sweep_loop
        self._note_serving = note_serving
        self._is_all_connected = asyncio.Event()

    @property
    def is_standby(self) -> bool:
        """Whether another process serves the shards, and this one waits to take over."""
        return self._gate.is_waiting

    def note_all_connected(self) -> None:
        """Note that Discord has announced the servers of all shards. Unless it is a standby, the process serves now."""
        self._is_all_connected.set()
        if self._gate.is_open:
            self._note_serving()

    async def until_all_connected(self) -> None:
        """Wait until Discord has announced the servers of all shards."""
        await self._is_all_connected.wait()

    async def begin_serving(self, served: Collection[int] | None) -> None:
        """End the standby: serve the interactions that were kept back, and all from now on.

        Args:
            served: The interactions that the process before this one serves; None if it is gone without a word.
        """
        self._gate.open(served)
        self._note_serving()
        self._guild_events.greet_those_joined_in_standby()
        await self._publisher.start()

    def begin_sweeps(self) -> None:
        """Do what is due from now on, as the process before this one does nothing any more."""
        self._sweep_loop.start()

    def stop_serving(self) -> list[int]:
        """Leave interactions to another process from now on, and return the ids of those that were taken lately."""
        return self._gate.close()

    @property
    def may_serve_more(self) -> bool:
        """Whether this process is connected, and Discord lets a further shard connect today."""
        return self._served.is_connected() and not self._identify_gate.is_exhausted

    async def serve_more(self, shard_ids: Collection[int]) -> None:
        """Connect further shards, and serve them.

        Raises:
            discord.GatewayNotFound: Discord does not tell where its gateway is.
        """
        await self._served.add(shard_ids)
