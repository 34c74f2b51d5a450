"""The terminal's own commands (`/as`, `/press` ...), and handling of a typed line.

They look like slash commands, and take precedence over the bot's commands with the same names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord import Refused, Unanswered
from local_discord.frontends.input.command_line import find_member
from local_discord.frontends.input.words import NotUnderstood, fill, quote, split
from local_discord.frontends.terminal.channels import channels_for, find_open_channel, title_of
from local_discord.frontends.terminal.rendering.forms import fields_of
from local_discord.frontends.terminal.rendering.markdown import shown_name
from local_discord.frontends.terminal.settle import StillBusy
from local_discord.frontends.terminal.targets import pressable, split_target
from local_discord.model.values.permissions import ORDINARY_MEMBER, Permissions

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from local_discord import Member
    from local_discord.frontends.input.words import Word
    from local_discord.frontends.terminal.client import Client


@dataclass(frozen=True)
class ClientCommand:
    """A command of the terminal.

    Attributes:
        usage: Its usage.
        description: Its description.
        run: Runs it, with the words after its name.
        continuations: Returns the suggestions for the words after its name.
    """

    usage: str
    description: str
    run: Callable[[Client, Sequence[Word]], Awaitable[None]]
    continuations: Callable[[Client], list[str]] = lambda _: []


async def _as(client: Client, words: Sequence[Word]) -> None:
    member = find_member(_one(words, "/as NAME"), client.guild)
    if member.user.bot:
        raise NotUnderstood(f"{member.name} is a bot; only people have seats.")
    before = client.channel
    client.sit(member)
    if client.channel is not before:
        client.show([f"{member.name} is in {shown_name(title_of(client.channel))}."])
    if not client.show_news():
        client.show([f"Nothing new for {client.seat.name}."])


async def _press(client: Client, words: Sequence[Word]) -> None:
    label, number = split_target(words)
    if not label:
        raise NotUnderstood("Name a button: /press LABEL")
    await client.press(" ".join(label), number)


async def _choose(client: Client, words: Sequence[Word]) -> None:
    values, number = split_target(words)
    if not values:
        raise NotUnderstood("Name a value: /choose VALUE...")
    await client.choose(values, number)


async def _fill(client: Client, words: Sequence[Word]) -> None:
    await client.fill(words)


async def _channel(client: Client, words: Sequence[Word]) -> None:
    client.channel = find_open_channel(_one(words, "/channel NAME"), client.seat)
    if not client.show_news():
        client.show([f"Nothing new in {title_of(client.channel)}."])


async def _messages(client: Client, words: Sequence[Word]) -> None:
    _none(words, "/messages")
    client.show_everything()


async def _members(client: Client, words: Sequence[Word]) -> None:
    _none(words, "/members")
    for member in client.guild.members.values():
        remarks = [" (bot)"] if member.user.bot else []
        remarks += [" (you)"] if member is client.seat else []
        remarks += [f" (may {name})" for name in _special_permissions(member)]
        client.show([f"@{shown_name(member.name)}{''.join(remarks)}"])


def _special_permissions(member: Member) -> list[str]:
    """Return a member's permissions beyond those of ordinary members, in words."""
    special = Permissions(0) if member.user.bot else member.permissions & ~ORDINARY_MEMBER
    return [str(permission.name).lower().replace("_", " ") for permission in Permissions if permission in special]


async def _help(client: Client, words: Sequence[Word]) -> None:
    if words:
        client.show(_explained(client, [word.text.removeprefix("/") for word in words]))
        return
    own = [f"{command.usage} - {command.description}" for command in CLIENT_COMMANDS.values()]
    registered = ", ".join(f"/{command.path}" for command in client.catalogue.commands)
    channels = ", ".join(shown_name(title_of(channel)) for channel in channels_for(client.seat))
    bare = "is posted as a message" if client.bare_text is None else "means /" + client.bare_text.replace("{text}", "…")
    client.show(
        [
            *own,
            f"Commands of the bot: {registered}.",
            f"A line without a slash {bare}.",
            f"Channels: {channels}. [Buttons] can be pressed, (those) are disabled.",
        ]
    )


def _explained(client: Client, wanted: Sequence[str]) -> list[str]:
    """Return the usage of the commands whose names hold all wanted words.

    Raises:
        NotUnderstood: There are none.
    """
    own = [(name, command.usage, command.description) for name, command in CLIENT_COMMANDS.items()]
    registered = [(command.path, command.usage, command.description) for command in client.catalogue.commands]
    found = [
        f"{usage} - {description}"
        for name, usage, description in (*own, *registered)
        if all(word.casefold() in name for word in wanted)
    ]
    if not found:
        raise NotUnderstood(f"There is no command {' '.join(wanted)}. /help lists them.")
    return found


async def _quit(client: Client, words: Sequence[Word]) -> None:
    _none(words, "/quit")
    client.ended = True


def _one(words: Sequence[Word], usage: str) -> str:
    """Return the text after a command that takes one argument, spaces included."""
    if not words:
        raise NotUnderstood(f"Missing argument: {usage}")
    return " ".join(word.text for word in words)


def _none(words: Sequence[Word], usage: str) -> None:
    if words:
        raise NotUnderstood(f"{usage} takes no arguments.")


CLIENT_COMMANDS = {
    "as": ClientCommand(
        "/as NAME",
        "act as another member",
        _as,
        lambda client: [member.name for member in client.guild.people],
    ),
    "press": ClientCommand(
        "/press LABEL [on NUMBER]",
        "press a button on the newest message that has it",
        _press,
        lambda client: pressable(client.messages()),
    ),
    "choose": ClientCommand(
        "/choose VALUE... [on NUMBER]",
        "choose from a menu",
        _choose,
        lambda client: [
            quote(value) for message in client.messages() for menu in message.selects for value, _ in menu.options
        ],
    ),
    "fill": ClientCommand(
        "/fill NAME:VALUE...",
        "fill in and submit the open form",
        _fill,
        lambda client: [f"{field.custom_id}:" for field in fields_of(client.modal)] if client.modal else [],
    ),
    "channel": ClientCommand(
        "/channel NAME",
        "open another channel",
        _channel,
        lambda client: [title_of(channel).lstrip("#@") for channel in channels_for(client.seat)],
    ),
    "messages": ClientCommand("/messages", "show the channel again", _messages),
    "members": ClientCommand("/members", "list the members and their special permissions", _members),
    "help": ClientCommand(
        "/help [COMMAND]",
        "show this list, or how to use a command",
        _help,
        lambda client: [command.path for command in client.catalogue.commands],
    ),
    "quit": ClientCommand("/quit", "leave", _quit),
}


_WITHOUT_SLASH = {"help": "help", "?": "help", "quit": "quit", "exit": "quit"}
"""Words that everybody tries, where a line without a slash is no message."""


async def serve(client: Client, line: str) -> bool:
    """Handle a typed line, and show the result.

    Args:
        client: The client.
        line: The line, neither empty nor a comment.

    Returns:
        Whether the line was understood and answered. A refusal by the bot is an answer.
    """
    served = False
    try:
        await _do(client, line)
        served = True
    except (NotUnderstood, Refused) as refusal:
        first, *rest = str(refusal).split("\n")
        client.show([f"! {first}", *(f"  {line}" for line in rest)])
    except Unanswered:
        client.show(["! The application did not respond."])
    except StillBusy:
        client.show(["! The application is still busy. The next line may come too early."])
    client.show_news()
    return served


async def _do(client: Client, line: str) -> None:
    if not line.startswith("/"):
        await _bare(client, line)
        return
    words = split(line[1:])
    own = CLIENT_COMMANDS.get(words[0].text.casefold()) if words else None
    if own is None:
        await client.invoke(words)
    else:
        await own.run(client, words[1:])


async def _bare(client: Client, line: str) -> None:
    if client.bare_text is None:
        await client.say(line)
    elif line.casefold() in _WITHOUT_SLASH:
        await CLIENT_COMMANDS[_WITHOUT_SLASH[line.casefold()]].run(client, ())
    elif line.casefold() in CLIENT_COMMANDS:
        raise NotUnderstood(f"Commands begin with a slash: /{line.casefold()}")
    else:
        await client.invoke(fill(client.bare_text, line))
