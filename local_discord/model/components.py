"""Reading component trees: what a message shows and what can be pressed in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord.wire import SELECT_TYPES, ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from local_discord.wire import Json

BUTTON_STYLE_LINK = 5


@dataclass(frozen=True)
class Button:
    """A button as a person sees it.

    Attributes:
        label: The text on it, or "".
        custom_id: What it sends when pressed; None for a link.
        disabled: Whether it is greyed out.
        style: Discord's number: 1 primary, 2 secondary, 3 success, 4 danger, 5 link, 6 premium.
        emoji: The emoji on it, or None.
        url: Where a link leads, or None.
    """

    label: str
    custom_id: str | None
    disabled: bool
    style: int
    emoji: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Select:
    """A menu as a person sees it.

    Attributes:
        custom_id: What it sends when something was chosen.
        type: Discord's component type (3 for a menu of texts, 5 for one of users, and so on).
        options: The (value, label) pairs of a menu of texts.
        disabled: Whether it is greyed out.
        placeholder: The text shown while nothing is chosen, or None.
        min_values: The least number of options to choose.
        max_values: The greatest number of options to choose.
    """

    custom_id: str
    type: int
    options: tuple[tuple[str, str], ...]
    disabled: bool
    placeholder: str | None
    min_values: int
    max_values: int


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yields every component, nested ones after the one that holds them."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for single in ("accessory", "component"):
            if single in component:
                yield from walk((component[single],))


def shown_texts(components: Iterable[Json]) -> list[str]:
    """Returns what the text displays say, in reading order."""
    return [component["content"] for component in walk(components) if component["type"] == ComponentType.TEXT_DISPLAY]


def buttons_in(components: Iterable[Json]) -> list[Button]:
    """Returns the buttons, in reading order."""
    return [
        Button(
            label=component.get("label") or "",
            custom_id=component.get("custom_id"),
            disabled=component.get("disabled", False),
            style=component["style"],
            emoji=(component.get("emoji") or {}).get("name"),
            url=component.get("url"),
        )
        for component in walk(components)
        if component["type"] == ComponentType.BUTTON
    ]


def selects_in(components: Iterable[Json]) -> list[Select]:
    """Returns the menus, in reading order."""
    return [
        Select(
            custom_id=component["custom_id"],
            type=component["type"],
            options=tuple((o["value"], o["label"]) for o in component.get("options", ())),
            disabled=component.get("disabled", False),
            placeholder=component.get("placeholder"),
            min_values=component.get("min_values", 1),
            max_values=component.get("max_values", 1),
        )
        for component in walk(components)
        if component["type"] in SELECT_TYPES
    ]
