"""The panel of a server's settings: each setting as a line, with a menu below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from cogs.discord_api.components import Component, Components, layout, row, text_display
from cogs.discord_api.menus import MOST_CHOICES, channel_menu, choice_menu, role_menu
from cogs.discord_api.modals import Modal, menu_field, text_field
from cogs.messages.controls import CONFIRM_RESET, KEEP_SETTINGS, LIMITS, RESET, SETTING, Key, button
from cogs.messages.sending.channel_access import deleted_among
from cogs.messages.servers.settings_text import LOOKS, RATED_BY_DEFAULT, heading, settings_lines
from cogs.text.i18n import LANGUAGES, Words
from cogs.text.shared import TIMES, board_size
from cogs.text.standings.seasons import RHYTHMS
from gridlock_host import TimeControl
from gridlock_host.servers.settings import LEAST_LIMIT, MOST_LIMIT, ServerSettings, Setting
from gridlock_rules import VARIANTS

OWN_BOARD: Final = "own"
"""The value for the board in the rules of each game."""
YES: Final = "yes"
NO: Final = "no"
"""The values of a question in the form."""
OWN_LANGUAGE: Final = "own"
"""The value for the language of the server in Discord."""

_KINDS: Final = discord.ChannelType
PLAYING_CHANNELS: Final = (_KINDS.text, _KINDS.news, _KINDS.voice, _KINDS.forum)
"""The kinds of channels in which games can be allowed."""
POSTING_CHANNELS: Final = (_KINDS.text, _KINDS.news, _KINDS.news_thread, _KINDS.public_thread, _KINDS.private_thread)
"""The kinds of channels in which the moderators' log, the puzzle of the day and results can be posted."""


def settings_panel(settings: ServerSettings, guild: discord.Guild | None, words: Words) -> Components:
    """Return the settings of a server, each with a menu that changes it.

    The two limits are numbers, and have a form, which also asks whether games are rated. More channels than a menu
    takes are changed by options of the command.
    """
    parts: list[Component] = [text_display(heading(words))]
    for setting, line in settings_lines(settings, guild, words).items():
        parts.append(text_display(line))
        parts += [row(menu) for menu in _menus(setting, settings, guild, words)]
    key = Key(0)
    return layout(*parts, row(button(LIMITS, key, words), button(RESET, key, words)))


def reset_question(words: Words) -> Components:
    """Return the question whether all settings are to be reset."""
    key = Key(0)
    question = words("Reset all settings of this server to their defaults?")
    return layout(text_display(question), row(button(CONFIRM_RESET, key, words), button(KEEP_SETTINGS, key, words)))


def limits_form(settings: ServerSettings, words: Words) -> Modal:
    """Return the form for the two limits, and for whether games are rated."""
    note = words("A number from {least} to {most}", least=LEAST_LIMIT, most=MOST_LIMIT)
    most = len(str(MOST_LIMIT))
    fields = [
        text_field(Setting.GAMES, words("Open games per player"), note=note, value=str(settings.most_games), most=most),
        text_field(
            Setting.CHALLENGES,
            words("Open challenges per player"),
            note=note,
            value=str(settings.most_challenges),
            most=most,
        ),
        menu_field(
            Setting.RATED,
            words("Challenges that do not say so are"),
            {YES if rated else NO: words.say(said) for rated, said in RATED_BY_DEFAULT.items()},
            chosen=YES if settings.rated else NO,
        ),
    ]
    return Modal(Key(0).custom_id(LIMITS.action), words("Limits and ratings in this server"), fields)


def setting_options(setting: Setting, words: Words) -> dict[str, str]:
    """Return the label of each value of a setting with a fixed list of values; nothing for others."""
    match setting:
        case Setting.VARIANT:
            return {variant.key: variant.title for variant in VARIANTS}
        case Setting.SIZE:
            own = {OWN_BOARD: words("the one in the game's rules")}
            return own | {str(size): str(board_size(size)) for size in VARIANTS[0].sizes}
        case Setting.TIME:
            return {time.value: words.say(said) for time, said in TIMES.items()}
        case Setting.LANGUAGE:
            return {OWN_LANGUAGE: words("this server's language in Discord"), **LANGUAGES}
        case Setting.SEASON:
            return {rhythm.value: words.say(said) for rhythm, said in RHYTHMS.items()}
        case Setting.LOOK:
            return {look.value: words.say(said) for look, said in LOOKS.items()}
        case _:
            return {}


def _menus(
    setting: Setting, settings: ServerSettings, guild: discord.Guild | None, words: Words
) -> Iterator[Component]:
    """Yield the menu of a setting; none for a setting that has no menu."""
    custom_id = Key(0, argument=setting.value).custom_id(SETTING.action)
    options = setting_options(setting, words)
    if options:
        yield choice_menu(custom_id, options, _chosen(setting, settings))
    elif setting is Setting.CHANNELS:
        left = _still_there(settings.channel_ids, guild)
        if len(left) <= MOST_CHOICES:
            placeholder = words("Every channel")
            yield channel_menu(custom_id, PLAYING_CHANNELS, left, most=MOST_CHOICES, placeholder=placeholder)
    elif setting in (Setting.LOG, Setting.PUZZLE, Setting.RESULTS):
        channel_id = settings.posting_channel(setting)
        left = _still_there([] if channel_id is None else [channel_id], guild)
        yield channel_menu(custom_id, POSTING_CHANNELS, left, most=1, placeholder=words("No channel"))
    elif setting is Setting.MODERATOR:
        role_id = settings.moderator_role_id
        is_there = role_id is not None and guild is not None and guild.get_role(role_id) is not None
        chosen = [role_id] if role_id is not None and is_there else []
        yield role_menu(custom_id, chosen, placeholder=words("No role"))


def _still_there(channel_ids: tuple[int, ...] | list[int], guild: discord.Guild | None) -> list[int]:
    deleted = deleted_among(guild, channel_ids)
    return [channel_id for channel_id in channel_ids if channel_id not in deleted]


def _chosen(setting: Setting, settings: ServerSettings) -> str:
    terms = settings.terms()
    values = {
        Setting.VARIANT: terms.variant_key,
        Setting.SIZE: OWN_BOARD if settings.size is None else str(settings.size),
        Setting.TIME: TimeControl.of(terms.per_move).value,
        Setting.LANGUAGE: settings.language or OWN_LANGUAGE,
        Setting.LOOK: settings.look.value,
        Setting.SEASON: settings.season.value,
    }
    return values[setting]
