"""Asking the bot something and waiting until it is shown, also where the bot announces its answer first."""

from __future__ import annotations

import time
from collections.abc import Awaitable

from local_discord import Interaction, LocalDiscord, Message

_PATIENCE_SECONDS = 60.0


async def answer(discord: LocalDiscord, asking: Awaitable[Interaction]) -> Message:
    """The message that answers.

    Args:
        discord: Where somebody asks.
        asking: The use of a command or a button.

    Raises:
        TimeoutError: It is not shown in a minute.
        Unanswered: Not even an announcement came within Discord's three seconds.
    """
    interaction = await asking
    return (await discord.until(lambda: _shown(interaction), f"what answers {interaction}", _PATIENCE_SECONDS))[0]


async def seconds_until_shown(discord: LocalDiscord, asking: Awaitable[Interaction]) -> float:
    """The seconds until the answer is shown."""
    begin = time.perf_counter()
    await answer(discord, asking)
    return time.perf_counter() - begin


def _shown(interaction: Interaction) -> list[Message]:
    """The message that answers, if it is shown; not the announcement that it follows as a message of its own."""
    shown = interaction.followups[-1] if interaction.followups else interaction.reply
    if shown is None or shown.thinking or "see below" in shown.text:
        return []
    return [shown]
