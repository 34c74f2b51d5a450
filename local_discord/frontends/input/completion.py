"""Suggestions for a line that is being typed."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from local_discord.frontends.input.command_line import assign, channels_of, option_value, roles_of, unnamed_options
from local_discord.frontends.input.words import NotUnderstood, Word, fill, quote, scan, split
from local_discord.wire import OptionType

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from local_discord import Channel, Guild, Member
    from local_discord.frontends.input.catalogue import Catalogue, Command, Option
    from local_discord.frontends.input.command_line import OptionValue


@dataclass(frozen=True, slots=True)
class Candidate:
    """A suggestion.

    Attributes:
        text: The text that replaces the typed part of the word.
        shown: The text in the list.
        note: A remark beside it.
    """

    text: str
    shown: str
    note: str = ""


@dataclass(frozen=True)
class Question:
    """An autocomplete request to the bot.

    Attributes:
        path: The command.
        option: The focused option.
        typed: The typed part of its value.
        others: The values of the other options so far.
    """

    path: str
    option: str
    typed: str
    others: dict[str, OptionValue]


@dataclass(frozen=True)
class Completion:
    """The suggestions for a line.

    Attributes:
        start: The position in the line where suggestions begin.
        candidates: The suggestions known without the bot.
        question: The autocomplete request for more, or None.
        quoted: Whether the bot's values are quoted where needed.
        command: The line's command, if it is complete.
        option: The option that is being typed, or that a word without a name would fill.
        given: The names of the options that have values.
    """

    start: int
    candidates: tuple[Candidate, ...] = ()
    question: Question | None = None
    quoted: bool = True
    command: Command | None = None
    option: Option | None = None
    given: tuple[str, ...] = ()


@dataclass(frozen=True)
class Completer:
    """Suggests how a line can continue.

    Attributes:
        catalogue: The bot's commands.
        guild: The guild whose members, roles and channels can be named.
        client_commands: The terminal's own commands, with the suggestions for each.
        bare_text: The command line that a line without a slash stands for, or None.
        whole_paths: Whether to suggest whole commands rather than one word at a time.
    """

    catalogue: Catalogue
    guild: Guild
    client_commands: Mapping[str, Sequence[str]]
    bare_text: str | None = None
    whole_paths: bool = False

    def complete(self, line: str) -> Completion:
        """Return the suggestions at the end of a line."""
        if not line.startswith("/"):
            return self._bare(self.bare_text, line) if self.bare_text and line else Completion(len(line))
        name, blank, rest = line[1:].partition(" ")
        if blank and name.casefold() in self.client_commands:
            fitting = (text for text in self.client_commands[name.casefold()] if _begins(text, rest))
            return Completion(len(line) - len(rest), tuple(Candidate(text, text) for text in fitting))
        return self._slash(line)

    def _slash(self, line: str) -> Completion:
        found = scan(line[1:])
        done = found.words[:-1] if found.open_word else found.words
        current = found.words[-1] if found.open_word else Word("", start=len(line) - 1)
        command = self.catalogue.match([word.text for word in done])
        if command is None and self.whole_paths:
            return Completion(1, tuple(self._paths(line[1:])))
        if command is None:
            candidates = dict.fromkeys(self._path(done, current.text))
            return Completion(1 + current.start, tuple(candidates))
        return self._options(command, done[len(command.path.split()) :], current)

    def _path(self, done: Sequence[Word], typed: str) -> Iterator[Candidate]:
        """Yield the next words of the commands that begin with the words before."""
        if not done:
            yield from (Candidate(name, name) for name in self.client_commands if _begins(name, typed))
        before = [word.text.casefold() for word in done]
        for command in self.catalogue.commands:
            path = command.path.split()
            depth = len(before)
            if len(path) > depth and path[:depth] == before and _begins(path[depth], typed):
                note = command.description if len(path) == depth + 1 else ""
                yield Candidate(path[depth], path[depth], note)

    def _paths(self, typed: str) -> Iterator[Candidate]:
        """Yield the commands that begin with the typed text, then those of which another word does."""
        commands = self.catalogue.commands
        begun = [command for command in commands if _begins(command.path, typed)]
        named = [
            command
            for command in commands
            if command not in begun and any(_begins(word, typed) for word in command.path.split())
        ]
        for command in (*begun, *named):
            yield Candidate(command.path, f"/{command.path}", command.description)

    def _options(self, command: Command, done: Sequence[Word], current: Word) -> Completion:
        start = 1 + current.start
        try:
            given = assign(command, done)
        except NotUnderstood:
            return Completion(start, command=command)
        names = tuple(option.name for option, _ in given)
        free = unnamed_options(command, [option for option, _ in given])
        if current.name is not None:
            free = [option for option in free if option.name == current.name.casefold()]
        if not free:
            return Completion(start, command=command, given=names)
        values = self._values(free[0], current.value)
        candidates = [replace(value, text=quote(value.text)) for value in values]
        if current.name is None:
            candidates += _names(free, current.value)
        question = self._question(command, free[0], current.value, given)
        return Completion(start, tuple(candidates), question, command=command, option=free[0], given=names)

    def _bare(self, template: str, line: str) -> Completion:
        """Return suggestions for the option that a line without a slash fills."""
        words = fill(template, line)
        command = self.catalogue.match([word.text for word in words])
        if command is None:
            return Completion(0)
        depth = len(command.path.split())
        place = ["{text}" in word.value for word in split(template)[depth:]].index(True)
        given = assign(command, words[depth:])
        option, _ = given.pop(place)
        question = self._question(command, option, line, given)
        return Completion(0, tuple(self._values(option, line)), question, quoted=False)

    def _values(self, option: Option, typed: str) -> Iterator[Candidate]:
        for choice in option.choices:
            if _begins(choice.name, typed) or _begins(str(choice.value), typed):
                yield Candidate(str(choice.value), choice.name)
        if option.kind is OptionType.BOOLEAN:
            yield from (Candidate(word, word) for word in ("true", "false") if _begins(word, typed))
        if option.kind in {OptionType.USER, OptionType.MENTIONABLE}:
            people_first = sorted(self.guild.members.values(), key=lambda member: member.user.bot)
            names = (f"@{member.name}" for member in people_first)
            yield from (Candidate(n, n) for n in names if _begins(n, "@" + typed.removeprefix("@")))
        if option.kind in {OptionType.ROLE, OptionType.MENTIONABLE}:
            names = (f"@{role.name}" for role in roles_of(self.guild))
            yield from (Candidate(n, n) for n in names if _begins(n, "@" + typed.removeprefix("@")))
        if option.kind is OptionType.CHANNEL:
            names = (f"#{channel.name}" for channel in channels_of(self.guild))
            yield from (Candidate(n, n) for n in names if _begins(n, "#" + typed.removeprefix("#")))

    def _question(
        self, command: Command, option: Option, typed: str, given: Sequence[tuple[Option, str]]
    ) -> Question | None:
        if not option.autocomplete:
            return None
        others: dict[str, OptionValue] = {}
        for other, text in given:
            with contextlib.suppress(NotUnderstood):
                others[other.name] = option_value(other, text, self.guild)
        return Question(command.path, option.name, typed, others)


def _names(free: Sequence[Option], typed: str) -> Iterator[Candidate]:
    for option in free:
        if _begins(option.name, typed):
            yield Candidate(f"{option.name}:", f"{option.name}:", option.description)


def _begins(text: str, typed: str) -> bool:
    return text.casefold().startswith(typed.casefold())


async def ask_bot(member: Member, channel: Channel, completion: Completion) -> list[Candidate]:
    """Return the bot's autocomplete choices for the option that is being typed, best first.

    Args:
        member: The typing member.
        channel: The channel.
        completion: The suggestions so far; without a question in them, the bot is not asked.

    Raises:
        Refused: Another option of the line is not valid.
        Unanswered: No answer came in time.
    """
    question = completion.question
    if question is None:
        return []
    values = {**question.others, question.option: question.typed}
    offered = await member.autocomplete(channel, question.path, focused=question.option, **values)
    spell = quote if completion.quoted else str
    return [Candidate(spell(str(value)), name) for name, value in offered]
