"""Component trees: the texts, buttons and menus in them."""

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
    """A button.

    Attributes:
        label: Its label, or "".
        custom_id: Its custom_id; None for a link.
        disabled: Whether it is disabled.
        style: Discord's number: 1 primary, 2 secondary, 3 success, 4 danger, 5 link, 6 premium.
        emoji: The emoji on it, an application's one as its name in colons; or None.
        url: The address of a link, or None.
    """

    label: str
    custom_id: str | None
    disabled: bool
    style: int
    emoji: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Select:
    """A select menu.

    Attributes:
        custom_id: Its custom_id.
        type: Discord's component type (3 for a menu of texts, 5 for one of users, and so on).
        options: The (value, label) pairs of a menu of texts.
        disabled: Whether it is disabled.
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
    """Yield every component, each before the ones nested in it."""
    # A list of what follows is faster than a generator for each level.
    following = list(components)[::-1]
    while following:
        component = following.pop()
        yield component
        for single in ("component", "accessory"):
            if single in component:
                following.append(component[single])
        if nested := component.get("components"):
            following += reversed(nested)


def shown_texts(components: Iterable[Json]) -> list[str]:
    """Return the contents of the text displays, in reading order."""
    return [component["content"] for component in walk(components) if component["type"] == ComponentType.TEXT_DISPLAY]


def buttons_in(components: Iterable[Json]) -> list[Button]:
    """Return the buttons, in reading order."""
    return [
        Button(
            label=component.get("label") or "",
            custom_id=component.get("custom_id"),
            disabled=component.get("disabled", False),
            style=component["style"],
            emoji=emoji_text(component.get("emoji")) or None,
            url=component.get("url"),
        )
        for component in walk(components)
        if component["type"] == ComponentType.BUTTON
    ]


def emoji_text(emoji: Json | None) -> str:
    """Return a control's emoji as text: a Unicode one, the name of another one in colons, or "" for none."""
    if not emoji:
        return ""
    return f":{emoji['name']}:" if emoji.get("id") else str(emoji.get("name") or "")


def selects_in(components: Iterable[Json]) -> list[Select]:
    """Return the menus, in reading order."""
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
