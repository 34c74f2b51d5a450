"""Messages as lines of text, with embeds and components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from local_discord.frontends.terminal.markdown import Names, readable, shown_name
from local_discord.model.components import buttons_in, emoji_text
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord import Message
    from local_discord.wire import Json

_SHORT = 3
"""The longest label that is padded, so that short buttons form a grid."""


_INDENT = "   "


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


def component_lines(components: Sequence[Json], names: Names) -> list[str]:
    """Return components as lines.

    Args:
        components: A message's components, as Discord's JSON.
        names: The names of the ids in their texts.
    """
    widths = (len(button_label(one.emoji, one.label)) for one in buttons_in(components))
    width = max((width for width in widths if width <= _SHORT), default=0)
    return [line for item in components for line in _lines(item, names, width)]


def button_label(emoji: str | None, label: str | None) -> str:
    """Return the text of a button: its emoji, its label or both."""
    parts = (emoji or "", (label or "").replace("\u200b", " "))
    return " ".join(part for part in parts if part)


def _lines(item: Json, names: Names, width: int) -> Iterator[str]:
    kind = item["type"]
    if kind == ComponentType.ACTION_ROW:
        yield " ".join(_control(control, names, width) for control in item["components"]).rstrip()
    elif kind == ComponentType.BUTTON:
        yield _button(item, names, width=0)
    elif kind == ComponentType.TEXT_DISPLAY:
        yield from readable(item["content"], names).split("\n")
    elif kind == ComponentType.SEPARATOR:
        yield "---" if item.get("divider", True) else ""
    elif kind in {ComponentType.MEDIA_GALLERY, ComponentType.FILE, ComponentType.THUMBNAIL}:
        yield from _media(item)
    else:
        for inner in (*item.get("components", ()), *_accessory(item)):
            yield from _lines(inner, names, width)


def _accessory(item: Json) -> Iterator[Json]:
    if "accessory" in item:
        yield item["accessory"]


def _media(item: Json) -> Iterator[str]:
    if item["type"] == ComponentType.FILE:
        yield f"file: {item['file']['url']}"
        return
    for picture in item.get("items", (item,)):
        yield f"picture: {picture.get('description') or picture['media']['url']}"


def _control(control: Json, names: Names, width: int) -> str:
    if control["type"] == ComponentType.BUTTON:
        return _button(control, names, width)
    return _select(control)


def _button(button: Json, names: Names, width: int) -> str:
    label = button_label(emoji_text(button.get("emoji")), button.get("label"))
    if url := button.get("url"):
        return _bracketed(f"{label} -> {readable(url, names)}", button)
    padding = " " * (width - len(label) if len(label) <= _SHORT else 0)
    return _bracketed(label, button) + padding


def _select(select: Json) -> str:
    prompt = select.get("placeholder") or "choose"
    options = ", ".join(
        option["label"] + ("*" if option.get("default") else "") for option in select.get("options", ())
    )
    return _bracketed(f"{prompt}: {options}" if options else prompt, select)


def _bracketed(text: str, control: Json) -> str:
    return f"({text})" if control.get("disabled") else f"[{text}]"


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
