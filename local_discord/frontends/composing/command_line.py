"""Reading a slash command: which command it is, and the value of each option.

Whether a value is one the option allows (a choice, a range, a required option left out) is checked
by Discord's client, hence by the stand-in; here only text becomes values.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from local_discord import Channel, Guild, Member, Role
from local_discord.frontends.composing.catalogue import Catalogue, Command, Option
from local_discord.frontends.composing.words import NotUnderstood, Word
from local_discord.wire import OptionType

if TYPE_CHECKING:
    from local_discord import Guild, Member, Role


OptionValue: TypeAlias = str | int | float | bool | Member | Channel | Role

_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class Invocation:
    """A command as it was typed, with the values of its options by their names."""

    command: Command
    options: dict[str, OptionValue]


def parse_invocation(words: Sequence[Word], catalogue: Catalogue, guild: Guild) -> Invocation:
    """Reads the words of a slash command.

    Args:
        words: The words after the slash.
        catalogue: The commands that exist.
        guild: Where names of members and channels are looked up.

    Raises:
        NotUnderstood: The command or an option does not exist, or a value is not of its kind; the
            text lists the options that the command has.
    """
    command = catalogue.find([word.text for word in words])
    try:
        given = assign(command, words[len(command.path.split()) :])
        options = {option.name: option_value(option, text, guild) for option, text in given}
    except NotUnderstood as error:
        raise NotUnderstood(f"{error}\n{command.usage}") from None
    return Invocation(command, options)


def assign(command: Command, words: Sequence[Word]) -> list[tuple[Option, str]]:
    """Says which option each word is meant for.

    A word with a name goes to the option of that name. The others go, in their order, to the
    required options not named, then to the optional ones.

    Raises:
        NotUnderstood: A name is unknown or given twice, or a value is left over.
    """
    named = [_named(command, word) for word in words if word.name is not None]
    if len(set(named)) < len(named):
        raise NotUnderstood("An option is given twice.")
    free = iter(unnamed_options(command, named))
    taken = iter(named)
    return [(next(taken) if word.name else _next(free, word), word.value) for word in words]


def unnamed_options(command: Command, named: Sequence[Option]) -> list[Option]:
    """Returns the options that values without a name go to, in this order."""
    # Discord has commands list their required options first.
    return [option for option in command.options if option not in named]


def option_value(option: Option, text: str, guild: Guild) -> OptionValue:
    """Returns what a text stands for in an option.

    Raises:
        NotUnderstood: It is not of the option's kind.
    """
    for choice in option.choices:
        if text.casefold() in {choice.name.casefold(), str(choice.value).casefold()}:
            return choice.value
    if option.kind in {OptionType.INTEGER, OptionType.NUMBER}:
        return _number(option, text)
    if option.kind is OptionType.BOOLEAN:
        return _boolean(option, text)
    find = _FINDERS.get(option.kind)
    if find is None:
        raise NotUnderstood(f"{option.name}: a {option.noun} cannot be given here.")
    return find(text, guild)


def find_member(text: str, guild: Guild) -> Member:
    """Returns the member of a name, with or without the at sign, in any letter case.

    Raises:
        NotUnderstood: There is nobody of that name.
    """
    name = text.removeprefix("@").casefold()
    for member in guild.members.values():
        if member.name.casefold() == name:
            return member
    raise NotUnderstood(f"There is no member {text}.")


def roles_of(guild: Guild) -> list[Role]:
    """Returns the roles that can be named; the one that everybody has is not among them."""
    return guild.roles[1:]


def find_role(text: str, guild: Guild) -> Role:
    """Returns the role of a name, with or without the at sign, in any letter case.

    Raises:
        NotUnderstood: There is no role of that name.
    """
    name = text.removeprefix("@").casefold()
    for role in roles_of(guild):
        if role.name.casefold() == name:
            return role
    raise NotUnderstood(f"There is no role {text}.")


def find_mentionable(text: str, guild: Guild) -> Member | Role:
    """Returns the member of a name, or else the role.

    Raises:
        NotUnderstood: There is neither.
    """
    with contextlib.suppress(NotUnderstood):
        return find_member(text, guild)
    with contextlib.suppress(NotUnderstood):
        return find_role(text, guild)
    raise NotUnderstood(f"There is no member and no role {text}.")


def channels_of(guild: Guild) -> list[Channel]:
    """Returns the channels and threads in which one can be."""
    return [*guild.channels, *guild.threads]


def find_channel(text: str, guild: Guild) -> Channel:
    """Returns the channel of a name, with or without the hash sign, in any letter case.

    Raises:
        NotUnderstood: There is no channel of that name.
    """
    name = text.removeprefix("#").casefold()
    for channel in channels_of(guild):
        if channel.name.casefold() == name:
            return channel
    raise NotUnderstood(f"There is no channel {text}.")


def _named(command: Command, word: Word) -> Option:
    option = command.option(word.name or "")
    if option is None:
        raise NotUnderstood(f"There is no option {word.name}. A value with a colon is put in quotation marks.")
    return option


def _next(free: Iterator[Option], word: Word) -> Option:
    option = next(free, None)
    if option is None:
        raise NotUnderstood(f"There is no option left for {word.value}.")
    return option


def _number(option: Option, text: str) -> int | float:
    with contextlib.suppress(ValueError):
        if option.kind is OptionType.INTEGER:
            return int(text)
        number = float(text)
        if math.isfinite(number):
            return number
    raise NotUnderstood(f"{option.name}: {text} is not a valid {option.noun}.")


def _boolean(option: Option, text: str) -> bool:
    value = _BOOLEANS.get(text.casefold())
    if value is None:
        raise NotUnderstood(f"{option.name}: {text} is neither true nor false.")
    return value


_FINDERS: Mapping[OptionType, Callable[[str, Guild], OptionValue]] = {
    OptionType.STRING: lambda text, _: text,
    OptionType.USER: find_member,
    OptionType.ROLE: find_role,
    OptionType.MENTIONABLE: find_mentionable,
    OptionType.CHANNEL: find_channel,
}
"""How the kinds of options that are neither numbers nor yes or no get their values."""


_UNTOUCHED = r"```.*?```|`[^`\n]+`|https?://\S+"


def with_mentions(text: str, guild: Guild) -> str:
    """Returns a text in which `@Name` mentions the member or role of that name, in any letter case.

    Code and addresses stay as they are, and so does a name that goes on or begins within a word.

    Args:
        text: What somebody types.
        guild: Whose members and roles are meant; a member goes before a role of the same name.
    """
    named: list[Role | Member] = [*roles_of(guild), *guild.members.values()]
    mentions = {one.name.casefold(): one.mention for one in named}
    names = "|".join(re.escape(one.name) for one in sorted(named, key=lambda one: len(one.name), reverse=True))
    pattern = re.compile(rf"{_UNTOUCHED}|(?<![\w@<])@(?P<name>{names})(?!\w)", re.DOTALL | re.IGNORECASE)
    return pattern.sub(lambda found: mentions.get((found["name"] or "").casefold(), found[0]), text)
