"""The command about being notified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs.responder import Answer
from gridlock_host.members.notifications import NotificationSettings, NotifyMode
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

MODE_CHOICES = [app_commands.Choice(name=mode.value, value=mode.value) for mode in NotifyMode]


class NotifyCommands(commands.Cog):
    """When a person is notified."""

    @app_commands.command()
    @app_commands.rename(start="from", end="to")
    @app_commands.describe(
        mode="Whether you are notified: on, off, or not in quiet hours",
        start="When your quiet hours begin, in UTC, such as 22 or 22:30",
        end="When they end, in UTC, such as 7",
    )
    @app_commands.choices(mode=MODE_CHOICES)
    async def notify(
        self, interaction: AnyInteraction, mode: str, start: str | None = None, end: str | None = None
    ) -> None:
        """Choose when I may notify you, in all servers."""
        wanted = NotificationSettings.of(NotifyMode(mode), start, end)
        await interaction.client.host.members.notifications.change(interaction.user.id, wanted)
        await Answer.to(interaction).privately(_confirmation(wanted))


def _confirmation(wanted: NotificationSettings) -> Phrase:
    match wanted:
        case NotificationSettings(mode=NotifyMode.ON):
            return Phrase(
                "You are notified when it is your turn, when somebody challenges you, offers a rematch or asks to take "
                "a move back, when your time is running out, and when a game of yours ends."
            )
        case NotificationSettings(mode=NotifyMode.OFF):
            return Phrase(
                "You are not notified any more. What is for you still names you, and `/gridlock games` lists it."
            )
        case NotificationSettings(quiet_from=start, quiet_to=end):
            return Phrase(
                "You are not notified from {start:%H:%M} to {end:%H:%M} UTC. What is for you still names you.",
                start=start,
                end=end,
            )
