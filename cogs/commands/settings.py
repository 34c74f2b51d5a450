"""The command that shows and changes a server's settings."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.challenges import TIME_CHOICES
from cogs.commands.decorators import takes_request
from cogs.commands.option_checks import SIZES, VARIANT_CHOICES
from cogs.components.servers.settings import change_settings, send_panel
from cogs.context import Interaction, Request
from cogs.discord_api.components import NO_COMPONENTS
from cogs.messages.servers.settings_panel import PLAYING_CHANNELS, POSTING_CHANNELS
from cogs.messages.servers.settings_text import LOOKS, settings_text
from cogs.text.i18n import LANGUAGES
from gridlock_host import TimeControl
from gridlock_host.errors import EverybodyWouldModerate, NotManager
from gridlock_host.model.messages.look import Look
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.permissions import may_manage
from gridlock_host.servers.settings import LEAST_LIMIT, MOST_LIMIT, Setting, SettingsChange


class ChannelOption(app_commands.Transformer):
    """An option that names a channel. discord.py's own needs a server that the gateway has told.

    Attributes:
        kinds: The kinds of channels that it offers.
    """

    kinds: tuple[discord.ChannelType, ...]

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The kind of option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that it offers."""
        return list(self.kinds)

    async def transform(
        self, _: Interaction, value: app_commands.AppCommandChannel | app_commands.AppCommandThread, /
    ) -> int:
        """Return the id of the chosen channel.

        Raises:
            TransformerError: It is of another kind.
        """
        if value.type not in self.kinds:
            raise app_commands.TransformerError(value, self.type, self)
        return value.id


class PlayingChannel(ChannelOption):
    """An option that names a channel in which games can be started, and its threads with it."""

    kinds = PLAYING_CHANNELS


class PostingChannel(ChannelOption):
    """An option that names a channel or a thread in which the bot posts."""

    kinds = POSTING_CHANNELS


LANGUAGE_CHOICES: Final = [app_commands.Choice(name=name, value=language) for language, name in LANGUAGES.items()]
LOOK_CHOICES: Final = [app_commands.Choice(name=name, value=look.value) for look, name in LOOKS.items()]
SEASON_CHOICES: Final = [app_commands.Choice(name=rhythm.value, value=rhythm.value) for rhythm in Rhythm]
CLEAR_CHOICES: Final = [app_commands.Choice(name=setting.value, value=setting.value) for setting in Setting]
Limit = app_commands.Range[int, LEAST_LIMIT, MOST_LIMIT]


class SettingsCommands(commands.Cog):
    """Commands about a server's settings."""

    @app_commands.command()
    @app_commands.describe(
        channel_add="Allow games in this channel (as long as no channel is added, games are allowed everywhere)",
        channel_remove="Do not allow games in this channel any more",
        variant="The default game of a challenge",
        size="The default board size of a challenge",
        time="The default time for each move",
        games="How many open games each player can have",
        challenges="How many open challenges each player can make",
        moderator="The role whose members can end games and ban members from new games",
        log="The channel for the moderators' log",
        language="The language in which I speak here",
        look="How boards are shown here",
        puzzle="The channel in which I post the puzzle of the day",
        results="The channel in which I tell of finished games, and of each week",
        season="When seasons begin, each with a leaderboard of its own",
        rated="Whether games are rated if a challenge does not say so",
        clear="A setting to reset to its default first",
        reset="Whether to reset all settings to their defaults first",
    )
    @app_commands.choices(
        variant=VARIANT_CHOICES,
        time=TIME_CHOICES,
        language=LANGUAGE_CHOICES,
        look=LOOK_CHOICES,
        season=SEASON_CHOICES,
        clear=CLEAR_CHOICES,
    )
    @takes_request
    async def settings(
        self,
        request: Request,
        channel_add: app_commands.Transform[int, PlayingChannel] | None = None,
        channel_remove: app_commands.Transform[int, PlayingChannel] | None = None,
        variant: str | None = None,
        size: app_commands.Range[int, SIZES[0], SIZES[-1]] | None = None,
        time: str | None = None,
        games: Limit | None = None,
        challenges: Limit | None = None,
        moderator: discord.Role | None = None,
        log: app_commands.Transform[int, PostingChannel] | None = None,
        language: str | None = None,
        look: str | None = None,
        puzzle: app_commands.Transform[int, PostingChannel] | None = None,
        results: app_commands.Transform[int, PostingChannel] | None = None,
        season: str | None = None,
        rated: bool | None = None,  # noqa: FBT001  # an option of the command
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
            moderator_role_id=_moderator_role_id(moderator),
            log_channel_id=log,
            language=language,
            look=None if look is None else Look(look),
            puzzle_channel_id=puzzle,
            results_channel_id=results,
            season=None if season is None else Rhythm(season),
            rated=rated,
        )
        if change == SettingsChange():
            await send_panel(request)
            return
        settings = await change_settings(request, change)
        text = settings_text(settings, await request.load_guild(), await request.load_words())
        await request.responder.send_ephemeral(text)

    @app_commands.command(name="new-season")
    @takes_request
    async def new_season(self, request: Request) -> None:
        """End the running season and begin the next (for members with Manage Server)."""
        if not may_manage(request.actor):
            raise NotManager
        season = await request.host.games.seasons.begin(request.guild_id)
        words = await request.load_public_words()
        await request.responder.send(NO_COMPONENTS, text=words("Season {number} has begun.", number=season.number))


def _moderator_role_id(role: discord.Role | None) -> int | None:
    if role is not None and role.is_default():
        raise EverybodyWouldModerate
    return None if role is None else role.id
