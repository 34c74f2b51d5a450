"""The commands `/gridlock` and `/gridlock-server` with all their sub-commands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs.commands.bot_player import BotPlayerCommands
from cogs.commands.challenges import ChallengeCommands
from cogs.commands.games import GameCommands
from cogs.commands.members import MemberCommands
from cogs.commands.moderation import ModerationCommands
from cogs.commands.records import RecordCommands
from cogs.commands.rules import RulesCommands
from cogs.commands.settings import SettingsCommands
from cogs.commands.standings import StandingsCommands


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class Gridlock(
    # discord.py registers the commands of the last base first, and clients show them in this order.
    MemberCommands,
    BotPlayerCommands,
    StandingsCommands,
    RulesCommands,
    RecordCommands,
    GameCommands,
    ChallengeCommands,
    commands.GroupCog,
    name="gridlock",
    description="Small board games for two: the player who cannot move loses",
):
    """All commands of players."""


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class GridlockServer(
    ModerationCommands,
    SettingsCommands,
    commands.GroupCog,
    name="gridlock-server",
    description="How Gridlock is played in this server: settings and moderation",
):
    """All commands of managers and moderators. Others do not see them, unless the server shows them to their role."""


def command_groups() -> tuple[app_commands.Group, ...]:
    """Return all commands, as they are registered."""
    groups = [cog().app_command for cog in (Gridlock, GridlockServer)]
    return tuple(group for group in groups if isinstance(group, app_commands.Group))


def every_command() -> Iterator[app_commands.Command[Any, ..., Any]]:
    """Yield the commands of all groups."""
    for group in command_groups():
        yield from (one for one in group.walk_commands() if isinstance(one, app_commands.Command))
