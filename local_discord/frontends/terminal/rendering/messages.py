"""Messages as lines of text, with embeds and components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from local_discord.frontends.terminal.rendering.controls import control_text, row_lines
from local_discord.frontends.terminal.rendering.markdown import Names, readable, shown_name
from local_discord.model.components import shown_texts
from local_discord.model.thread import DirectChannel
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from local_discord import Message
    from local_discord.wire import Json

_INDENT = "   "
_BLOCK = "```"


def message_lines(message: Message, names: Names) -> list[str]:
    """Return a message as lines.

    Args:
        message: The message.
        names: The names of the ids in it, with its own short number.
    """
    return [_heading(message, names), *(_INDENT + line if line else "" for line in _body(message, names))]


def mention_line(message: Message) -> str | None:
    """Return a line with the members whom a message notified, or None."""
    if not message.mentions or message.channel.guild is None:
        return None
    people = ", ".join(f"@{shown_name(member.name)}" for member in message.mentions)
    verb = "was" if len(message.mentions) == 1 else "were"
    return f"{_INDENT}({people} {verb} mentioned)"


def deletion_line(number: int) -> str:
    """Return the line for a deleted message."""
    return f"#{number} was deleted."


def _heading(message: Message, names: Names) -> str:
    number = names.messages[str(message.id)]
    edited = " (edited)" if message.edited else ""
    private = " (only you can see this)" if message.ephemeral else ""
    direct = " (direct message)" if isinstance(message.channel, DirectChannel) else ""
    return f"#{number} {shown_name(message.author.name)}{edited}{private}{direct}:"


def _body(message: Message, names: Names) -> list[str]:
    if message.thinking:
        return [f"{shown_name(message.author.name)} is thinking..."]
    lines = readable(message.content, names).split("\n") if message.content else []
    for embed in message.embeds:
        lines += embed_lines(embed, names)
    lines += component_lines(message.components, names, drawn_above=_BLOCK in message.content)
    return [*lines, *(f"file: {attachment.filename}" for attachment in message.attachments)]


def component_lines(components: Sequence[Json], names: Names, *, drawn_above: bool = False) -> list[str]:
    """Return components as lines.

    Args:
        components: A message's components, as Discord's JSON.
        names: The names of the ids in their texts.
        drawn_above: Whether the message draws something in a code block, which a grid of buttons would repeat.
    """
    drawn = drawn_above or any(_BLOCK in text for text in shown_texts(components))
    return list(_list_lines(components, names, drawn))


def _list_lines(items: Iterable[Json], names: Names, drawn: bool) -> Iterator[str]:  # noqa: FBT001  # private
    for is_row, group in groupby(items, lambda item: item["type"] == ComponentType.ACTION_ROW):
        if is_row:
            yield from row_lines(list(group), names, drawn_above=drawn)
        else:
            for item in group:
                yield from _lines(item, names, drawn)


def _lines(item: Json, names: Names, drawn: bool) -> Iterator[str]:  # noqa: FBT001  # private
    kind = item["type"]
    if kind == ComponentType.BUTTON:
        yield control_text(item, names)
    elif kind == ComponentType.TEXT_DISPLAY:
        yield from readable(item["content"], names).split("\n")
    elif kind == ComponentType.SEPARATOR:
        yield "---" if item.get("divider", True) else ""
    elif kind in {ComponentType.MEDIA_GALLERY, ComponentType.FILE, ComponentType.THUMBNAIL}:
        yield from _media(item)
    else:
        yield from _list_lines((*item.get("components", ()), *_accessory(item)), names, drawn)


def _accessory(item: Json) -> Iterator[Json]:
    if "accessory" in item:
        yield item["accessory"]


def _media(item: Json) -> Iterator[str]:
    if item["type"] == ComponentType.FILE:
        yield f"file: {item['file']['url']}"
        return
    for picture in item.get("items", (item,)):
        yield f"picture: {picture.get('description') or picture['media']['url']}"


def embed_lines(embed: Mapping[str, Any], names: Names) -> list[str]:
    """Return an embed as lines: author, title, description, fields, picture, footer.

    Args:
        embed: The embed, as Discord's JSON.
        names: The names of the ids in its texts.
    """
    return [line for text in _texts(embed) for line in readable(text, names).split("\n")]


def _texts(embed: Mapping[str, Any]) -> Iterator[str]:
    if author := embed.get("author"):
        yield author["name"]
    if title := embed.get("title"):
        yield f"{title} ({embed['url']})" if embed.get("url") else title
    if description := embed.get("description"):
        yield description
    for item in embed.get("fields") or ():
        yield f"{item['name']}: {item['value']}"
    if picture := embed.get("image") or embed.get("thumbnail"):
        yield f"picture: {picture['url']}"
    if footer := embed.get("footer"):
        yield footer["text"]
