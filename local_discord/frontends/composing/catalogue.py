"""The commands that a bot has registered, in a form that lines can be read against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

from local_discord.frontends.composing.words import NotUnderstood, UnknownCommand
from local_discord.wire import CommandType, OptionType

_CHOSEN = frozenset({OptionType.USER, OptionType.ROLE, OptionType.MENTIONABLE, OptionType.CHANNEL})
_NOUNS = {OptionType.STRING: "text", OptionType.USER: "member"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the values that an option allows."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command."""

    name: str
    kind: OptionType
    description: str = ""
    required: bool = False
    autocomplete: bool = False
    choices: tuple[Choice, ...] = ()

    @property
    def noun(self) -> str:
        """What a value of this option is called."""
        return _NOUNS.get(self.kind, self.kind.name.lower())

    @property
    def is_chosen(self) -> bool:
        """Whether one chooses its value from what is offered."""
        return self.autocomplete or bool(self.choices) or self.kind in _CHOSEN

    @property
    def usage(self) -> str:
        """The option as a line of help names it: `size:<integer>`, in brackets if optional."""
        allowed = "|".join(str(choice.value) for choice in self.choices) or self.noun
        return f"{self.name}:<{allowed}>" if self.required else f"[{self.name}:<{allowed}>]"


@dataclass(frozen=True, slots=True)
class Command:
    """A command that can be typed, sub-commands included.

    Attributes:
        path: Its words, such as `game challenge`, without the slash.
        description: What it does, in the bot's words.
        options: Its options, the required ones first.
    """

    path: str
    description: str = ""
    options: tuple[Option, ...] = ()

    @property
    def usage(self) -> str:
        """The command with all its options, as one line."""
        return " ".join((f"/{self.path}", *(option.usage for option in self.options)))

    def option(self, name: str) -> Option | None:
        """The option of this name, in any letter case."""
        return next((one for one in self.options if one.name == name.casefold()), None)


class Catalogue:
    """All registered commands that can be typed."""

    def __init__(self, registered: Sequence[Mapping[str, Any]], *, others: Iterable[str] = ()) -> None:
        """Reads commands.

        Args:
            registered: The commands as a bot registers them, as Discord's JSON.
            others: What else can be typed and is not read here, but may have been meant.
        """
        self._others = tuple(others)
        self.commands: tuple[Command, ...] = tuple(
            command
            for entry in registered
            if entry.get("type", CommandType.CHAT_INPUT) == CommandType.CHAT_INPUT
            for command in _commands(entry, ())
        )

    def match(self, words: Sequence[str]) -> Command | None:
        """Returns the command that a line begins with, if there is one."""
        typed = [word.casefold() for word in words]
        for command in self.commands:
            path = command.path.split()
            if typed[: len(path)] == path:
                return command
        return None

    def find(self, words: Sequence[str]) -> Command:
        """Returns the command that a line begins with.

        Raises:
            NotUnderstood: There is none; the text lists what there is instead.
        """
        command = self.match(words)
        if command is None:
            raise self._not_found(words)
        return command

    def _not_found(self, words: Sequence[str]) -> NotUnderstood:
        typed = [word.casefold() for word in words]
        depth = max((_in_common(typed, one.path.split()) for one in self.commands), default=0)
        if depth == 0:
            guess = _guess(nearest(typed, [*(command.path for command in self.commands), *self._others]))
            return UnknownCommand(f"There is no command /{''.join(typed[:1])}.{guess}")
        group = " ".join(typed[:depth])
        below = [command for command in self.commands if command.path.startswith(f"{group} ")]
        if depth == len(typed):
            return NotUnderstood("\n".join((f"/{group} needs one of its sub-commands:", *(c.usage for c in below))))
        paths = [command.path.removeprefix(f"{group} ") for command in below]
        meant = nearest(typed[depth:], paths)
        names = ", ".join(dict.fromkeys(path.split()[0] for path in paths))
        hint = _guess([f"{group} {path}" for path in meant]) or f" It has: {names}."
        return NotUnderstood(f"/{group} has no sub-command {words[depth]}.{hint}")


def _in_common(typed: Sequence[str], path: Sequence[str]) -> int:
    """With how many words of a command a line begins."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(typed, path, strict=False))))


def _guess(meant: Sequence[str]) -> str:
    return f" Did you mean {' or '.join(f'/{path}' for path in meant)}?" if meant else ""


def _commands(entry: Mapping[str, Any], parents: tuple[str, ...]) -> Iterator[Command]:
    """The command of an entry, or those below it."""
    path = (*parents, entry["name"])
    options = entry.get("options") or ()
    below = [one for one in options if one["type"] <= OptionType.SUB_COMMAND_GROUP]
    for one in below:
        yield from _commands(one, path)
    if not below:
        yield Command(" ".join(path), entry.get("description", ""), tuple(_option(one) for one in options))


def _option(entry: Mapping[str, Any]) -> Option:
    return Option(
        name=entry["name"],
        kind=OptionType(entry["type"]),
        description=entry.get("description", ""),
        required=entry.get("required", False),
        autocomplete=entry.get("autocomplete", False),
        choices=tuple(Choice(one["name"], one["value"]) for one in entry.get("choices") or ()),
    )


_MOST_GUESSES = 3
_ALIKE = 0.7


def nearest(typed: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Returns the commands that a line may have been meant to begin with, the likeliest first, three at most.

    Args:
        typed: The words of the line, in lower case.
        paths: The commands there are, such as `game challenge`. Who leaves out their first words is understood.
    """
    likeness: dict[str, float] = {}
    for spelling, meant in _spellings(paths):
        begun = " ".join(typed[: len(spelling)])
        ratio = SequenceMatcher(None, " ".join(spelling), begun).ratio()
        likeness[meant] = max(ratio, likeness.get(meant, 0.0))
    alike = [meant for meant, ratio in likeness.items() if ratio >= _ALIKE]
    return sorted(alike, key=lambda meant: -likeness[meant])[:_MOST_GUESSES]


def _spellings(paths: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """What may be typed for each command: all of its words, or its last ones."""
    for path in paths:
        words = path.split()
        for left_out in range(len(words)):
            yield words[left_out:], path
