"""Message components as the page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.web.views.markup import Names, emoji_node, markup
from local_discord.wire import SELECT_TYPES, ComponentType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from local_discord import Guild, Modal
    from local_discord.wire import Json

_PARAGRAPH = 2
_CHOICES = {
    ComponentType.RADIO_GROUP: "radio",
    ComponentType.CHECKBOX_GROUP: "checkboxes",
    ComponentType.CHECKBOX: "checkbox",
}


_OFFERS = {
    ComponentType.STRING_SELECT: "texts",
    ComponentType.USER_SELECT: "members",
    ComponentType.ROLE_SELECT: "roles",
    ComponentType.MENTIONABLE_SELECT: "mentionables",
    ComponentType.CHANNEL_SELECT: "channels",
}


def component_view(part: Json, names: Names) -> Json:
    """Return a component with its nested ones.

    Args:
        part: The component as Discord's JSON.
        names: The names of the ids in its texts.
    """
    kind = part["type"]
    if kind in SELECT_TYPES:
        return select_view(part, names)
    make = _VIEWS.get(kind)
    return {"is": "unknown"} if make is None else make(part, names)


def select_view(part: Json, names: Names) -> Json:
    """Return a menu.

    Args:
        part: The menu as Discord's JSON.
        names: The names of the ids in it.
    """
    return {
        "is": "select",
        "control": part["custom_id"],
        "offers": _OFFERS[ComponentType(part["type"])],
        "prompt": part.get("placeholder") or "Make a selection",
        "least": part.get("min_values", 1),
        "most": part.get("max_values", 1),
        "disabled": part.get("disabled", False),
        "options": [_option(option, names) for option in part.get("options", ())],
        "chosen": [one["id"] for one in part.get("default_values") or ()],
    }


def _option(option: Json, names: Names) -> Json:
    return {
        "value": option["value"],
        "label": option["label"],
        "emoji": emoji_node(option.get("emoji") or {}, names),
        "note": option.get("description") or "",
        "chosen": option.get("default", False),
    }


def _text(part: Json, names: Names) -> Json:
    return {"is": "text", "nodes": markup(part["content"], names)}


def _button(part: Json, names: Names) -> Json:
    url = part.get("url")
    return {
        "is": "button",
        "control": part.get("custom_id"),
        "label": part.get("label") or "",
        "emoji": emoji_node(part.get("emoji") or {}, names),
        "style": part["style"],
        "disabled": part.get("disabled", False),
        "url": url if url is None or url.startswith(("http://", "https://")) else None,
    }


def _row(part: Json, names: Names) -> Json:
    return {"is": "row", "of": [component_view(one, names) for one in part["components"]]}


def _section(part: Json, names: Names) -> Json:
    return {
        "is": "section",
        "of": [component_view(one, names) for one in part["components"]],
        "beside": component_view(part["accessory"], names),
    }


def _container(part: Json, names: Names) -> Json:
    return {
        "is": "container",
        "of": [component_view(one, names) for one in part["components"]],
        "colour": part.get("accent_color"),
        "spoiler": part.get("spoiler", False),
    }


def _separator(part: Json, _names: Names) -> Json:
    return {"is": "separator", "line": part.get("divider", True)}


def _media(part: Json, _names: Names) -> Json:
    """Return attached pictures, and others as their descriptions: the page loads nothing from elsewhere."""
    pictures = part.get("items", (part,))
    return {"is": "media", "of": [_picture(one) for one in pictures]}


def _picture(item: Json) -> Json:
    media, about = item["media"], item.get("description") or "picture"
    if "attachment_id" not in media or not is_picture(media["url"]):
        return {"about": about, "url": None}
    *_, channel, attachment, _ = media["url"].split("/")
    return {"about": about, "url": f"/pictures/{channel}/{attachment}"}


def is_picture(name: str) -> bool:
    """Return whether the page shows a file of this name, or at this address, as a picture."""
    return name.endswith((".png", ".gif"))


def _file(part: Json, _names: Names) -> Json:
    return {"is": "file", "name": part.get("name") or "file"}


_VIEWS: Mapping[int, Callable[[Json, Names], Json]] = {
    ComponentType.TEXT_DISPLAY: _text,
    ComponentType.BUTTON: _button,
    ComponentType.ACTION_ROW: _row,
    ComponentType.SECTION: _section,
    ComponentType.CONTAINER: _container,
    ComponentType.SEPARATOR: _separator,
    ComponentType.MEDIA_GALLERY: _media,
    ComponentType.THUMBNAIL: _media,
    ComponentType.FILE: _file,
}


def form_view(modal: Modal, guild: Guild) -> Json:
    """Return a form with its fields.

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
            yield _field(inner, inner.get("label") or inner["custom_id"], "", names)
    elif part["type"] == ComponentType.LABEL:
        yield _field(part["component"], part["label"], part.get("description") or "", names)


def _field(part: Json, label: str, note: str, names: Names) -> Json:
    common = {"label": label, "note": note, "required": part.get("required", True), "control": part["custom_id"]}
    if part["type"] in SELECT_TYPES:
        return select_view(part, names) | common
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
