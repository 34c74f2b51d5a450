"""Components of messages as Discord's JSON: texts, buttons, menus and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

Component: TypeAlias = dict[str, Any]
"""A component as Discord takes it."""

BUTTON: Final = 2
"""The type of a button."""

_ROW: Final = 1
_MENU: Final = 3
_TEXT: Final = 10
_GALLERY: Final = 12
_SEPARATOR: Final = 14
_CONTAINER: Final = 17

BUTTONS_A_ROW: Final = 5
"""Discord takes five buttons a row, or one menu."""

SEPARATOR: Final[Component] = {"type": _SEPARATOR}
"""A thin line between parts of a layout."""


@dataclass(frozen=True, slots=True)
class Components:
    """The components of a message.

    Attributes:
        payload: The components, as Discord takes them.
        is_layout: Whether they are the whole message, which then has no content.
    """

    payload: Sequence[Component]
    is_layout: bool = False


NO_COMPONENTS: Final = Components(())


def layout(*components: Component) -> Components:
    """Return components that are a whole message: up to 40 of them, with up to 4,000 characters of text."""
    return Components(components, is_layout=True)


def controls_below(*controls: Component) -> Components:
    """Return buttons and menus that stand below the content of a message: five buttons a row, a menu in its own."""
    return Components(tuple(_rows(controls)))


def _rows(controls: Iterable[Component]) -> Iterator[Component]:
    buttons: list[Component] = []
    for control in controls:
        if buttons and (control["type"] == _MENU or len(buttons) == BUTTONS_A_ROW):
            yield row(*buttons)
            buttons = []
        if control["type"] == _MENU:
            yield row(control)
        else:
            buttons.append(control)
    if buttons:
        yield row(*buttons)


def row(*controls: Component) -> Component:
    """Return a row of up to five buttons, or of one menu."""
    return {"type": _ROW, "components": list(controls)}


def rows_of(buttons: Sequence[Component]) -> list[Component]:
    """Return rows of up to five buttons each."""
    return [row(*buttons[start : start + BUTTONS_A_ROW]) for start in range(0, len(buttons), BUTTONS_A_ROW)]


def text_display(text: str) -> Component:
    """Return a text of a layout."""
    return {"type": _TEXT, "content": text}


def picture(name: str, description: str) -> Component:
    """Return a picture of a layout.

    Args:
        name: The name of the file, which is attached to the message.
        description: What it shows, for those who cannot see it.
    """
    return {"type": _GALLERY, "items": [{"media": {"url": f"attachment://{name}"}, "description": description}]}


def container(*parts: Component, colour: int | None = None) -> Component:
    """Return a box around parts of a layout.

    Args:
        parts: What is in it.
        colour: The colour of its edge, as 0xRRGGBB; None for no colour of its own.
    """
    box: Component = {"type": _CONTAINER, "components": list(parts)}
    if colour is not None:
        box["accent_color"] = colour
    return box


def plain_button(
    custom_id: str, label: str, style: discord.ButtonStyle, *, emoji: str | None = None, disabled: bool = False
) -> Component:
    """Return a button with a label, and with a Unicode emoji before it."""
    made: Component = {"type": BUTTON, "custom_id": custom_id, "label": label, "style": style.value}
    if emoji is not None:
        made["emoji"] = {"id": None, "name": emoji}
    if disabled:
        made["disabled"] = True
    return made


def plain_menu(custom_id: str, options: Mapping[str, str], placeholder: str) -> Component:
    """Return a menu from which one thing is chosen.

    Args:
        custom_id: The custom id.
        options: The label of each value.
        placeholder: The text before a choice.
    """
    offered = [{"label": label, "value": value} for value, label in options.items()]
    return {"type": _MENU, "custom_id": custom_id, "options": offered, "placeholder": placeholder}


def holds_control(components: Iterable[Mapping[str, Any]], custom_id: str, component_type: int | None) -> bool:
    """Return whether a control is among components, also inside of others; of any type if the type is None."""
    following = list(components)
    for part in following:
        if part.get("custom_id") == custom_id and component_type in (part.get("type"), None):
            return True
        # A list that grows is faster than a call for each level.
        if nested := part.get("components"):
            following += nested
        if "accessory" in part:
            following.append(part["accessory"])
    return False


def last_text(components: Sequence[Mapping[str, Any]]) -> str:
    """Return the last text of a layout that stands in no box; empty without one."""
    texts = [part.get("content") for part in components if part.get("type") == _TEXT]
    return str(texts[-1]) if texts else ""
