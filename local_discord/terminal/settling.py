"""Deciding when a bot has done all that follows from what a person did."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from local_discord.wire import CallbackType

if TYPE_CHECKING:
    from local_discord import Interaction, LocalDiscord
    from local_discord.changes import ChangeStream

_QUIET_SECONDS = 0.2
_SLICES = 5
_PATIENCE_SECONDS = 15.0
_SILENT_SECONDS = 1.0


async def finish(discord: LocalDiscord, interaction: Interaction) -> None:
    """Waits until an interaction that has its first answer has had all its consequences.

    An answer that only promises more is waited for. One that promises to change the message may
    be a bare acknowledgement, so that nothing need follow; it is given little time.
    """
    reply = interaction.original
    with contextlib.suppress(TimeoutError):
        if reply is not None and reply.thinking:
            await discord.until(
                lambda: reply.deleted or not reply.thinking, what="the answer put off", within=_PATIENCE_SECONDS
            )
        elif interaction.callbacks[0].type is CallbackType.DEFERRED_UPDATE:
            seen = len(discord.requests)
            await discord.until(lambda: len(discord.requests) > seen, what="the change put off", within=_SILENT_SECONDS)
    await settle(discord)


async def settle(discord: LocalDiscord) -> None:
    """Waits until no request of the bot's is under way and nothing has happened for a while.

    Discord never tells that a bot has finished, so it is taken to have finished once it has been
    still. Time in which the event loop itself was busy does not count: the while is measured in
    slices, and a loop that was held up loses only one of them. A bot that is never still is not
    waited for without end.
    """
    changes = discord.changes()
    still = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_PATIENCE_SECONDS):
            while still < _SLICES:
                quiet = await _quiet(changes) and not _under_way(discord)
                still = still + 1 if quiet else 0


async def _quiet(changes: ChangeStream) -> bool:
    """Whether nothing happens for one slice of time."""
    try:
        async with asyncio.timeout(_QUIET_SECONDS / _SLICES):
            await anext(changes)
    except (TimeoutError, StopAsyncIteration):
        # The latter: the pretend Discord has shut down, and nothing will happen any more.
        return True
    return False


def _under_way(discord: LocalDiscord) -> bool:
    return any(not request.status for request in discord.requests)
