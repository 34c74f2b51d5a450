"""The command that shows and changes a server's settings."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.challenges import TIME_CHOICES
from cogs.commands.decorators import takes_request
from cogs.commands.option_checks import SIZES, VARIANT_CHOICES
from cogs.context import Interaction, Request
from cogs.messages.channel_access import deleted_among
from cogs.text.i18n import DEFAULT, LANGUAGES, Words
from cogs.text.shared import TIMES, board_size, channel_mention
from gridlock_host import TimeControl
from gridlock_host.errors import EverybodyWouldModerate
from gridlock_host.model.look import Look
from gridlock_host.servers.settings import LEAST_LIMIT, MOST_LIMIT, ServerSettings, Setting, SettingsChange
from gridlock_rules import find_variant
from gridlock_rules.wording import Phrase


class PlayingChannel(app_commands.Transformer):
    """An option that names a channel in which games can be started, and its threads with it."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """The kind of option."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """The kinds of channels that it offers."""
        kinds = discord.ChannelType
        return [kinds.text, kinds.news, kinds.voice, kinds.forum]

    async def transform(self, _: Interaction, value: app_commands.AppCommandChannel, /) -> int:
        """Return the id of the chosen channel."""
        return value.id


LogChannel = discord.TextChannel | discord.Thread
LANGUAGE_CHOICES: Final = [app_commands.Choice(name=name, value=language) for language, name in LANGUAGES.items()]
LOOKS: Final = {
    Look.CLASSIC: Phrase("text and buttons"),
    Look.PICTURES: Phrase("pictures"),
    Look.TEXT: Phrase("text only"),
}
LOOK_CHOICES: Final = [app_commands.Choice(name=name, value=look.value) for look, name in LOOKS.items()]
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
        clear="A setting to reset to its default first",
        reset="Whether to reset all settings to their defaults first",
    )
    @app_commands.choices(
        variant=VARIANT_CHOICES, time=TIME_CHOICES, language=LANGUAGE_CHOICES, look=LOOK_CHOICES, clear=CLEAR_CHOICES
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
        log: LogChannel | None = None,
        language: str | None = None,
        look: str | None = None,
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
            log_channel_id=_id(log),
            language=language,
            look=None if look is None else Look(look),
        )
        settings = await request.host.servers.settings.change(request.guild_id, request.actor, change)
        request.services.languages.forget(request.guild_id)
        text = settings_text(settings, request.interaction.guild, await request.load_words())
        await request.responder.send_ephemeral(text)


def settings_text(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> str:
    """Return the settings of a server, one a line. Channels that are deleted are marked."""
    terms = settings.terms()
    board = Phrase("the one in the game's rules") if terms.size is None else board_size(terms.size)
    title = find_variant(terms.variant_key).title
    return "\n".join(
        [
            words("**Gridlock in this server**"),
            words("Games can be started in: {channels}", channels=_playing_channels(settings.channel_ids, guild)),
            words("Default game: {title}", title=title),
            words("Default board: {board}", board=board),
            words("Default time for each move: {time}", time=TIMES[TimeControl.of(terms.per_move)]),
            words("Open games per player: {most}", most=settings.most_games),
            words("Open challenges per player: {most}", most=settings.most_challenges),
            words("Moderators: {members}", members=_moderating(settings.moderator_role_id, guild)),
            words("Moderators' log: {log}", log=_log_channel(settings.log_channel_id, guild)),
            words("Language: {language}", language=LANGUAGES.get(settings.language or DEFAULT, settings.language)),
            words("Look of boards: {look}", look=LOOKS[settings.look]),
        ]
    )


def _playing_channels(channel_ids: tuple[int, ...], guild: discord.Guild | None) -> Phrase | str:
    if not channel_ids:
        return Phrase("every channel")
    deleted = deleted_among(guild, channel_ids)
    left = [channel_mention(channel_id) for channel_id in channel_ids if channel_id not in deleted]
    if not left:
        return Phrase(
            "no channel, because the channels for games are deleted. Add another one with `channel_add`, or allow "
            "games in every channel with `clear:channels`"
        )
    listed = ", ".join(left)
    return Phrase("{channels} (and {deleted} deleted)", channels=listed, deleted=len(deleted)) if deleted else listed


def _moderating(role_id: int | None, guild: discord.Guild | None) -> Phrase:
    if role_id is not None and guild is not None and guild.roles and guild.get_role(role_id) is None:
        return Phrase(
            "members who can manage this server, and nobody else, because the role named is deleted. Name another with "
            "`moderator`"
        )
    if role_id is None:
        return Phrase("members who can manage this server")
    role = f"<@&{role_id}>"
    return Phrase("members who can manage this server, and members with the role {role}", role=role)


def _log_channel(channel_id: int | None, guild: discord.Guild | None) -> Phrase:
    if channel_id is None:
        return Phrase("not posted in any channel")
    if deleted_among(guild, [channel_id]):
        return Phrase("not posted, because its channel is deleted. Choose another one with `log`")
    return Phrase("posted in {channel}", channel=channel_mention(channel_id))


def _moderator_role_id(role: discord.Role | None) -> int | None:
    if role is not None and role.is_default():
        raise EverybodyWouldModerate
    return _id(role)


def _id(named: discord.abc.Snowflake | None) -> int | None:
    return None if named is None else named.id
