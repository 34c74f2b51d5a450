"""Command lines: the command, the values of its options, and names of members, roles and channels.

Choices, ranges and required options are checked by the client; here text only becomes values.
"""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from local_discord import Channel, Guild, Member, Role
from local_discord.frontends.input.catalogue import Catalogue, Command, Option
from local_discord.frontends.input.words import NotUnderstood, Word
from local_discord.wire import OptionType, Upload

_UNTOUCHED = r"```.*?```|`[^`\n]+`|https?://\S+"


OptionValue: TypeAlias = str | int | float | bool | Member | Channel | Role | Upload
OpenFile: TypeAlias = Callable[[str], Upload]
"""Returns the file with a name, as the person has typed it. It raises `NotUnderstood` if there is none."""

_Named = TypeVar("_Named", bound=Member | Role | Channel)

_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class Invocation:
    """A parsed command line: the command, and the values of its options by name."""

    command: Command
    options: dict[str, OptionValue]


def no_file(_name: str) -> Upload:
    """Refuse any file."""
    raise NotUnderstood("A file cannot be given here.")


def parse_invocation(
    words: Sequence[Word], catalogue: Catalogue, guild: Guild, open_file: OpenFile = no_file
) -> Invocation:
    """Parse a slash command.

    Args:
        words: The words after the slash.
        catalogue: The registered commands.
        guild: The guild whose members, roles and channels can be named.
        open_file: Opens the files that are named.

    Raises:
        NotUnderstood: The command or an option does not exist, or a value has the wrong type; the text lists the
            command's options.
    """
    command = catalogue.find([word.text for word in words])
    try:
        given = assign(command, words[len(command.path.split()) :])
        options = {option.name: option_value(option, text, guild, open_file) for option, text in given}
    except NotUnderstood as error:
        raise NotUnderstood(f"{error}\n{command.usage}") from None
    return Invocation(command, options)


def assign(command: Command, words: Sequence[Word]) -> list[tuple[Option, str]]:
    """Return the option of each word.

    A word with a name belongs to the option with that name, and so do the next ones if the value needs them: if they
    go on with one of its choices, or if no option is left for them. The others fill, in order, the unnamed required
    options, then the optional ones.

    Raises:
        NotUnderstood: A name is unknown or given twice, or a value is left over.
    """
    words = _with_spaces(command, words)
    named = [_named(command, word) for word in words if word.name is not None]
    if len(set(named)) < len(named):
        raise NotUnderstood("An option is given twice.")
    free = iter(unnamed_options(command, named))
    taken = iter(named)
    return [(next(taken) if word.name else _next(free, word), word.value) for word in words]


def _with_spaces(command: Command, words: Sequence[Word]) -> list[Word]:
    """Return the words, those joined that are a value with spaces without quotation marks."""
    named = {word.name.casefold() for word in words if word.name is not None}
    left = [option for option in command.options if option.name not in named]
    are_too_many = sum(word.name is None for word in words) > len(left)
    joined: list[Word] = []
    for word in words:
        last = joined[-1] if joined else None
        if last is not None and word.name is None and _goes_on(command, last, word.value, are_too_many=are_too_many):
            joined[-1] = replace(last, value=f"{last.value} {word.value}")
        else:
            joined.append(word)
    return joined


def _goes_on(command: Command, begun: Word, text: str, *, are_too_many: bool) -> bool:
    """Return whether a text goes on with the value of the option that is named before it."""
    option = None if begun.name is None else command.option(begun.name)
    if option is None or option.kind is not OptionType.STRING:
        return False
    if not option.choices:
        return are_too_many
    value = f"{begun.value} {text}".casefold()
    return any(label.casefold().startswith(value) for one in option.choices for label in (one.name, str(one.value)))


def unnamed_options(command: Command, named: Sequence[Option]) -> list[Option]:
    """Return the options that words without a name fill, in order."""
    # Discord has commands list their required options first.
    return [option for option in command.options if option not in named]


def option_value(option: Option, text: str, guild: Guild, open_file: OpenFile = no_file) -> OptionValue:
    """Return the value of a text for an option.

    Raises:
        NotUnderstood: It has the wrong type.
    """
    for choice in option.choices:
        if text.casefold() in {choice.name.casefold(), str(choice.value).casefold()}:
            return choice.value
    if option.kind in {OptionType.INTEGER, OptionType.NUMBER}:
        return _number(option, text)
    if option.kind is OptionType.BOOLEAN:
        return _boolean(option, text)
    if option.kind is OptionType.ATTACHMENT:
        return open_file(text)
    find = _FINDERS.get(option.kind)
    if find is None:
        raise NotUnderstood(f"{option.name}: a {option.noun} cannot be given here.")
    return find(text, guild)


def find_member(text: str, guild: Guild) -> Member:
    """Return the member with a name, with or without the at sign, in any letter case.

    Raises:
        NotUnderstood: There is no such member.
    """
    return _find(guild.members.values(), text, "member")


def roles_of(guild: Guild) -> list[Role]:
    """Return the roles without @everyone."""
    return guild.roles[1:]


def find_role(text: str, guild: Guild) -> Role:
    """Return the role with a name, with or without the at sign, in any letter case.

    Raises:
        NotUnderstood: There is no such role.
    """
    return _find(roles_of(guild), text, "role")


def find_mentionable(text: str, guild: Guild) -> Member | Role:
    """Return the member or else the role with a name.

    Raises:
        NotUnderstood: There is neither.
    """
    members_first: list[Member | Role] = [*guild.members.values(), *roles_of(guild)]
    return _find(members_first, text, "member and no role")


def channels_of(guild: Guild) -> list[Channel]:
    """Return the text channels and threads of a guild."""
    return [*guild.channels, *guild.threads]


def find_channel(text: str, guild: Guild) -> Channel:
    """Return the channel with a name, with or without the hash sign, in any letter case.

    Raises:
        NotUnderstood: There is no such channel.
    """
    return _find(channels_of(guild), text, "channel", sign="#")


def _find(named: Iterable[_Named], text: str, what: str, *, sign: str = "@") -> _Named:
    name = text.removeprefix(sign).casefold()
    for one in named:
        if one.name.casefold() == name:
            return one
    raise NotUnderstood(f"There is no {what} {text}.")


def _named(command: Command, word: Word) -> Option:
    option = command.option(word.name or "")
    if option is None:
        raise NotUnderstood(f"There is no option {word.name}. Put a value with a colon in quotation marks.")
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
"""Functions that return the value of a text, by option type."""


def with_mentions(text: str, guild: Guild) -> str:
    """Return a text in which every `@Name` became a mention of that member or role, in any letter case.

    Code and URLs stay as they are, and so do names within longer words.

    Args:
        text: The typed text.
        guild: The guild of the members and roles; a member goes before a role with the same name.
    """
    named: list[Role | Member] = [*roles_of(guild), *guild.members.values()]
    mentions = {one.name.casefold(): one.mention for one in named}
    names = "|".join(re.escape(one.name) for one in sorted(named, key=lambda one: len(one.name), reverse=True))
    pattern = re.compile(rf"{_UNTOUCHED}|(?<![\w@<])@(?P<name>{names})(?!\w)", re.DOTALL | re.IGNORECASE)
    return pattern.sub(lambda found: mentions.get((found["name"] or "").casefold(), found[0]), text)
