"""Forms (modals) as the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.web.views.components import select_view
from local_discord.frontends.web.views.markup import Names, markup
from local_discord.wire import SELECT_TYPES, ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from local_discord import Guild, Modal
    from local_discord.wire import Json

_PARAGRAPH = 2
_CHOICES = {
    ComponentType.RADIO_GROUP: "radio",
    ComponentType.CHECKBOX_GROUP: "checkboxes",
    ComponentType.CHECKBOX: "checkbox",
}


def form_view(modal: Modal, guild: Guild) -> Json:
    """Returns a form with its fields.

    Args:
        modal: The form.
        guild: Whose members, roles and channels are named.
    """
    names = Names.of(guild)
    fields = [field for part in modal.components for field in _fields(part, names)]
    return {"title": modal.title, "fields": fields}


def _fields(part: Json, names: Names) -> Iterator[Json]:
    if part["type"] == ComponentType.TEXT_DISPLAY:
        yield {"is": "text", "nodes": markup(part["content"], names)}
    elif part["type"] == ComponentType.ACTION_ROW:
        for inner in part["components"]:
            yield _field(inner, inner.get("label") or inner["custom_id"], "")
    elif part["type"] == ComponentType.LABEL:
        yield _field(part["component"], part["label"], part.get("description") or "")


def _field(part: Json, label: str, note: str) -> Json:
    common = {"label": label, "note": note, "required": part.get("required", True), "control": part["custom_id"]}
    if part["type"] in SELECT_TYPES:
        return select_view(part) | common
    if part["type"] in _CHOICES:
        options = part.get("options", ())
        return common | {
            "is": _CHOICES[ComponentType(part["type"])],
            "options": [{"value": one["value"], "label": one["label"]} for one in options],
        }
    return common | {
        "is": "input",
        "value": part.get("value") or "",
        "prompt": part.get("placeholder") or "",
        "long": part.get("style") == _PARAGRAPH,
        "most": part.get("max_length") or 4000,
    }
