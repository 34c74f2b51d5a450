"""Challenging from the menu on a member."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from cogs.responder import Answer

if TYPE_CHECKING:
    from cogs.runtime.client import GridlockBot


class ChallengeMenu(commands.Cog):
    """The entry in the menu on a member, which challenges them to what the server plays by default.

    Args:
        tree: Where commands are registered. discord.py takes no such entry from within a class by itself.
    """

    def __init__(self, tree: app_commands.CommandTree[GridlockBot]) -> None:
        self._tree = tree
        self._entry = app_commands.ContextMenu(
            name="Challenge to Gridlock",
            callback=_challenge,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )

    async def cog_load(self) -> None:
        """Register the entry."""
        self._tree.add_command(self._entry)

    async def cog_unload(self) -> None:
        """Take the entry away."""
        self._tree.remove_command(self._entry.name, type=self._entry.type)


async def _challenge(interaction: discord.Interaction[GridlockBot], opponent: discord.User) -> None:
    await interaction.client.invitations.propose(Answer.to(interaction), interaction, opponent)
