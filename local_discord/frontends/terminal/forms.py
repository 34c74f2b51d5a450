"""Modals as text: showing and filling them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord.frontends.input.words import NotUnderstood
from local_discord.model.components import walk
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from local_discord.frontends.input.words import Word
    from local_discord.model.interaction import Modal
    from local_discord.wire import Json


@dataclass(frozen=True, slots=True)
class Field:
    """A text field of a form.

    Attributes:
        custom_id: Its custom_id.
        label: Its label.
        value: Its initial value.
        required: Whether it must be filled in.
    """

    custom_id: str
    label: str
    value: str
    required: bool

    def goes_by(self, name: str) -> bool:
        """Return whether a name is the field's custom_id or label, in any letter case."""
        return name.casefold() in {self.custom_id.casefold(), self.label.casefold()}


def form_lines(modal: Modal) -> list[str]:
    """Return a form's fields as text, and how to fill it in."""
    shown = [f"   {field.label} ({field.custom_id}): {field.value}".rstrip() for field in text_fields(modal)]
    return [f"A form is open: {modal.title}", *shown, "   (/fill name:value ... submits it)"]


def text_fields(modal: Modal) -> list[Field]:
    """Return the text fields of a form, in order."""
    labels = {
        part["component"]["custom_id"]: part["label"]
        for part in walk(modal.components)
        if part["type"] == ComponentType.LABEL
    }
    texts = (part for part in modal.fields if part["type"] == ComponentType.TEXT_INPUT)
    return [_field(part, labels) for part in texts]


def fill_in(modal: Modal, words: Sequence[Word]) -> dict[str, str]:
    """Return the values of a form's fields, by custom_id, as the words of a line fill them in.

    A word with a name belongs to the field with that custom_id or label; the others fill the remaining fields in order.
    Other fields keep their initial values.

    Raises:
        NotUnderstood: There is no such field, or no field left.
    """
    fields = text_fields(modal)
    values = {field.custom_id: field.value for field in fields}
    named = [(_named(fields, word.name), word.value) for word in words if word.name is not None]
    free = [field for field in fields if field not in [field for field, _ in named]]
    unnamed = [word.value for word in words if word.name is None]
    if len(unnamed) > len(free):
        raise NotUnderstood(f"There is no field left for {unnamed[len(free)]}.")
    filled = [*named, *zip(free, unnamed, strict=False)]
    return values | {field.custom_id: value for field, value in filled}


def _field(part: Json, labels: dict[str, str]) -> Field:
    custom_id = part["custom_id"]
    label = part.get("label") or labels.get(custom_id) or custom_id
    return Field(custom_id, label, part.get("value") or "", part.get("required", True))


def _named(fields: Sequence[Field], name: str) -> Field:
    for field in fields:
        if field.goes_by(name):
            return field
    raise NotUnderstood(f"There is no field {name}. There are: {', '.join(f.label for f in fields)}.")
