"""Rolling restart: taking over the shards of another process, handing them over, and taking shards that are free."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, suppress
from typing import Final

import aiohttp
import discord
from sqlalchemy.exc import DBAPIError

from cogs.runtime.client import GridlockBot
from gridlock_host.ownership.claim import Claim
from gridlock_host.ownership.handover import Predecessor
from gridlock_host.ownership.shards import Shards
from gridlock_host.ownership.succession import Succession
from gridlock_host.ownership.sweep_claim import SweepClaim

_log = logging.getLogger(__name__)

# A spare looks every second, and then loads the rest of the program.
_SECONDS_TO_CONNECT: Final = 20.0
# Discord lets one shard connect in five seconds.
_SECONDS_PER_SHARD: Final = 6.0
_SECONDS_BETWEEN_LOOKS: Final = 2.0

Postponed = Callable[[float], AbstractContextManager[None]]
"""A block in which the process may run on for so many seconds after the request to end."""


async def keep_serving(bot: GridlockBot, claim: Claim | SweepClaim) -> None:
    """Take over what the claim promises, and watch it until cancelled.

    Raises:
        AlreadyServed: The database lost the claim, and another process has taken it.
    """
    if isinstance(claim, Succession):
        await bot.handover.until_all_connected()
        _log.info("ready to take over the shards %s", claim.shards)
        await bot.handover.begin_serving(await claim.take_over())
        _log.info("took over the shards %s", claim.shards)
        await claim.until_predecessor_is_done()
        bot.handover.begin_sweeps()
    taking_more = asyncio.create_task(_take_freed_shards(bot, claim))
    try:
        await claim.keep()
    finally:
        taking_more.cancel()


async def _take_freed_shards(bot: GridlockBot, claim: Claim | SweepClaim) -> None:
    """Serve shards that other processes leave, as far as there is room for them."""
    while isinstance(claim, Claim) and claim.has_room:
        await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        if not bot.handover.may_serve_more:
            continue
        if more := await claim.take_more():
            _log.info("took the shards %s, which nobody served", Shards(more, claim.shards.count))
            while not await _has_connected(bot, more):  # noqa: ASYNC110  # Discord sets no event
                await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)


async def _has_connected(bot: GridlockBot, shard_ids: Collection[int]) -> bool:
    try:
        await bot.handover.serve_more(shard_ids)
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError) as error:
        _log.warning("further shards could not connect yet: %s", type(error).__name__)
        return False
    return True


def seconds_to_hand_over(shards: int) -> float:
    """Return for how long a process waits at most for its successor, which connects so many shards."""
    return _SECONDS_TO_CONNECT + _SECONDS_PER_SHARD * shards


class Departure:
    """The end of a process, which hands its shards over if it can.

    Args:
        bot: The bot.
        claim: What it serves. Where all processes serve all servers, nothing has to be handed over.
        postponed: Lets the process run on.
    """

    def __init__(self, bot: GridlockBot, claim: Claim | SweepClaim, postponed: Postponed) -> None:
        self._bot = bot
        self._claim = claim if isinstance(claim, Claim) else None
        self._postponed = postponed
        self._predecessor: Predecessor | None = None

    async def hand_over(self) -> None:
        """Hand the shards over to a spare, if there is one that gets ready in time. The process ends in any case."""
        claim = self._claim
        if claim is None or claim.handovers is None or self._bot.handover.is_standby:
            return
        predecessor = Predecessor(claim.handovers, claim.shards)
        try:
            if shards := await predecessor.spare_shards():
                self._predecessor = predecessor
                await self._hand_over_to_spare(claim, predecessor, seconds_to_hand_over(shards))
        except (DBAPIError, OSError) as error:
            _log.warning("the shards could not be handed over: %s", type(error).__name__)

    async def _hand_over_to_spare(self, claim: Claim, predecessor: Predecessor, seconds: float) -> None:
        _log.info("another process is about to take over; until then, %d seconds at most, this one serves", seconds)
        with self._postponed(seconds):
            if not await predecessor.until_ready(seconds):
                _log.warning("the other process did not get ready in time")
                return
            await predecessor.tell_taken(self._bot.handover.stop_serving)
            await claim.give_up()
            _log.info("handed over the shards %s", claim.shards)

    async def finish(self) -> None:
        """Tell the successor that nothing is under way here any more."""
        if self._predecessor is not None:
            with suppress(DBAPIError, OSError):
                await self._predecessor.finish()
