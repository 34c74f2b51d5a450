"""The command `/gridlock` with all its sub-commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.block_commands import BlockCommands
from cogs.challenge_commands import ChallengeCommands
from cogs.game_commands import GameCommands
from cogs.information_commands import InformationCommands
from cogs.learning_commands import LearningCommands
from cogs.moderation_commands import ModerationCommands
from cogs.notify_commands import NotifyCommands
from cogs.privacy_commands import PrivacyCommands
from cogs.settings_commands import SettingsCommands


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
