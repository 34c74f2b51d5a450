"""Components as Discord stores them: with ids and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local_discord.model.components import walk
from local_discord.wire import SELECT_TYPES, ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from local_discord.model.message import Attachment
    from local_discord.wire import Json

_SELECT_DEFAULTS: Json = {"min_values": 1, "max_values": 1}
_DEFAULTS: Mapping[int, Json] = {
    ComponentType.THUMBNAIL: {"description": None, "spoiler": False},
    ComponentType.FILE: {"spoiler": False},
    ComponentType.SEPARATOR: {"spacing": 1, "divider": True},
    ComponentType.CONTAINER: {"accent_color": None, "spoiler": False},
    **dict.fromkeys(SELECT_TYPES, _SELECT_DEFAULTS),
}
_ITEM_DEFAULTS: Json = {"description": None, "spoiler": False}


def stored_components(components: Iterable[Json], attachments: Iterable[Attachment]) -> list[Json]:
    """Return components with ids and defaults filled in.

    Where one shows an attachment by its name (attachment://name), it gets the attachment's URL.
    """
    stored: list[Json] = [_copied(component) for component in components]
    _assign_ids(stored)
    by_url = {f"attachment://{attachment.filename}": attachment for attachment in attachments}
    for component in walk(stored):
        for name, value in _DEFAULTS.get(component["type"], {}).items():
            component.setdefault(name, value)
        _complete_media(component, by_url)
    return stored


def _copied(value: Any) -> Any:  # noqa: ANN401  # JSON
    """Return a copy of JSON, several times as fast as `copy.deepcopy`, which looks for objects met before."""
    if isinstance(value, dict):
        return {name: _copied(part) if isinstance(part, (dict, list)) else part for name, part in value.items()}
    if isinstance(value, list):
        return [_copied(part) for part in value]
    return value


def _assign_ids(components: list[Json]) -> None:
    everything = list(walk(components))
    taken = {component["id"] for component in everything if component.get("id")}
    number = 0
    for component in everything:
        if not component.get("id"):
            number += 1
            while number in taken:
                number += 1
            component["id"] = number


def _complete_media(component: Json, by_url: Mapping[str, Attachment]) -> None:
    for item in component.get("items", ()):
        for name, value in _ITEM_DEFAULTS.items():
            item.setdefault(name, value)
        item["media"] = _media(item["media"], component["id"], by_url)
    if "media" in component:
        component["media"] = _media(component["media"], component["id"], by_url)
    if "file" in component:
        attachment = by_url.get(component["file"]["url"])
        component["name"] = attachment.filename if attachment else ""
        component["size"] = len(attachment.content) if attachment else 0
        component["file"] = _media(component["file"], component["id"], by_url)


def _media(media: Json, number: int, by_url: Mapping[str, Attachment]) -> Json:
    attachment = by_url.get(media["url"])
    url = media["url"] if attachment is None else attachment.url
    body: Json = {"id": str(number), "url": url, "proxy_url": url}
    if attachment is not None:
        body |= {"attachment_id": str(attachment.id), "content_type": attachment.content_type}
    return body
