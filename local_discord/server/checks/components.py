"""Discord's limits for message components, classic ones and layouts (V2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.model.components import walk
from local_discord.server.checks.controls import check_button, check_select
from local_discord.server.checks.fields import check_choice, check_length, check_range, check_text
from local_discord.wire import SELECT_TYPES, ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from local_discord.server.checks.fields import Form, Place
    from local_discord.wire import Json

ROWS_LIMIT = 5
ROW_BUTTONS_LIMIT = 5
LAYOUT_LIMIT = 40
LAYOUT_TEXT_LIMIT = 4000
SECTION_TEXTS_LIMIT = 3
GALLERY_LIMIT = 10
DESCRIPTION_LIMIT = 1024
URL_LIMIT = 2048
COLOUR_MAX = 0xFFFFFF
ID_MAX = 2**31 - 1

_CLASSIC_TOP = frozenset({ComponentType.ACTION_ROW})
_IN_CONTAINER = frozenset(
    {
        ComponentType.ACTION_ROW,
        ComponentType.SECTION,
        ComponentType.TEXT_DISPLAY,
        ComponentType.MEDIA_GALLERY,
        ComponentType.FILE,
        ComponentType.SEPARATOR,
    }
)
_LAYOUT_TOP = _IN_CONTAINER | {ComponentType.CONTAINER}
_IN_SECTION = frozenset({ComponentType.TEXT_DISPLAY})
_ACCESSORIES = frozenset({ComponentType.BUTTON, ComponentType.THUMBNAIL})
_IN_ROW = SELECT_TYPES | {ComponentType.BUTTON}


def check_components(form: Form, components: list[Json], *, layout: bool) -> None:
    """Check all components of a message.

    Args:
        form: Collects the errors.
        components: The top-level components.
        layout: Whether the message has the IS_COMPONENTS_V2 flag.
    """
    place: Place = ("components",)
    if not layout:
        check_length(form, place, components, 0, ROWS_LIMIT)
    _check_each(form, place, components, _LAYOUT_TOP if layout else _CLASSIC_TOP)
    everything = list(with_places(place, components))
    _check_unique(form, everything, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED")
    _check_unique(form, everything, "id", "COMPONENT_ID_DUPLICATED")
    if layout:
        _check_totals(form, place, components)


def _check_totals(form: Form, place: Place, components: list[Json]) -> None:
    everything = list(walk(components))
    if len(everything) > LAYOUT_LIMIT:
        text = f"Message exceeds the maximum of {LAYOUT_LIMIT} components."
        form.error(place, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    texts = [str(part.get("content", "")) for part in everything]
    if sum(map(len, texts)) > LAYOUT_TEXT_LIMIT:
        text = f"The text of a message must be {LAYOUT_TEXT_LIMIT} or fewer in length."
        form.error(place, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


def with_places(place: Place, components: Iterable[Json]) -> Iterable[tuple[Place, Json]]:
    """Yield every component with its path, each before the ones nested in it.

    Args:
        place: The path of the list.
        components: The list.
    """
    for index, component in enumerate(components):
        here = (*place, index)
        yield here, component
        yield from with_places((*here, "components"), component.get("components", ()))
        if "accessory" in component:
            yield (*here, "accessory"), component["accessory"]


def _check_unique(form: Form, parts: list[tuple[Place, Json]], name: str, code: str) -> None:
    seen = set()
    for place, part in parts:
        value = part.get(name)
        if value and value in seen:
            form.error((*place, name), code, f"Component {name} cannot be duplicated")
        seen.add(value)


def _check_each(form: Form, place: Place, components: list[Json], allowed: frozenset[ComponentType]) -> None:
    for index, component in enumerate(components):
        _check_one(form, (*place, index), component, allowed)


def _check_one(form: Form, place: Place, component: Json, allowed: frozenset[ComponentType]) -> None:
    kind = component.get("type")
    if kind not in allowed:
        check_choice(form, (*place, "type"), kind, tuple(sorted(map(int, allowed))))
        return
    check_range(form, (*place, "id"), component.get("id"), 0, ID_MAX)
    if kind in SELECT_TYPES:
        check_select(form, place, component)
    else:
        _CHECKS[ComponentType(kind)](form, place, component)


def _check_row(form: Form, place: Place, row: Json) -> None:
    controls = row.get("components") or []
    check_length(form, (*place, "components"), controls, 1, ROW_BUTTONS_LIMIT)
    _check_each(form, (*place, "components"), controls, _IN_ROW)
    selects = sum(1 for control in controls if control.get("type") in SELECT_TYPES)
    if selects and len(controls) > 1:
        text = "A row holds either one select or up to five buttons."
        form.error((*place, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)


def _check_section(form: Form, place: Place, section: Json) -> None:
    texts = section.get("components") or []
    check_length(form, (*place, "components"), texts, 1, SECTION_TEXTS_LIMIT)
    _check_each(form, (*place, "components"), texts, _IN_SECTION)
    _check_one(form, (*place, "accessory"), section.get("accessory") or {}, _ACCESSORIES)


def _check_text_display(form: Form, place: Place, display: Json) -> None:
    content = display.get("content")
    check_text(form, (*place, "content"), content, least=1, most=LAYOUT_TEXT_LIMIT, required=True)


def _check_media(form: Form, place: Place, holder: Json, name: str) -> None:
    url = (holder.get(name) or {}).get("url")
    check_text(form, (*place, name, "url"), url, least=1, most=URL_LIMIT, required=True)
    check_text(form, (*place, "description"), holder.get("description"), most=DESCRIPTION_LIMIT)


def _check_thumbnail(form: Form, place: Place, thumbnail: Json) -> None:
    _check_media(form, place, thumbnail, "media")


def _check_gallery(form: Form, place: Place, gallery: Json) -> None:
    items = gallery.get("items") or []
    check_length(form, (*place, "items"), items, 1, GALLERY_LIMIT)
    for index, item in enumerate(items):
        _check_media(form, (*place, "items", index), item, "media")


def _check_file(form: Form, place: Place, file: Json) -> None:
    _check_media(form, place, file, "file")


def _check_separator(form: Form, place: Place, separator: Json) -> None:
    check_range(form, (*place, "spacing"), separator.get("spacing"), 1, 2)


def _check_container(form: Form, place: Place, container: Json) -> None:
    parts = container.get("components") or []
    check_length(form, (*place, "components"), parts, 1, LAYOUT_LIMIT)
    _check_each(form, (*place, "components"), parts, _IN_CONTAINER)
    check_range(form, (*place, "accent_color"), container.get("accent_color"), 0, COLOUR_MAX)


_CHECKS = {
    ComponentType.ACTION_ROW: _check_row,
    ComponentType.BUTTON: check_button,
    ComponentType.SECTION: _check_section,
    ComponentType.TEXT_DISPLAY: _check_text_display,
    ComponentType.THUMBNAIL: _check_thumbnail,
    ComponentType.MEDIA_GALLERY: _check_gallery,
    ComponentType.FILE: _check_file,
    ComponentType.SEPARATOR: _check_separator,
    ComponentType.CONTAINER: _check_container,
}
