"""discord.py's client with shards that connect as fast as Discord allows, beside other processes of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import yarl
from discord.ext import commands

from cogs.runtime.gateway.identify_gate import IDENTIFY_SECONDS, IdentifyGate, StartLimit
from cogs.runtime.limits.call_limiter import CallLimiter
from gridlock_host.ownership.shards import Shards
from gridlock_host.ownership.shared_times import LocalTimes, SharedTimes


@dataclass(frozen=True, slots=True)
class BotLimits:
    """Discord's limits of the whole bot, and how its processes keep them together.

    Attributes:
        times: The times that all processes share.
        identify_seconds: The time between two identifies in one slot.
        calls_per_second: How many requests Discord takes in a second; 0 for any number.
        is_alone: Whether there is no other process, so that requests need not be counted together.
    """

    times: SharedTimes = field(default_factory=LocalTimes)
    identify_seconds: float = IDENTIFY_SECONDS
    calls_per_second: int = 0
    is_alone: bool = True


class UnreadableResponse(Exception):
    """The answer to the login is none of Discord's."""


class ShardedClient(commands.AutoShardedBot):
    """A client whose shards identify side by side.

    discord.py itself connects one shard every five seconds, and knows of no other process.

    Args:
        limits: Discord's limits of the whole bot.
        served: The shards that it connects; None for all, as many as Discord recommends.
        http_trace: Observes the requests of discord.py.
        options: The options of discord.py.

    Attributes:
        identify_gate: Lets shards identify.
        call_limiter: Lets requests be made.
    """

    def __init__(
        self,
        *,
        limits: BotLimits,
        served: Shards | None,
        http_trace: aiohttp.TraceConfig,
        **options: Any,  # noqa: ANN401  # discord.py types them
    ) -> None:
        if served is not None:
            options |= {"shard_ids": list(served.ids), "shard_count": served.count}
        super().__init__(http_trace=http_trace, **options)
        self.call_limiter = CallLimiter(LocalTimes() if limits.is_alone else limits.times, limits.calls_per_second)
        self.call_limiter.observe(http_trace)
        self.identify_gate = IdentifyGate(limits.times, self._fetch_start_limit, seconds=limits.identify_seconds)

    async def login(self, token: str) -> None:
        """Log in, and set up the client.

        Raises:
            UnreadableResponse: Something else than Discord answers.
        """
        try:
            await super().login(token)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if self.application is not None:
                raise
            # discord.py takes every answer with a good status for Discord's.
            raise UnreadableResponse from error

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until the shard may identify. discord.py calls this."""
        del initial
        await self.identify_gate.wait(shard_id or 0)

    @property
    def is_short_of_calls(self) -> bool:
        """Whether a request would have to wait for Discord's limit."""
        return self.call_limiter.is_short

    async def launch_shards(self) -> None:
        """Connect all shards of this process. discord.py calls this.

        Raises:
            TooFewStarts: Discord would not let them all connect today.
            discord.GatewayNotFound: Discord does not tell where its gateway is.
        """
        if self.is_closed():
            return
        recommended, url, told = await self.http.get_bot_gateway()
        self.identify_gate.note_limit(StartLimit.of(told))
        count: int | None = self.shard_count
        self.shard_count = recommended if count is None else count
        shard_ids = self.shard_ids or range(self.shard_count)
        self.identify_gate.check_starts(len(shard_ids))
        self._connection.shard_count = self.shard_count
        self._connection.shard_ids = shard_ids
        gateway = yarl.URL(url)
        async with asyncio.TaskGroup() as launching:
            for slot in self.identify_gate.slots(shard_ids):
                launching.create_task(self._launch_in_turn(gateway, slot))

    async def launch_more_shards(self, ids: Collection[int]) -> None:
        """Connect further shards of this process, which runs already.

        Raises:
            discord.GatewayNotFound: Discord does not tell where its gateway is.
        """
        _, url, told = await self.http.get_bot_gateway()
        self.identify_gate.note_limit(StartLimit.of(told))
        shard_ids = sorted({*(self.shard_ids or ()), *ids})
        self.shard_ids = self._connection.shard_ids = shard_ids
        async with asyncio.TaskGroup() as launching:
            for slot in self.identify_gate.slots(ids):
                launching.create_task(self._launch_in_turn(yarl.URL(url), slot))

    async def _launch_in_turn(self, gateway: yarl.URL, shard_ids: Iterable[int]) -> None:
        for shard_id in shard_ids:
            await self.launch_shard(gateway, shard_id)
            await self.identify_gate.until_settled(shard_id)

    async def _fetch_start_limit(self) -> StartLimit:
        _, _, limit = await self.http.get_bot_gateway()
        return StartLimit.of(limit)
