"""Deciding when a bot has done all that follows from what a person did."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from local_discord.wire import CallbackType

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from local_discord import Interaction, LocalDiscord
    from local_discord.model.changes import ChangeStream

_QUIET_SECONDS = 0.2
_LONGEST_QUIET_SECONDS = 2.0
_SLICES = 5
_PATIENCE_SECONDS = 15.0
_ACKNOWLEDGED_SECONDS = 1.0
_LONGEST_WORK_SECONDS = 60.0


class StillBusy(Exception):
    """The bot has something left to do, and was waited for long enough."""


async def finish(discord: LocalDiscord, interaction: Interaction, *, took: float) -> None:
    """Waits until an interaction that has its first answer has had all its consequences.

    An answer that only promises more is waited for. One that promises to change the message may
    be a bare acknowledgement, so that nothing need follow; it is given little time.

    Args:
        discord: Where it happened.
        interaction: What was answered.
        took: How long the first answer took, in seconds.
    """
    reply = interaction.original
    with contextlib.suppress(TimeoutError):
        if reply is not None and reply.thinking:
            await discord.until(
                lambda: reply.deleted or not reply.thinking, what="the answer put off", within=_PATIENCE_SECONDS
            )
        elif interaction.callbacks[0].type is CallbackType.DEFERRED_UPDATE:
            seen = len(discord.requests)
            await discord.until(
                lambda: len(discord.requests) > seen, what="the change put off", within=_ACKNOWLEDGED_SECONDS
            )
    await settle(discord, pace=took)


async def settle(discord: LocalDiscord, *, pace: float = 0.0) -> None:
    """Waits until no request of the bot's is under way and nothing has happened for a while.

    Discord never tells that a bot has finished, so it is taken to have finished once it has been
    still. Two things guard against taking a slow bot for a finished one: the while is twice as
    long as the bot's longest pause so far, and it is measured in slices of which a held up event
    loop loses only one. A bot that is never still is not waited for without end.

    Args:
        discord: Whose changes are watched.
        pace: The longest pause of the bot's so far, in seconds.
    """
    changes = discord.changes()
    now = asyncio.get_running_loop().time
    slice_seconds = _QUIET_SECONDS / _SLICES
    last, still = now(), 0.0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while still < _needed(pace):
                if await _happens(changes, within=slice_seconds):
                    pace, last, still = max(pace, now() - last), now(), 0.0
                else:
                    still = 0.0 if _under_way(discord) else still + slice_seconds


async def rest(at_rest: Callable[[], Awaitable[object]]) -> None:
    """Waits until a bot that tells when it has finished has done so.

    Raises:
        StillBusy: It takes too long.
    """
    try:
        async with asyncio.timeout(_LONGEST_WORK_SECONDS):
            await at_rest()
    except TimeoutError as error:
        raise StillBusy from error


def _needed(pace: float) -> float:
    return min(max(_QUIET_SECONDS, 2 * pace), _LONGEST_QUIET_SECONDS)


async def _happens(changes: ChangeStream, *, within: float) -> bool:
    """Whether anything changes within so many seconds."""
    try:
        async with asyncio.timeout(within):
            await anext(changes)
    except (TimeoutError, StopAsyncIteration):
        # The latter: the pretend Discord has shut down, and nothing will happen any more.
        return False
    return True


def _under_way(discord: LocalDiscord) -> bool:
    return any(not request.status for request in discord.requests)
