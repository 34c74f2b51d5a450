"""The command `/gridlock` with all its sub-commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.commands.bot_player import BotPlayerCommands
from cogs.commands.challenges import ChallengeCommands
from cogs.commands.games import GameCommands
from cogs.commands.members import MemberCommands
from cogs.commands.moderation import ModerationCommands
from cogs.commands.rules import RulesCommands
from cogs.commands.settings import SettingsCommands
from cogs.commands.standings import StandingsCommands


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
class Gridlock(
    # discord.py registers the commands of the last base first, and clients show them in this order.
    ModerationCommands,
    SettingsCommands,
    MemberCommands,
    StandingsCommands,
    RulesCommands,
    BotPlayerCommands,
    GameCommands,
    ChallengeCommands,
    commands.GroupCog,
    name="gridlock",
    description="Small board games for two: the player who cannot move loses",
):
    """All commands of players."""
