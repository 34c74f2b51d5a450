"""Catalogue of the bot's registered commands, for parsing and suggestions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Any

from local_discord.frontends.input.words import NotUnderstood, UnknownCommand
from local_discord.wire import CommandType, OptionType

_MOST_GUESSES = 3
_ALIKE = 0.7

_CHOSEN = frozenset({OptionType.USER, OptionType.ROLE, OptionType.MENTIONABLE, OptionType.CHANNEL})
_NOUNS = {OptionType.STRING: "text", OptionType.USER: "member", OptionType.ATTACHMENT: "file"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of an option."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command."""

    name: str
    kind: OptionType
    description: str = ""
    required: bool = False
    autocomplete: bool = False
    choices: tuple[Choice, ...] = ()

    @property
    def noun(self) -> str:
        """The noun for a value of this option."""
        return _NOUNS.get(self.kind, self.kind.name.lower())

    @property
    def is_chosen(self) -> bool:
        """Whether its value is chosen from suggestions."""
        return self.autocomplete or bool(self.choices) or self.kind in _CHOSEN

    @property
    def usage(self) -> str:
        """The option in a line of help: `size:<integer>`, in brackets if optional."""
        allowed = "|".join(str(choice.value) for choice in self.choices) or self.noun
        return f"{self.name}:<{allowed}>" if self.required else f"[{self.name}:<{allowed}>]"


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command, or a sub-command with its parents.

    Attributes:
        path: Its full name, such as `game challenge`, without the slash.
        description: The bot's description.
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
        """Return the option with a name, in any letter case."""
        return next((one for one in self.options if one.name == name.casefold()), None)


class Catalogue:
    """All registered slash commands."""

    def __init__(self, registered: Sequence[Mapping[str, Any]], *, others: Iterable[str] = ()) -> None:
        """Read commands.

        Args:
            registered: The registered commands, as Discord's JSON.
            others: Further commands, for guesses at misspelled ones.
        """
        self._others = tuple(others)
        self.commands: tuple[Command, ...] = tuple(
            command
            for entry in registered
            if entry.get("type", CommandType.CHAT_INPUT) == CommandType.CHAT_INPUT
            for command in _commands(entry, ())
        )

    def match(self, words: Sequence[str]) -> Command | None:
        """Return the command at the beginning of a line, or None."""
        typed = [word.casefold() for word in words]
        for command in self.commands:
            path = command.path.split()
            if typed[: len(path)] == path:
                return command
        return None

    def find(self, words: Sequence[str]) -> Command:
        """Return the command at the beginning of a line.

        Raises:
            NotUnderstood: There is none; the text lists similar ones.
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
    """Return how many words a line and a command have in common at their beginnings."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(typed, path, strict=False))))


def _guess(meant: Sequence[str]) -> str:
    return f" Did you mean {' or '.join(f'/{path}' for path in meant)}?" if meant else ""


def _commands(entry: Mapping[str, Any], parents: tuple[str, ...]) -> Iterator[Command]:
    """Yield the command of an entry, or its sub-commands."""
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


def nearest(typed: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Return at most three commands similar to the beginning of a line, most similar first.

    Args:
        typed: The words of the line, in lower case.
        paths: All commands, such as `game challenge`; a line may leave out their first words.
    """
    likeness: dict[str, float] = {}
    for spelling, meant in _spellings(paths):
        begun = " ".join(typed[: len(spelling)])
        ratio = SequenceMatcher(None, " ".join(spelling), begun).ratio()
        likeness[meant] = max(ratio, likeness.get(meant, 0.0))
    alike = [meant for meant, ratio in likeness.items() if ratio >= _ALIKE]
    return sorted(alike, key=lambda meant: -likeness[meant])[:_MOST_GUESSES]


def _spellings(paths: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield the spellings of each command: all of its words, or its last ones."""
    for path in paths:
        words = path.split()
        for left_out in range(len(words)):
            yield words[left_out:], path
