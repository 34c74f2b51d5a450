"""Discord's limits for application commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from local_discord.errors import ApiError
from local_discord.server.checks.answers import check_offer
from local_discord.server.checks.fields import (
    Form,
    check_choice,
    check_length,
    check_range,
    check_text,
    require,
)
from local_discord.wire import CommandType, OptionType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from local_discord.server.checks.fields import Place
    from local_discord.wire import Json

NAME_LIMIT = 32
DESCRIPTION_LIMIT = 100
OPTIONS_LIMIT = 25
CHOICES_LIMIT = 25
TOTAL_LIMIT = 8000
STRING_LIMIT = 6000
COMMANDS_LIMITS = {CommandType.CHAT_INPUT: 100, CommandType.USER: 15, CommandType.MESSAGE: 15}

_NAME = re.compile(r"[-_'\w]{1,32}")
_GROUPS = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
_WITH_CHOICES = (OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER)
_VALUES = tuple(int(kind) for kind in OptionType if kind not in _GROUPS)
# The types of options allowed in an option of this type; None is the command itself.
_BELOW: dict[OptionType | None, tuple[int, ...]] = {
    None: (*map(int, _GROUPS), *_VALUES),
    OptionType.SUB_COMMAND_GROUP: (int(OptionType.SUB_COMMAND),),
    OptionType.SUB_COMMAND: _VALUES,
}


def check_commands(commands: list[Json]) -> None:
    """Check all commands of an application at once.

    Raises:
        ApiError: They break one of Discord's rules.
    """
    form = Form()
    seen: set[tuple[object, object]] = set()
    for index, command in enumerate(commands):
        _check_command(form, (index,), command)
        key = (command.get("type") or 1, command.get("name"))
        if key in seen:
            text = "Application command names must be unique"
            form.error((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", text)
        seen.add(key)
    form.finish()
    _check_numbers(commands)


def _check_numbers(commands: list[Json]) -> None:
    for kind, limit in COMMANDS_LIMITS.items():
        if sum((command.get("type") or 1) == kind for command in commands) > limit:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({limit}).")


def _check_command(form: Form, place: Place, command: Json) -> None:
    kind = command.get("type") or 1
    check_choice(form, (*place, "type"), kind, tuple(map(int, CommandType)))
    if kind == CommandType.CHAT_INPUT:
        _check_names(form, place, command)
        _check_options(form, place, command, None)
    else:
        name = command.get("name")
        check_text(form, (*place, "name"), name, least=1, most=NAME_LIMIT, required=True)
        if command.get("description"):
            text = "Context menu commands cannot have a description"
            form.error((*place, "description"), "APPLICATION_COMMAND_INVALID_DESCRIPTION", text)
    _check_availability(form, place, command)
    if total_length(command) > TOTAL_LIMIT:
        form.error(place, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL_LIMIT})")


def _check_availability(form: Form, place: Place, command: Json) -> None:
    for name, allowed in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        for index, value in enumerate(command.get(name) or []):
            check_choice(form, (*place, name, index), value, allowed)
    permissions = command.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdecimal():
        form.error((*place, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value is not a permission set.")


def _check_names(form: Form, place: Place, part: Json) -> None:
    """Check the names and descriptions of a slash command or an option, in every language."""
    name = part.get("name")
    if name is None:
        require(form, (*place, "name"))
    else:
        _check_name(form, (*place, "name"), name)
    for locale, text in (part.get("name_localizations") or {}).items():
        _check_name(form, (*place, "name_localizations", locale), text)
    texts: Json = {"description": part.get("description")}
    check_text(
        form,
        (*place, "description"),
        texts["description"],
        least=1,
        most=DESCRIPTION_LIMIT,
        required=True,
    )
    for locale, text in (part.get("description_localizations") or {}).items():
        where = (*place, "description_localizations", locale)
        check_text(form, where, text, least=1, most=DESCRIPTION_LIMIT)


def _check_name(form: Form, place: Place, name: object) -> None:
    text = str(name)
    if not 1 <= len(text) <= NAME_LIMIT:
        check_length(form, place, text, 1, NAME_LIMIT)
    elif not _NAME.fullmatch(text) or text != text.lower():
        message = "Command name is invalid: lower case letters, digits, - and _ only"
        form.error(place, "APPLICATION_COMMAND_INVALID_NAME", message)


def _check_options(form: Form, place: Place, parent: Json, kind: OptionType | None) -> None:
    options = parent.get("options") or []
    check_length(form, (*place, "options"), options, 0, OPTIONS_LIMIT)
    names: set[object] = set()
    optional_seen = False
    for index, option in enumerate(options):
        here = (*place, "options", index)
        _check_option(form, here, option, kind)
        if option.get("name") in names:
            form.error((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        names.add(option.get("name"))
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            form.error((*here, "required"), code, "Required options must be placed before non-required options")
        optional_seen = optional_seen or not option.get("required")
    _check_not_mixed(form, (*place, "options"), options)


def _check_not_mixed(form: Form, place: Place, options: list[Json]) -> None:
    groups = sum(option.get("type") in _GROUPS for option in options)
    if groups not in (0, len(options)):
        text = "Sub-command and sub-command group option types are mutually exclusive to all others"
        form.error(place, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", text)


def _check_option(form: Form, place: Place, option: Json, parent: OptionType | None) -> None:
    _check_names(form, place, option)
    number = option.get("type")
    if number not in _BELOW[parent]:
        check_choice(form, (*place, "type"), number, _BELOW[parent])
        return
    kind = OptionType(number)
    if kind in _GROUPS:
        _check_options(form, place, option, kind)
        return
    if kind is OptionType.STRING:
        check_range(form, (*place, "min_length"), option.get("min_length"), 0, STRING_LIMIT)
        check_range(form, (*place, "max_length"), option.get("max_length"), 1, STRING_LIMIT)
    _check_choices(form, place, option, kind)


def _check_choices(form: Form, place: Place, option: Json, kind: OptionType) -> None:
    choices = option.get("choices") or []
    if kind not in _WITH_CHOICES and (choices or option.get("autocomplete")):
        text = "Options of this type have neither choices nor autocomplete"
        form.error((*place, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", text)
        return
    if choices and option.get("autocomplete"):
        text = "An option cannot have both choices and autocomplete"
        form.error((*place, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", text)
    check_length(form, (*place, "choices"), choices, 0, CHOICES_LIMIT)
    names: set[object] = set()
    for index, choice in enumerate(choices):
        here = (*place, "choices", index)
        check_offer(form, here, choice, kind)
        if choice.get("name") in names:
            text = "Option choice names must be unique"
            form.error(here, "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", text)
        names.add(choice.get("name"))


def total_length(command: Json) -> int:
    """Return the number of characters of a command: all names, descriptions and values.

    Of localized texts, the longest one counts.
    """
    parts: Iterable[Json] = (*(command.get("options") or ()), *(command.get("choices") or ()))
    own = sum(_longest(command, name) for name in ("name", "description"))
    value = command.get("value")
    return own + len(value if isinstance(value, str) else "") + sum(map(total_length, parts))


def _longest(part: Json, name: str) -> int:
    texts = [part.get(name) or "", *(part.get(f"{name}_localizations") or {}).values()]
    return max(map(len, texts))
