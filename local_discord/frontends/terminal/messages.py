"""A message as text: who, what, and what can be pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.terminal.components import component_lines
from local_discord.frontends.terminal.embeds import embed_lines
from local_discord.frontends.terminal.markdown import readable, shown_name

if TYPE_CHECKING:
    from local_discord import Message
    from local_discord.frontends.terminal.markdown import Names

_INDENT = "   "


def message_lines(message: Message, names: Names) -> list[str]:
    """Shows a message.

    Args:
        message: The message as it is now.
        names: What the ids in it stand for, its own short number included.
    """
    return [_heading(message, names), *(_INDENT + line if line else "" for line in _body(message, names))]


def mention_line(message: Message) -> str | None:
    """Says who was notified of a message, or None if nobody was."""
    if not message.mentions or message.channel.guild is None:
        return None
    people = ", ".join(f"@{shown_name(member.name)}" for member in message.mentions)
    verb = "was" if len(message.mentions) == 1 else "were"
    return f"{_INDENT}({people} {verb} mentioned)"


def deletion_line(number: int) -> str:
    """Says that a message is gone."""
    return f"#{number} was deleted."


def _heading(message: Message, names: Names) -> str:
    number = names.messages[str(message.id)]
    edited = " (edited)" if message.edited else ""
    private = " (only you can see this)" if message.ephemeral else ""
    direct = " (direct message)" if message.channel.guild is None else ""
    return f"#{number} {shown_name(message.author.name)}{edited}{private}{direct}:"


def _body(message: Message, names: Names) -> list[str]:
    if message.thinking:
        return [f"{shown_name(message.author.name)} is thinking..."]
    lines = readable(message.content, names).split("\n") if message.content else []
    for embed in message.embeds:
        lines += embed_lines(embed, names)
    lines += component_lines(message.components, names)
    return [*lines, *(f"file: {attachment.filename}" for attachment in message.attachments)]
