"""A message's components as lines of text: `[Accept] (Decline)`, one line a row.

Square brackets mark what can be used, round ones what is disabled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.terminal.markdown import readable
from local_discord.model.components import buttons_in
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from local_discord.frontends.terminal.markdown import Names
    from local_discord.wire import Json

_SHORT = 3
"""Labels up to this many characters are padded, so that a grid of cells stays a grid."""


def component_lines(components: Sequence[Json], names: Names) -> list[str]:
    """Shows components in their order.

    Args:
        components: A message's components, as Discord's JSON.
        names: What the ids in their texts stand for.
    """
    widths = (len(button_label(one.emoji, one.label)) for one in buttons_in(components))
    width = max((width for width in widths if width <= _SHORT), default=0)
    return [line for item in components for line in _lines(item, names, width)]


def button_label(emoji: str | None, label: str | None) -> str:
    """Returns what stands on a button: its emoji, its label or both."""
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
    label = button_label((button.get("emoji") or {}).get("name"), button.get("label"))
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
