"""What comes first with every interaction, whatever it is for."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from cogs.commands.autocomplete import option_being_typed
from cogs.components.base import PREFIX
from cogs.components.review import OpenReviewButton
from cogs.responder import Answer, undelivered_noted
from cogs.runtime.metrics import HASTY, DiscordFigures, note_outcome
from cogs.runtime.rate_limit import UseLimit
from gridlock_rules.wording import CountedPhrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

# What notifies somebody, or takes a process some seconds, counts as several uses.
_USES: Final = {
    "gridlock challenge": 4,
    "Challenge to Gridlock": 4,
    "gridlock review": 4,
    OpenReviewButton.action: 4,
    "gridlock my-data": 4,
}
# Discord asks for choices while somebody types, with every few letters.
_CHOICES_FOR_EACH_USE: Final = 2


class Reception:
    """Decides whether an interaction is served. One that is not is answered here, and the store hears nothing of it.

    Args:
        figures: Where interactions are counted.
        most_uses: How many commands and presses one person may use in ten seconds; 0 for any number. Choices that are
            asked for while somebody types are counted apart.
    """

    def __init__(self, figures: DiscordFigures, most_uses: int) -> None:
        self._figures = figures
        self._limit = UseLimit(most_uses)
        self._limit_of_choices = UseLimit(most_uses * _CHOICES_FOR_EACH_USE)

    async def admits(self, interaction: AnyInteraction) -> bool:
        """Whether an interaction is to be served. This is asked once for each, in the task that serves it."""
        self._count(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            return await self._admits_choices(interaction)
        seconds = self._limit.seconds_to_wait(interaction.user.id, uses=_uses(interaction))
        if seconds is None:
            return True
        note_outcome(interaction, HASTY)
        interaction.extras["words"] = interaction.client.languages.known(interaction.guild_id)
        await Answer.to(interaction).privately(_too_fast(math.ceil(seconds)))
        return False

    async def _admits_choices(self, interaction: AnyInteraction) -> bool:
        if self._limit_of_choices.seconds_to_wait(interaction.user.id) is not None:
            note_outcome(interaction, HASTY)
        elif _has_choices(interaction):
            return True
        with undelivered_noted(interaction):
            await interaction.response.autocomplete([])
        return False

    def _count(self, interaction: AnyInteraction) -> None:
        self._figures.begin(interaction)
        task = asyncio.current_task()
        if task is not None:
            task.add_done_callback(lambda done: self._figures.end(interaction, unfinished=done.cancelled()))


def _uses(interaction: AnyInteraction) -> int:
    command = interaction.command
    return _USES.get(_action(interaction) if command is None else command.qualified_name, 1)


def _action(interaction: AnyInteraction) -> str:
    """What the button or menu does that was used; an empty text if it is none of the bot's."""
    data: Any = interaction.data or {}
    custom_id = str(data.get("custom_id", ""))
    return custom_id.removeprefix(PREFIX).split(":")[0] if custom_id.startswith(PREFIX) else ""


def _has_choices(interaction: AnyInteraction) -> bool:
    """Whether there are choices for what is being typed: not so where the command has changed since it was loaded."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    option = command.get_parameter(option_being_typed(interaction) or "")
    return option is not None and option.autocomplete


def _too_fast(seconds: int) -> CountedPhrase:
    return CountedPhrase(
        max(1, seconds),
        "You are faster than I can follow. Please try again in {number} second.",
        "You are faster than I can follow. Please try again in {number} seconds.",
    )
