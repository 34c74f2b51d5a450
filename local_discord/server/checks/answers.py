"""Discord's limits for autocomplete choices and modals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.server.checks.controls import (
    INPUT_LABEL_LIMIT,
    OPTION_TEXT_LIMIT,
    check_custom_id,
    check_select,
    check_text_input,
)
from local_discord.server.checks.fields import Form, check_choice, check_length, check_text, require
from local_discord.wire import SELECT_TYPES, ComponentType, OptionType

if TYPE_CHECKING:
    from local_discord.server.checks.fields import Place
    from local_discord.wire import Json

CHOICES_LIMIT = 25
CHOICE_TEXT_LIMIT = 100
MODAL_TITLE_LIMIT = 45
MODAL_COMPONENTS_LIMIT = 5
_DISPLAY_LIMIT = 4000
_IN_MODAL = (ComponentType.ACTION_ROW, ComponentType.TEXT_DISPLAY, ComponentType.LABEL)
_IN_LABEL = (
    ComponentType.TEXT_INPUT,
    *sorted(SELECT_TYPES),
    ComponentType.FILE_UPLOAD,
    ComponentType.RADIO_GROUP,
    ComponentType.CHECKBOX_GROUP,
    ComponentType.CHECKBOX,
)


def check_choices(data: Json, option_type: int) -> list[tuple[str, str | int | float]]:
    """Check the choices of an autocomplete callback.

    Args:
        data: The callback's data.
        option_type: The type of the option that is being typed.

    Returns:
        The (name, value) pairs.

    Raises:
        ApiError: They break one of Discord's rules.
    """
    form = Form(root=("data",))
    choices = data.get(
        "choices",
    )
    if choices is None:
        require(form, ("choices",))
        choices = []
    check_length(form, ("choices",), choices, 0, CHOICES_LIMIT)
    for index, choice in enumerate(choices):
        check_offer(form, ("choices", index), choice, option_type)
    form.finish()
    return [(choice["name"], choice["value"]) for choice in choices]


def check_offer(form: Form, place: Place, choice: Json, option_type: int) -> None:
    """Check a choice, either of an option or from autocomplete."""
    name, value = choice.get("name"), choice.get("value")
    check_text(form, (*place, "name"), name, least=1, most=CHOICE_TEXT_LIMIT, required=True)
    where = (*place, "value")
    if option_type == OptionType.STRING:
        check_text(form, where, value, most=CHOICE_TEXT_LIMIT, required=True)
    elif not isinstance(value, (int, float)) or isinstance(value, bool):
        form.error(where, "NUMBER_TYPE_COERCE", f"Value {value!r} is not a number.")


def check_modal(data: Json) -> None:
    """Check a modal.

    Raises:
        ApiError: It breaks one of Discord's rules.
    """
    form = Form(root=("data",))
    check_custom_id(form, (), data)
    title = data.get(
        "title",
    )
    check_text(form, ("title",), title, least=1, most=MODAL_TITLE_LIMIT, required=True)
    parts = (
        data.get(
            "components",
        )
        or []
    )
    check_length(form, ("components",), parts, 1, MODAL_COMPONENTS_LIMIT)
    for index, part in enumerate(parts):
        _check_part(form, ("components", index), part)
    form.finish()


def _check_part(form: Form, place: Place, part: Json) -> None:
    kind = part.get("type")
    if kind == ComponentType.ACTION_ROW:
        fields = (
            part.get(
                "components",
            )
            or []
        )
        check_length(form, (*place, "components"), fields, 1, 1)
        for index, field in enumerate(fields):
            _check_row_field(form, (*place, "components", index), field)
    elif kind == ComponentType.LABEL:
        _check_label(form, place, part)
    elif kind == ComponentType.TEXT_DISPLAY:
        content = part.get("content")
        check_text(form, (*place, "content"), content, least=1, most=_DISPLAY_LIMIT, required=True)
    else:
        check_choice(form, (*place, "type"), kind, tuple(map(int, _IN_MODAL)))


def _check_row_field(form: Form, place: Place, field: Json) -> None:
    check_choice(form, (*place, "type"), field.get("type"), (int(ComponentType.TEXT_INPUT),))
    if not field.get("label"):
        require(form, (*place, "label"))
    check_text_input(form, place, field)


def _check_label(form: Form, place: Place, label: Json) -> None:
    text, description = label.get("label"), label.get("description")
    check_text(form, (*place, "label"), text, least=1, most=INPUT_LABEL_LIMIT, required=True)
    check_text(form, (*place, "description"), description, most=OPTION_TEXT_LIMIT)
    field = label.get("component") or {}
    kind, here = field.get("type"), (*place, "component")
    if kind not in _IN_LABEL:
        check_choice(form, (*here, "type"), kind, tuple(map(int, _IN_LABEL)))
    elif kind == ComponentType.TEXT_INPUT:
        check_text_input(form, here, field)
    elif kind in SELECT_TYPES:
        check_select(form, here, field)
    else:
        check_custom_id(form, here, field)
