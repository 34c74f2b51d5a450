"""The command `/gridlock` with all its sub-commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.commands.members import BlockCommands
from cogs.commands.challenges import ChallengeCommands
from cogs.commands.games import GameCommands
from cogs.commands.standings import InformationCommands
from cogs.commands.bot_player import LearningCommands
from cogs.commands.moderation import ModerationCommands
from cogs.commands.notify import NotifyCommands
from cogs.commands.privacy import PrivacyCommands
from cogs.commands.settings import SettingsCommands


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Gridlock(
    # discord.py registers the commands of the last base first, and this is the order in which people see them.
    ModerationCommands,
    SettingsCommands,
    PrivacyCommands,
    NotifyCommands,
    BlockCommands,
    InformationCommands,
    LearningCommands,
    GameCommands,
    ChallengeCommands,
    commands.GroupCog,
    name="gridlock",
    description="Small games for two in which whoever cannot move loses",
):
    """Everything a player can type."""
