"""The settings of a server as text, one a line."""

from __future__ import annotations

from typing import Final

import discord

from cogs.messages.sending.channel_access import deleted_among
from cogs.text.i18n import DEFAULT, LANGUAGES, Words, language_of
from cogs.text.shared import TIMES, board_size, channel_mention
from cogs.text.standings.seasons import RHYTHMS
from gridlock_host import TimeControl
from gridlock_host.model.messages.look import Look
from gridlock_host.servers.settings import ServerSettings, Setting
from gridlock_rules import find_variant
from gridlock_rules.wording import COMMA, Phrase, listed

LOOKS: Final = {
    Look.CLASSIC: Phrase("text and buttons"),
    Look.PICTURES: Phrase("pictures"),
    Look.TEXT: Phrase("text only"),
}

RATED_BY_DEFAULT: Final = {True: Phrase("rated"), False: Phrase("not rated")}


def settings_text(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> str:
    """Return the settings of a server, one a line. Channels that are deleted are marked."""
    return "\n".join([heading(words), *settings_lines(settings, guild, words).values()])


def heading(words: Words) -> str:
    """Return what stands above the settings."""
    return words("**Gridlock in this server**")


def settings_lines(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> dict[Setting, str]:
    """Return each setting of a server as a line."""
    terms = settings.terms()
    board = Phrase("the one in the game's rules") if terms.size is None else board_size(terms.size)
    title = find_variant(terms.variant_key).title
    return {
        Setting.CHANNELS: words(
            "Games can be started in: {channels}", channels=_playing_channels(settings.channel_ids, guild)
        ),
        Setting.VARIANT: words("Default game: {title}", title=title),
        Setting.SIZE: words("Default board: {board}", board=board),
        Setting.TIME: words("Default time for each move: {time}", time=TIMES[TimeControl.of(terms.per_move)]),
        Setting.GAMES: words("Open games per player: {most}", most=settings.most_games),
        Setting.CHALLENGES: words("Open challenges per player: {most}", most=settings.most_challenges),
        Setting.MODERATOR: words("Moderators: {members}", members=_moderating(settings.moderator_role_id, guild)),
        Setting.LOG: words("Moderators' log: {log}", log=_log_channel(settings.log_channel_id, guild)),
        Setting.LANGUAGE: words("Language: {language}", language=_language(settings.language, guild)),
        Setting.LOOK: words("Look of boards: {look}", look=LOOKS[settings.look]),
        Setting.PUZZLE: words("Puzzle of the day: {puzzle}", puzzle=_puzzle_channel(settings.puzzle_channel_id, guild)),
        Setting.RESULTS: words(
            "Results of games: {results}", results=_results_channel(settings.results_channel_id, guild)
        ),
        Setting.SEASON: words("Seasons: {rhythm}", rhythm=RHYTHMS[settings.season]),
        Setting.RATED: words("Challenges that do not say so: {rated}", rated=RATED_BY_DEFAULT[settings.rated]),
    }


def _language(code: str | None, guild: discord.Guild | None) -> Phrase | str:
    if code is not None:
        return LANGUAGES.get(code, code)
    own = None if guild is None else language_of(guild.preferred_locale.value)
    return Phrase("{language}, by this server's language in Discord", language=LANGUAGES[own or DEFAULT])


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
    named = listed(left, COMMA)
    return Phrase("{channels} (and {deleted} deleted)", channels=named, deleted=len(deleted)) if deleted else named


def _moderating(role_id: int | None, guild: discord.Guild | None) -> Phrase:
    if role_id is not None and guild is not None and guild.roles and guild.get_role(role_id) is None:
        return Phrase(
            "members who can manage this server; the moderators' role is deleted. Set another one with `moderator`"
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


def _puzzle_channel(channel_id: int | None, guild: discord.Guild | None) -> Phrase:
    if channel_id is None:
        return Phrase("not posted in any channel")
    if deleted_among(guild, [channel_id]):
        return Phrase("not posted, because its channel is deleted. Choose another one with `puzzle`")
    return Phrase("posted in {channel} at 06:00 UTC", channel=channel_mention(channel_id))


def _results_channel(channel_id: int | None, guild: discord.Guild | None) -> Phrase:
    if channel_id is None:
        return Phrase("not posted in any channel")
    if deleted_among(guild, [channel_id]):
        return Phrase("not posted, because its channel is deleted. Choose another one with `results`")
    return Phrase("posted in {channel}, with a digest of each week", channel=channel_mention(channel_id))
