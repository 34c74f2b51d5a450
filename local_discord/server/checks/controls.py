"""Discord's limits for single controls: buttons, menus and text inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.model.components import BUTTON_STYLE_LINK
from local_discord.server.checks.fields import check_length, check_range, check_text, require
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from local_discord.server.checks.fields import Form, Place
    from local_discord.wire import Json

CUSTOM_ID_LIMIT = 100
BUTTON_LABEL_LIMIT = 80
BUTTON_URL_LIMIT = 512
OPTIONS_LIMIT = 25
OPTION_TEXT_LIMIT = 100
PLACEHOLDER_LIMIT = 150
INPUT_LIMIT = 4000
INPUT_LABEL_LIMIT = 45
INPUT_PLACEHOLDER_LIMIT = 100
_BUTTON_STYLE_PREMIUM = 6


def check_custom_id(form: Form, place: Place, part: Json) -> None:
    """Check the custom_id of a control."""
    custom_id = part.get("custom_id")
    check_text(form, (*place, "custom_id"), custom_id, least=1, most=CUSTOM_ID_LIMIT, required=True)


def check_button(form: Form, place: Place, button: Json) -> None:
    """Check a button."""
    style = button.get("style")
    if style is None:
        require(form, (*place, "style"))
    check_range(form, (*place, "style"), style, 1, _BUTTON_STYLE_PREMIUM)
    check_text(form, (*place, "label"), button.get("label"), most=BUTTON_LABEL_LIMIT)
    if style == _BUTTON_STYLE_PREMIUM:
        return
    if not button.get("label") and not button.get("emoji"):
        form.error(place, "BUTTON_COMPONENT_INVALID_EMPTY", "A button needs a label or an emoji.")
    if style == BUTTON_STYLE_LINK:
        _check_link(form, place, button)
    else:
        check_custom_id(form, place, button)
        if button.get("url"):
            form.error(place, "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Only a link button has a URL.")


def _check_link(form: Form, place: Place, button: Json) -> None:
    url = button.get("url")
    check_text(form, (*place, "url"), url, least=1, most=BUTTON_URL_LIMIT, required=True)
    if button.get("custom_id"):
        form.error(place, "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", "A custom id and url cannot both be specified")


def check_select(form: Form, place: Place, select: Json) -> None:
    """Check a menu."""
    check_custom_id(form, place, select)
    check_text(form, (*place, "placeholder"), select.get("placeholder"), most=PLACEHOLDER_LIMIT)
    least, most = select.get("min_values"), select.get("max_values")
    check_range(form, (*place, "min_values"), least, 0, OPTIONS_LIMIT)
    check_range(form, (*place, "max_values"), most, 1, OPTIONS_LIMIT)
    if (1 if least is None else least) > (1 if most is None else most):
        text = "min_values cannot be above max_values."
        form.error((*place, "min_values"), "SELECT_COMPONENT_MIN_VALUES_ABOVE_MAX", text)
    if select["type"] == ComponentType.STRING_SELECT:
        _check_options(form, place, select)


def _check_options(form: Form, place: Place, select: Json) -> None:
    options = select.get("options") or []
    check_length(form, (*place, "options"), options, 1, OPTIONS_LIMIT)
    seen = set()
    for index, option in enumerate(options):
        here = (*place, "options", index)
        for name in ("label", "value"):
            value = option.get(name)
            check_text(form, (*here, name), value, least=1, most=OPTION_TEXT_LIMIT, required=True)
        check_text(form, (*here, "description"), option.get("description"), most=OPTION_TEXT_LIMIT)
        if option.get("value") in seen:
            text = "The specified option value is already used"
            form.error((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(option.get("value"))


def check_text_input(form: Form, place: Place, field: Json) -> None:
    """Check a text input of a modal."""
    check_custom_id(form, place, field)
    if field.get("style") is None:
        require(form, (*place, "style"))
    check_range(form, (*place, "style"), field.get("style"), 1, 2)
    check_text(form, (*place, "label"), field.get("label"), most=INPUT_LABEL_LIMIT)
    check_text(form, (*place, "value"), field.get("value"), most=INPUT_LIMIT)
    placeholder = field.get("placeholder")
    check_text(form, (*place, "placeholder"), placeholder, most=INPUT_PLACEHOLDER_LIMIT)
    check_range(form, (*place, "min_length"), field.get("min_length"), 0, INPUT_LIMIT)
    check_range(form, (*place, "max_length"), field.get("max_length"), 1, INPUT_LIMIT)
