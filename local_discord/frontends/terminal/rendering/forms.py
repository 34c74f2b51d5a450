"""Modals as text: showing and filling them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord.frontends.input.command_line import find_channel, find_member, find_mentionable, find_role
from local_discord.frontends.input.words import NotUnderstood
from local_discord.model.components import walk
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from local_discord import Channel, Guild, Member, Role
    from local_discord.frontends.input.words import Word
    from local_discord.model.interaction import Modal
    from local_discord.wire import Json

_FINDERS: Mapping[ComponentType, Callable[[str, Guild], Member | Role | Channel]] = {
    ComponentType.USER_SELECT: find_member,
    ComponentType.ROLE_SELECT: find_role,
    ComponentType.MENTIONABLE_SELECT: find_mentionable,
    ComponentType.CHANNEL_SELECT: find_channel,
}
_NOUNS = {
    ComponentType.USER_SELECT: "a member",
    ComponentType.ROLE_SELECT: "a role",
    ComponentType.MENTIONABLE_SELECT: "a member or a role",
    ComponentType.CHANNEL_SELECT: "a channel",
}
_FILLED = frozenset({ComponentType.TEXT_INPUT, ComponentType.STRING_SELECT, *_FINDERS})


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form that is filled in with a text, or with a choice from a menu.

    Attributes:
        custom_id: Its custom_id.
        label: Its label.
        kind: Its type.
        value: Its initial text.
        options: The values and labels of a menu of texts; a chosen one is marked.
    """

    custom_id: str
    label: str
    kind: ComponentType
    value: str = ""
    options: tuple[tuple[str, str, bool], ...] = ()

    @property
    def shown(self) -> str:
        """The field as a line."""
        offered = ", ".join(label + ("*" if chosen else "") for _, label, chosen in self.options)
        return f"{self.label} ({self.custom_id}): {offered or _NOUNS.get(self.kind, self.value)}".rstrip()

    def goes_by(self, name: str) -> bool:
        """Return whether a name is the field's custom_id or label, in any letter case."""
        return name.casefold() in {self.custom_id.casefold(), self.label.casefold()}

    def read(self, text: str, guild: Guild) -> str | list[str]:
        """Return the value that a text stands for.

        Raises:
            NotUnderstood: The menu does not offer it.
        """
        if self.kind is ComponentType.TEXT_INPUT:
            return text
        if self.kind is not ComponentType.STRING_SELECT:
            return [str(_FINDERS[self.kind](text, guild).id)]
        for value, label, _ in self.options:
            if text.casefold() in {value.casefold(), label.casefold()}:
                return [value]
        raise NotUnderstood(f"{self.label} has no {text}. It has: {', '.join(label for _, label, _ in self.options)}.")


def form_lines(modal: Modal) -> list[str]:
    """Return a form's fields as text, and how to fill it in."""
    shown = [f"   {field.shown}" for field in fields_of(modal)]
    return [f"A form is open: {modal.title}", *shown, "   (/fill name:value ... submits it)"]


def fields_of(modal: Modal) -> list[Field]:
    """Return the texts and menus of a form, in order."""
    labels = {
        part["component"]["custom_id"]: part["label"]
        for part in walk(modal.components)
        if part["type"] == ComponentType.LABEL
    }
    return [_field(part, labels) for part in modal.fields if part["type"] in _FILLED]


def fill_in(modal: Modal, words: Sequence[Word], guild: Guild) -> dict[str, str | list[str]]:
    """Return the values of a form's fields, by custom_id, as the words of a line fill them in.

    A word with a name belongs to the field with that custom_id or label; the others fill the remaining fields in order.
    Other fields keep what is in them.

    Raises:
        NotUnderstood: There is no such field, no field left, or a menu does not offer a value.
    """
    fields = fields_of(modal)
    named = [(_named(fields, word.name), word.value) for word in words if word.name is not None]
    free = [field for field in fields if field not in [field for field, _ in named]]
    unnamed = [word.value for word in words if word.name is None]
    if len(unnamed) > len(free):
        raise NotUnderstood(f"There is no field left for {unnamed[len(free)]}.")
    filled = [*named, *zip(free, unnamed, strict=False)]
    return {field.custom_id: field.read(value, guild) for field, value in filled}


def _field(part: Json, labels: dict[str, str]) -> Field:
    custom_id = part["custom_id"]
    label = part.get("label") or labels.get(custom_id) or custom_id
    options = tuple((one["value"], one["label"], bool(one.get("default"))) for one in part.get("options") or ())
    return Field(custom_id, label, ComponentType(part["type"]), part.get("value") or "", options)


def _named(fields: Sequence[Field], name: str) -> Field:
    for field in fields:
        if field.goes_by(name):
            return field
    raise NotUnderstood(f"There is no field {name}. There are: {', '.join(f.label for f in fields)}.")
