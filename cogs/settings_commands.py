"""The command with which whoever manages a server settles how it is played there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actors import actor_of
from cogs.answers import Answer
from cogs.challenge_commands import SIZES, TIME_CHOICES
from cogs.choices import VARIANT_CHOICES
from cogs.deleted_channels import deleted_among
from cogs.messages import place_of
from cogs.texts import board_size, channel_mention
from gridlock_host import TimeControl
from gridlock_host.errors import EverybodyWouldModerate
from gridlock_host.server_settings import LEAST_LIMIT, MOST_LIMIT, ServerSettings, Setting, SettingsChange
from gridlock_rules import find_variant

if TYPE_CHECKING:
    from cogs.client import AnyInteraction


class PlayingChannel(app_commands.Transformer):
    """The id of a channel in which games can be started. Threads follow the channel that they belong to."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """What Discord lets people choose from."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Which channels it offers."""
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.forum]

    async def transform(self, _: discord.Interaction[Any], value: app_commands.AppCommandChannel, /) -> int:
        """Take the id of what was chosen."""
        return value.id


LogChannel = discord.TextChannel | discord.Thread
CLEAR_CHOICES = [app_commands.Choice(name=setting.value, value=setting.value) for setting in Setting]
Limit = app_commands.Range[int, LEAST_LIMIT, MOST_LIMIT]


class SettingsCommands(commands.Cog):
    """What is settled for a server."""

    @app_commands.command()
    @app_commands.describe(
        channel_add="A channel where games may be started; while there is none, they may be started everywhere",
        channel_remove="A channel where games may not be started any more",
        variant="The game of a challenge that names none",
        size="The board of a challenge that names no size",
        time="The time for each move of a challenge that names none",
        games="Open games that each player may have",
        challenges="Open challenges that each player may have made",
        moderator="The role whose members may end games and ban members from playing",
        log="The channel in which the deeds of moderators are posted",
        clear="A setting that goes back to its default first",
        reset="Whether everything goes back to the defaults first",
    )
    @app_commands.choices(variant=VARIANT_CHOICES, time=TIME_CHOICES, clear=CLEAR_CHOICES)
    async def settings(  # an option for each setting
        self,
        interaction: AnyInteraction,
        channel_add: app_commands.Transform[int, PlayingChannel] | None = None,
        channel_remove: app_commands.Transform[int, PlayingChannel] | None = None,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
        time: str | None = None,
        games: Limit | None = None,
        challenges: Limit | None = None,
        moderator: discord.Role | None = None,
        log: LogChannel | None = None,
        clear: str | None = None,
        reset: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """See and change how Gridlock is played in this server (for members with Manage Server)."""
        change = SettingsChange(
            reset=reset,
            clear=None if clear is None else Setting(clear),
            add_channel_id=channel_add,
            remove_channel_id=channel_remove,
            variant_key=variant,
            size=size,
            time=None if time is None else TimeControl(time),
            most_games=games,
            most_challenges=challenges,
            moderator_role_id=_moderators(moderator),
            log_channel_id=_id(log),
        )
        guild_id = place_of(interaction).guild_id
        settings = await interaction.client.sessions.change_settings(guild_id, actor_of(interaction), change)
        await Answer.to(interaction).privately(settings_text(settings, interaction.guild))


def settings_text(settings: ServerSettings, guild: discord.Guild | None) -> str:
    """The settings of a server, a line each; what is named there and deleted meanwhile is told."""
    terms = settings.terms()
    moderators = "members who may manage this server"
    if settings.moderator_role_id is not None:
        moderators += f", and those with the role <@&{settings.moderator_role_id}>"
    board = "the one in the game's rules" if terms.size is None else board_size(terms.size)
    return "\n".join(
        [
            "**Gridlock in this server**",
            f"Games can be started in: {_playing_channels(settings.channel_ids, guild)}",
            f"Game, where a challenge names none: {find_variant(terms.variant_key).title}",
            f"Board, where a challenge names no size: {board}",
            f"Time for each move, where a challenge names none: {terms.time}",
            f"Open games per player: {settings.most_games}",
            f"Open challenges per player: {settings.most_challenges}",
            f"Moderators: {moderators}",
            f"What moderators do: {_log_channel(settings.log_channel_id, guild)}",
        ]
    )


def _playing_channels(channel_ids: tuple[int, ...], guild: discord.Guild | None) -> str:
    if not channel_ids:
        return "every channel"
    deleted = deleted_among(guild, channel_ids)
    left = [channel_mention(channel_id) for channel_id in channel_ids if channel_id not in deleted]
    if not left:
        return (
            "no channel, because those named are deleted. Name another with `channel_add`, or let games be started "
            "everywhere with `clear:channels`"
        )
    return ", ".join(left) + (f" (and {len(deleted)} deleted)" if deleted else "")


def _log_channel(channel_id: int | None, guild: discord.Guild | None) -> str:
    if channel_id is None:
        return "not posted in any channel"
    if deleted_among(guild, [channel_id]):
        return "not posted, because the channel named is deleted. Name another with `log`"
    return f"posted in {channel_mention(channel_id)}"


def _moderators(role: discord.Role | None) -> int | None:
    if role is not None and role.is_default():
        raise EverybodyWouldModerate
    return _id(role)


def _id(named: discord.abc.Snowflake | None) -> int | None:
    return None if named is None else named.id
