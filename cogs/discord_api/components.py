"""Components of messages as Discord's JSON: texts, buttons, menus and their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord

Component: TypeAlias = dict[str, Any]
"""A component as Discord takes it."""

_ROW: Final = 1
_BUTTON: Final = 2
_MENU: Final = 3
_TEXT: Final = 10
_CONTAINER: Final = 17

# Discord takes five buttons a row, or one menu.
_BUTTONS_A_ROW: Final = 5


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
        if buttons and (control["type"] == _MENU or len(buttons) == _BUTTONS_A_ROW):
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


def text_display(text: str) -> Component:
    """Return a text of a layout."""
    return {"type": _TEXT, "content": text}


def container(*parts: Component, colour: int | None = None) -> Component:
    """Return a box around parts of a layout.

    Args:
        parts: What is in it.
        colour: The colour of its edge, as 0xRRGGBB; None for no colour of its own.
    """
    box = {"type": _CONTAINER, "components": list(parts), "spoiler": False}
    return box if colour is None else box | {"accent_color": colour}


def plain_button(
    custom_id: str, label: str, style: discord.ButtonStyle, *, emoji: str | None = None, disabled: bool = False
) -> Component:
    """Return a button with a label, or with a Unicode emoji in place of it."""
    shown = {"label": label} if emoji is None else {"emoji": {"id": None, "name": emoji}}
    return {"type": _BUTTON, "custom_id": custom_id, **shown, "style": style.value, "disabled": disabled}


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
