"""Modals as Discord's JSON: forms with texts and menus, and what a person has filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from cogs.discord_api.components import Component

_TEXT_INPUT: Final = 4
_MENU: Final = 3
_USER_MENU: Final = 5
_LABEL: Final = 18
_ONE_LINE: Final = 1

MOST_FIELDS: Final = 5
"""Discord takes up to five fields a form."""


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that opens over the chat of one person.

    Attributes:
        custom_id: The custom id, which comes back with what is filled in.
        title: The heading, up to 45 characters.
        fields: One to five fields, as Discord takes them.
    """

    custom_id: str
    title: str
    fields: Sequence[Component]

    @property
    def payload(self) -> dict[str, Any]:
        """The form as Discord takes it."""
        return {"custom_id": self.custom_id, "title": self.title, "components": list(self.fields)}


def text_field(
    name: str, label: str, *, note: str = "", value: str = "", placeholder: str = "", most: int = 100
) -> Component:
    """Return a field for one line of text, which must be filled in.

    Args:
        name: The name by which the text is found again.
        label: What is asked, up to 45 characters.
        note: An explanation below the label, up to 100 characters; empty for none.
        value: The text at first.
        placeholder: An example, shown while nothing is typed, up to 100 characters.
        most: The greatest number of characters.
    """
    box = {"type": _TEXT_INPUT, "custom_id": name, "style": _ONE_LINE, "max_length": most, "required": True}
    texts = {"value": value, "placeholder": placeholder}
    return _labelled(box | {named: text for named, text in texts.items() if text}, label, note)


def menu_field(
    name: str, label: str, options: Mapping[str, str], *, note: str = "", chosen: str | None = None
) -> Component:
    """Return a menu from which exactly one thing is chosen.

    Args:
        name: The name by which the choice is found again.
        label: What is asked, up to 45 characters.
        options: The label of each value, up to 25.
        note: An explanation below the label, up to 100 characters; empty for none.
        chosen: The value that is chosen at first; None for none.
    """
    offered = [{"label": shown, "value": value, "default": value == chosen} for value, shown in options.items()]
    return _labelled({"type": _MENU, "custom_id": name, "options": offered, "required": True}, label, note)


def member_field(name: str, label: str, *, note: str = "", placeholder: str = "") -> Component:
    """Return a field in which a member of the server, or nobody, is chosen.

    Args:
        name: The name by which the choice is found again.
        label: What is asked, up to 45 characters.
        note: An explanation below the label, up to 100 characters; empty for none.
        placeholder: What is shown while nobody is chosen, up to 150 characters.
    """
    box = {"type": _USER_MENU, "custom_id": name, "required": False, "min_values": 0, "max_values": 1}
    return _labelled(box | ({"placeholder": placeholder} if placeholder else {}), label, note)


def _labelled(field: Component, label: str, note: str) -> Component:
    return {"type": _LABEL, "label": label, "component": field} | ({"description": note} if note else {})


@dataclass(frozen=True, slots=True)
class FilledForm:
    """What a person has filled in. A manipulated client can send anything, so each value is checked by who uses it.

    Attributes:
        values: The texts of each field, by its name: what was typed, what was chosen, or the ids of people.
    """

    values: Mapping[str, tuple[str, ...]]

    def first(self, name: str) -> str:
        """Return what a field holds; an empty text for nothing, or for a field that was not sent."""
        return next(iter(self.values.get(name, ())), "")


def filled_form(interaction: discord.Interaction[Any]) -> FilledForm:
    """Return what was filled in, by the names of the fields; nothing for an interaction that is no form."""
    data = cast("Mapping[str, Any]", interaction.data or {})
    return FilledForm(dict(_filled(data.get("components") or ())))


def _filled(parts: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for part in parts:
        if "component" in part:
            yield from _filled((part["component"],))
        elif "components" in part:
            yield from _filled(part["components"])
        elif "custom_id" in part:
            values = part["values"] if "values" in part else [part.get("value")]
            yield part["custom_id"], tuple(str(value) for value in values or () if value is not None)


def chosen_member(interaction: discord.Interaction[Any], user_id: str) -> discord.Member | discord.User | None:
    """Return a person who was chosen in a form or a menu, as Discord describes them.

    Args:
        interaction: The interaction.
        user_id: The person's id, as it was sent.

    Returns:
        The member; the account alone of a person who is not in the server; None if Discord describes no such person.
    """
    resolved = cast("Mapping[str, Any]", interaction.data or {}).get("resolved") or {}
    user = resolved.get("users", {}).get(user_id)
    if user is None:
        return None
    state = interaction._state  # noqa: SLF001  # discord.py makes members only for its own views
    described: Any = resolved.get("members", {}).get(user_id)
    if described is None or interaction.guild is None:
        return discord.User(state=state, data=user)
    return discord.Member(state=state, data=described | {"user": user}, guild=interaction.guild)
