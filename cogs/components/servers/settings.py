"""Menus and buttons of the settings panel. Each use checks again whether the person may manage the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered
from cogs.context import Request
from cogs.discord_api.menus import MOST_CHOICES, chosen_values, described_ids
from cogs.discord_api.modals import FilledForm
from cogs.messages.controls import CONFIRM_RESET, KEEP_SETTINGS, LIMITS, RESET, SETTING, ControlKind, Key
from cogs.messages.servers.settings_panel import (
    NO,
    OWN_BOARD,
    OWN_LANGUAGE,
    YES,
    limits_form,
    reset_question,
    setting_options,
    settings_panel,
)
from gridlock_host import Refusal, TimeControl
from gridlock_host.errors import EverybodyWouldModerate, NotManager
from gridlock_host.model.messages.look import Look
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.permissions import may_manage
from gridlock_host.servers.settings import LEAST_LIMIT, MOST_LIMIT, ServerSettings, Setting, SettingsChange
from gridlock_rules.wording import Phrase


class NoLimit(Refusal):
    """What was typed is no number that a limit can have."""

    sentence = Phrase(
        "A limit is a number from {least} to {most}. Nothing was changed.", least=LEAST_LIMIT, most=MOST_LIMIT
    )


async def send_panel(request: Request) -> None:
    """Answer with the panel.

    Raises:
        NotManager: The person does not manage the server.
    """
    settings = await _managed(request)
    panel = settings_panel(settings, await request.load_guild(), await request.load_words())
    await request.responder.send_ephemeral(components=panel)


async def change_settings(request: Request, change: SettingsChange) -> ServerSettings:
    """Change the settings of the request's server, and return the new ones.

    Raises:
        NotManager: The person does not manage the server.
        TooManyChannels: As for `SettingsChange.applied_to`.
    """
    settings = await request.host.servers.settings.change(request.guild_id, request.actor, change)
    request.services.languages.forget(request.guild_id)
    return settings


async def _choose_setting(request: Request, key: Key) -> None:
    """Change the setting whose menu was used."""
    await _show(request, await change_settings(request, await _change(request, Setting(key.argument))))


async def _change(request: Request, setting: Setting) -> SettingsChange:
    """Return the change that was chosen.

    Raises:
        NotOffered: The menu does not offer it, so a manipulated client has sent it.
        EverybodyWouldModerate: The role is the one that every member has.
    """
    values = chosen_values(request.interaction)
    if values is None:
        raise NotOffered
    match setting:
        case Setting.CHANNELS:
            return SettingsChange(only_channel_ids=_described(request, values, "channels", most=MOST_CHOICES))
        case Setting.LOG | Setting.PUZZLE | Setting.RESULTS:
            ids = _described(request, values, "channels", most=1)
            return SettingsChange.of_channel(setting, ids[0]) if ids else SettingsChange(clear=setting)
        case Setting.MODERATOR:
            ids = _described(request, values, "roles", most=1)
            if request.guild_id in ids:
                raise EverybodyWouldModerate
            return SettingsChange(moderator_role_id=ids[0]) if ids else SettingsChange(clear=setting)
        case _:
            if len(values) != 1 or values[0] not in setting_options(setting, await request.load_words()):
                raise NotOffered
            return _change_to(setting, values[0])


def _change_to(setting: Setting, value: str) -> SettingsChange:
    """Return the change to a value of a fixed list."""
    match setting:
        case Setting.VARIANT:
            return SettingsChange(variant_key=value)
        case Setting.SIZE:
            return SettingsChange(clear=setting) if value == OWN_BOARD else SettingsChange(size=int(value))
        case Setting.TIME:
            return SettingsChange(time=TimeControl(value))
        case Setting.LANGUAGE:
            return SettingsChange(clear=setting) if value == OWN_LANGUAGE else SettingsChange(language=value)
        case Setting.SEASON:
            return SettingsChange(season=Rhythm(value))
        case Setting.LOOK:
            return SettingsChange(look=Look(value))
        case _:
            raise NotOffered


def _described(request: Request, values: list[str], kind: str, *, most: int) -> tuple[int, ...]:
    """Return the ids that were chosen, all of which Discord describes.

    Raises:
        NotOffered: It does not, or there are too many.
    """
    known = described_ids(request.interaction, kind)
    ids = tuple(dict.fromkeys(int(value) for value in values if value.isdecimal()))
    if len(ids) != len(values) or len(ids) > most or not known.issuperset(ids):
        raise NotOffered
    return ids


async def _press_limits(request: Request, _: Key) -> None:
    settings = await _managed(request)
    await request.responder.open_modal(limits_form(settings, await request.load_words()))


async def _submit_limits(request: Request, _: Key, form: FilledForm) -> None:
    """Set both limits, and whether games are rated.

    Raises:
        NoLimit: One is no number, or out of bounds.
        NotOffered: The form does not offer what was chosen, so a manipulated client has sent it.
    """
    games, challenges = (_limit(form.first(name)) for name in (Setting.GAMES, Setting.CHALLENGES))
    # A form that was opened by an older version does not ask.
    rated = form.first(Setting.RATED) or None
    if rated not in (YES, NO, None):
        raise NotOffered
    change = SettingsChange(most_games=games, most_challenges=challenges, rated=None if rated is None else rated == YES)
    await _show(request, await change_settings(request, change))


def _limit(text: str) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdecimal() and len(number) <= len(str(MOST_LIMIT))):
        raise NoLimit
    if not LEAST_LIMIT <= int(number) <= MOST_LIMIT:
        raise NoLimit
    return int(number)


async def _press_reset(request: Request, _: Key) -> None:
    await _managed(request)
    await request.responder.edit_source(reset_question(await request.load_words()))


async def _confirm_reset(request: Request, _: Key) -> None:
    await _show(request, await change_settings(request, SettingsChange(reset=True)))


async def _keep_settings(request: Request, _: Key) -> None:
    await _show(request, await _managed(request))


async def _managed(request: Request) -> ServerSettings:
    """Return the settings of the request's server.

    Raises:
        NotManager: The person does not manage the server.
    """
    if not may_manage(request.actor):
        raise NotManager
    return await request.host.servers.settings.find(request.guild_id)


async def _show(request: Request, settings: ServerSettings) -> None:
    """Answer by showing the panel as the settings are now."""
    await request.responder.edit_source(
        settings_panel(settings, await request.load_guild(), await request.load_words())
    )


SETTINGS_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    SETTING: Handler(_choose_setting),
    LIMITS: Handler(_press_limits, submit=_submit_limits),
    RESET: Handler(_press_reset),
    CONFIRM_RESET: Handler(_confirm_reset),
    KEEP_SETTINGS: Handler(_keep_settings),
}
