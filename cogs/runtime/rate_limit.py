"""The rate limit: how much one person may use the bot in ten seconds."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.option_checks import option_being_typed
from cogs.components.base import used_custom_id
from cogs.components.registry import find_control
from cogs.context import Interaction, Outcome, Request
from cogs.discord_api.failures import log_undelivered
from cogs.messages.controls import FORGET, OPEN_REVIEW
from cogs.runtime.metrics import DiscordMetrics
from gridlock_rules.wording import CountedPhrase

SECONDS: Final = 10.0
"""The length of the period in which uses are counted; it begins with the first one."""

# A use that notifies a person, or occupies a process for some seconds, counts as several.
_COSTS: Final = {
    "gridlock challenge": 4,
    "Challenge to Gridlock": 4,
    "gridlock review": 4,
    OPEN_REVIEW.action: 4,
    "gridlock my-data": 4,
    FORGET.action: 10,
}
# Discord asks for choices with every few letters that a person types.
_CHOICES_PER_USE: Final = 2


class UseCounter:
    """Counts the uses of each person, in memory.

    Args:
        limit: How many uses a person has in ten seconds; 0 for any number.
        clock: A monotonic clock, in seconds, greater than 0.
    """

    def __init__(self, limit: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._is_on = limit > 0
        self._clock = clock
        self._people = commands.CooldownMapping[int].from_cooldown(limit, SECONDS, int)

    def seconds_to_wait(self, person: int, *, uses: int = 1) -> float | None:
        """Count a use, and return how many seconds the person must wait; None if the use is within the limit.

        Args:
            person: The person's id.
            uses: How many uses it counts as. One that exceeds the limit uses up what is left.
        """
        if not self._is_on:
            return None
        return self._people.update_rate_limit(person, self._clock(), tokens=uses)


class RateLimiter:
    """Decides whether a request is served. One that is not is answered here, without a database query.

    Args:
        metrics: Counts interactions.
        limit: How many commands and presses a person may use in ten seconds; 0 for any number. Autocompletes are
            counted apart.
    """

    def __init__(self, metrics: DiscordMetrics, limit: int) -> None:
        self._metrics = metrics
        # With a low limit, a person could otherwise never use what costs more, or ask and then confirm.
        self._most_at_once = max(1, limit // 2)
        self._uses = UseCounter(limit)
        self._choices = UseCounter(limit * _CHOICES_PER_USE)

    async def allow(self, request: Request) -> bool:
        """Return whether to serve a request. It is asked once for each, in the task that serves it."""
        self._measure(request)
        if request.interaction.type is discord.InteractionType.autocomplete:
            return await self._allow_choices(request)
        seconds = self._uses.seconds_to_wait(request.user_id, uses=min(_cost(request.interaction), self._most_at_once))
        if seconds is None:
            return True
        request.outcome = Outcome.HASTY
        await request.responder.send_ephemeral(_too_fast(math.ceil(seconds)))
        return False

    async def _allow_choices(self, request: Request) -> bool:
        if self._choices.seconds_to_wait(request.user_id) is not None:
            request.outcome = Outcome.HASTY
        elif _has_choices(request.interaction):
            return True
        with log_undelivered(request.interaction):
            await request.interaction.response.autocomplete([])
        return False

    def _measure(self, request: Request) -> None:
        """Let the metrics count the request when its task is done."""
        self._metrics.begin(request.interaction)
        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(lambda done: self._metrics.end(request, unfinished=done.cancelled()))


def _cost(interaction: Interaction) -> int:
    command = interaction.command
    return _COSTS.get(_action(interaction) if command is None else command.qualified_name, 1)


def _action(interaction: Interaction) -> str:
    """Return the action of the control that was used; an empty text if this version of the bot does not have it."""
    found = find_control(used_custom_id(interaction))
    return "" if found is None else found[0].action


def _has_choices(interaction: Interaction) -> bool:
    """Return whether the option being typed has choices; not if the command has changed since the client loaded it."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    option = command.get_parameter(option_being_typed(interaction) or "")
    return option is not None and option.autocomplete


def _too_fast(seconds: int) -> CountedPhrase:
    return CountedPhrase(
        max(1, seconds),
        "You are using commands and buttons too fast. Please try again in {number} second.",
        "You are using commands and buttons too fast. Please try again in {number} seconds.",
    )
