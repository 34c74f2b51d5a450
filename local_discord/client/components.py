"""Components as Discord's client sends them: whether a button, a menu or a form can be used, and its data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.client.options import Resolved
from local_discord.errors import Refused
from local_discord.model.components import walk
from local_discord.wire import SELECT_TYPES, ComponentType, Json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from local_discord.model.channel import Channel, Message
    from local_discord.model.components import Button, Select
    from local_discord.model.interaction import Modal
    from local_discord.model.member import BaseMember
    from local_discord.model.values.permissions import Role

_TEXT_LIMIT = 4000
_CHOICES = SELECT_TYPES | {ComponentType.RADIO_GROUP, ComponentType.CHECKBOX_GROUP}


def require_in(member: BaseMember, channel: Channel) -> None:
    """Check that a member can be in a channel.

    Raises:
        Refused: The member has left, or the channel was deleted or belongs to another guild.
    """
    if channel.deleted:
        raise Refused(f"#{channel.name} does not exist any more.")
    if not channel.can_be_read_by(member):
        raise Refused(f"{member.name} is not in #{channel.name}.")


def require_visible(member: BaseMember, message: Message) -> None:
    """Check that a member can see a message.

    Raises:
        Refused: It was deleted, it is ephemeral and for another member, or the member cannot see the channel.
    """
    require_in(member, message.channel)
    if message.deleted:
        raise Refused("This message was deleted.")
    if not message.visible_to(member):
        raise Refused(f"{member.name} cannot see this message.")


def button_data(
    member: BaseMember, message: Message, label: str | None, custom_id: str | None, *, forged: bool
) -> Json:
    """Return the `data` of a button's interaction.

    Raises:
        Refused: The button cannot be pressed.
    """
    if forged and custom_id is not None:
        return {"component_type": int(ComponentType.BUTTON), "custom_id": custom_id}
    require_visible(member, message)
    button = _button_of(message, label, custom_id)
    if button.disabled:
        raise Refused(f"The button {button.label!r} is disabled.")
    if button.custom_id is None:
        raise Refused(f"The button {button.label!r} is a link; pressing it sends nothing to the bot.")
    return _used(message, button.custom_id, ComponentType.BUTTON)


def select_data(
    member: BaseMember,
    message: Message,
    custom_id: str,
    values: Sequence[str | BaseMember | Channel | Role],
    *,
    forged: bool,
) -> Json:
    """Return the `data` of a menu's interaction.

    Raises:
        Refused: The menu is not there, or the values do not fit it.
    """
    if forged:
        kind = ComponentType.STRING_SELECT
        body: Json = {"component_type": int(kind), "custom_id": custom_id}
        return body | {"values": [_plain(value) for value in values]}
    require_visible(member, message)
    select = next((s for s in message.selects if s.custom_id == custom_id), None)
    if select is None:
        raise Refused(f"This message has no menu {custom_id!r}.")
    _check_choice(select, values)
    resolved = Resolved(member, message.channel)
    for value in values:
        resolved.add(value)
    used = _used(message, custom_id, select.type)
    return used | {"values": [_plain(value) for value in values]} | resolved.to_json()


def modal_data(member: BaseMember, modal: Modal, values: Mapping[str, str | list[str] | bool]) -> Json:
    """Return the `data` of a form's interaction.

    Raises:
        Refused: The form was opened for another member, or a value does not fit its field.
    """
    if modal.opened_by.member is not member:
        raise Refused(f"This form was not opened for {member.name}.")
    fields = {part["custom_id"]: part for part in modal.fields}
    for name in values:
        if name not in fields:
            raise Refused(f"This form has no field {name!r}.")
    filled = [_fill(part, values, within_label=None) for part in modal.components]
    resolved = _resolved_in_form(member, modal, filled)
    return {"custom_id": modal.custom_id, "components": filled} | resolved.to_json()


def _resolved_in_form(member: BaseMember, modal: Modal, filled: list[Json]) -> Resolved:
    """Return the members, roles and channels that are chosen in a filled form.

    Raises:
        Refused: One of them is not there.
    """
    resolved = Resolved(member, modal.opened_by.channel)
    for part in walk(filled):
        if part["type"] in SELECT_TYPES - {ComponentType.STRING_SELECT}:
            for value in part["values"]:
                resolved.add(_named_by(value, part["type"], modal.opened_by.channel))
    return resolved


def _named_by(value: str, kind: int, channel: Channel) -> BaseMember | Channel | Role:
    """Return the member, role or channel with an id, as the type of its menu allows."""
    number, guild = int(value) if value.isdecimal() else 0, channel.guild
    found: BaseMember | Channel | Role | None = None
    if kind == ComponentType.CHANNEL_SELECT:
        found = channel.world.channels.get(number)
    elif guild is not None and kind != ComponentType.ROLE_SELECT:
        found = guild.members.get(number)
    if found is None and guild is not None and kind in {ComponentType.ROLE_SELECT, ComponentType.MENTIONABLE_SELECT}:
        found = next((role for role in guild.roles if role.id == number), None)
    if found is None:
        raise Refused("What was chosen is not there any more.")
    return found


def _button_of(message: Message, label: str | None, custom_id: str | None) -> Button:
    if custom_id is not None:
        found = [button for button in message.buttons if button.custom_id == custom_id]
        if not found:
            raise Refused(f"This message has no button {custom_id!r}.")
        return found[0]
    named = [button for button in message.buttons if button.label == label]
    enabled = [button for button in named if not button.disabled]
    if not named:
        raise Refused(f"This message has no button {label!r}.")
    if len(enabled) > 1:
        raise Refused(f"This message has several buttons {label!r}.")
    return enabled[0] if enabled else named[0]


def _used(message: Message, custom_id: str, kind: int) -> Json:
    number = next(part["id"] for part in walk(message.components) if part.get("custom_id") == custom_id)
    return {"component_type": int(kind), "custom_id": custom_id, "id": number}


def _check_choice(select: Select, values: Sequence[str | BaseMember | Channel | Role]) -> None:
    if select.disabled:
        raise Refused(f"The menu {select.custom_id!r} is disabled.")
    if not select.min_values <= len(values) <= select.max_values:
        least, most = select.min_values, select.max_values
        raise Refused(f"The menu {select.custom_id!r} takes {least} to {most} values.")
    if select.type == ComponentType.STRING_SELECT:
        offered = {value for value, _ in select.options}
        for value in values:
            if value not in offered:
                raise Refused(f"{value!r} is not in the menu {select.custom_id!r}.")


def _plain(value: str | BaseMember | Channel | Role) -> str:
    return value if isinstance(value, str) else str(value.id)


def _fill(part: Json, values: Mapping[str, str | list[str] | bool], within_label: str | None) -> Json:
    body: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == ComponentType.ACTION_ROW:
        return body | {"components": [_fill(p, values, None) for p in part["components"]]}
    if part["type"] == ComponentType.LABEL:
        return body | {"component": _fill(part["component"], values, part["label"])}
    if part["type"] == ComponentType.TEXT_DISPLAY:
        return body
    name = part["custom_id"]
    return body | {"custom_id": name} | _filled(part, value=values.get(name), label=within_label)


def _filled(part: Json, *, value: str | list[str] | bool | None, label: str | None) -> Json:
    if part["type"] == ComponentType.TEXT_INPUT:
        text = part.get("value") or "" if value is None else str(value)
        _check_text(part, text, label or part.get("label") or part["custom_id"])
        return {"value": text}
    if value is None:
        value = _chosen_at_first(part)
    if not value and part["type"] in _CHOICES and part.get("required", True):
        raise Refused(f"The field {label or part['custom_id']!r} must be filled in.")
    if part["type"] in SELECT_TYPES or part["type"] == ComponentType.CHECKBOX_GROUP:
        if not isinstance(value, list):
            raise Refused(f"The field {label or part['custom_id']!r} takes a list of values.")
        _check_values(part, value, label or part["custom_id"])
        return {"values": value}
    return {"value": value}


def _chosen_at_first(part: Json) -> str | list[str] | bool | None:
    """Return what a field of a form holds that nobody has touched."""
    if part["type"] == ComponentType.CHECKBOX:
        return bool(part.get("default", False))
    chosen = [option["value"] for option in part.get("options") or () if option.get("default")]
    if part["type"] == ComponentType.RADIO_GROUP:
        return next(iter(chosen), None)
    return chosen + [one["id"] for one in part.get("default_values") or ()]


def _check_values(part: Json, values: list[str], label: str) -> None:
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    if part["type"] in SELECT_TYPES and values and not least <= len(values) <= most:
        raise Refused(f"The field {label!r} takes {least} to {most} values.")
    offered = {option["value"] for option in part.get("options") or ()}
    for value in values:
        if "options" in part and value not in offered:
            raise Refused(f"{value!r} is not in the field {label!r}.")


def _check_text(part: Json, text: str, label: str) -> None:
    if not text:
        if part.get("required", True):
            raise Refused(f"The field {label!r} must be filled in.")
        return
    least, most = part.get("min_length") or 0, part.get("max_length") or _TEXT_LIMIT
    if not least <= len(text) <= most:
        raise Refused(f"The field {label!r} takes {least} to {most} characters.")
