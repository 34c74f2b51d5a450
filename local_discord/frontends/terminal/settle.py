"""Waiting until the bot has finished what an action caused."""

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
    """The bot is not idle after the longest wait."""


async def wait_for_answer(discord: LocalDiscord, interaction: Interaction, *, took: float) -> None:
    """Wait for all that follows an interaction's first answer.

    A deferred message is waited for. A deferred update may be a bare acknowledgement that nothing follows; it gets
    little time.

    Args:
        discord: The stand-in.
        interaction: The answered interaction.
        took: The duration until the first answer, in seconds.
    """
    reply = interaction.original
    with contextlib.suppress(TimeoutError):
        if reply is not None and reply.thinking:
            await discord.until(
                lambda: reply.deleted or not reply.thinking, what="the deferred answer", within=_PATIENCE_SECONDS
            )
        elif interaction.callbacks[0].type is CallbackType.DEFERRED_UPDATE:
            seen = len(discord.requests)
            await discord.until(
                lambda: len(discord.requests) > seen, what="the deferred update", within=_ACKNOWLEDGED_SECONDS
            )
    await settle(discord, pace=took)


async def settle(discord: LocalDiscord, *, pace: float = 0.0) -> None:
    """Wait until the bot has no open request and nothing has changed for a while.

    Discord does not report that a bot has finished, so a bot counts as finished after a quiet time. For slow bots, the
    quiet time is twice the bot's longest pause so far, and it is measured in slices, of which a delayed event loop
    loses only one. The wait is limited for bots that are never quiet.

    Args:
        discord: The stand-in.
        pace: The bot's longest pause so far, in seconds.
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


async def wait_at_most(wait_idle: Callable[[], Awaitable[object]]) -> None:
    """Wait until the bot is idle, with a limit.

    Raises:
        StillBusy: It took too long.
    """
    try:
        async with asyncio.timeout(_LONGEST_WORK_SECONDS):
            await wait_idle()
    except TimeoutError as error:
        raise StillBusy from error


def _needed(pace: float) -> float:
    return min(max(_QUIET_SECONDS, 2 * pace), _LONGEST_QUIET_SECONDS)


async def _happens(changes: ChangeStream, *, within: float) -> bool:
    """Return whether anything changes within so many seconds."""
    try:
        async with asyncio.timeout(within):
            await anext(changes)
    except (TimeoutError, StopAsyncIteration):
        # The stream ends when the stand-in is closed.
        return False
    return True


def _under_way(discord: LocalDiscord) -> bool:
    return any(not request.status for request in discord.requests)
