"""The button or the menu that a typed label or value means."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from local_discord.frontends.input.command_line import find_channel, find_member, find_role
from local_discord.frontends.input.words import NotUnderstood
from local_discord.frontends.terminal.rendering.controls import button_label
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from local_discord import Channel, Guild, Member, Message, Role
    from local_discord.frontends.input.words import Word
    from local_discord.model.components import Button, Select

_TARGET_WORDS = 2
_MOST_LISTED = 10


def split_target(words: Sequence[Word]) -> tuple[list[str], int | None]:
    """Split the short number of a message from the end of a line: `Accept on 3`.

    Returns:
        The words before it, and the number or None.
    """
    texts = [word.text for word in words]
    if len(texts) > _TARGET_WORDS and texts[-2].casefold() == "on":
        number = texts[-1].removeprefix("#")
        if number.isdecimal():
            return texts[:-_TARGET_WORDS], int(number)
    return texts, None


def find_button(messages: Iterable[Message], label: str) -> tuple[Message, Button]:
    """Return the first message with an enabled button of this label, and the button.

    Args:
        messages: The messages, in order.
        label: The label; the letter case matters only if two labels differ in nothing else.

    Raises:
        NotUnderstood: No message has one, or the first that does has several.
    """
    messages = list(messages)
    for message in messages:
        alike = [one for one in _usable(message) if _label(one).casefold() == label.casefold()]
        exact = [one for one in alike if _label(one) == label] or alike
        if len(exact) > 1:
            raise NotUnderstood(f"There are several buttons {label} on that message.")
        if exact:
            return message, exact[0]
    raise _no_button(messages, label)


def find_select(
    messages: Iterable[Message], values: Sequence[str], guild: Guild
) -> tuple[Message, Select, list[str | Member | Channel | Role]]:
    """Return the first message with an enabled menu that offers all these values.

    Returns:
        The message, its menu, and the values for `Member.choose`.

    Raises:
        NotUnderstood: No message has one.
    """
    for message in messages:
        for select in message.selects:
            sent = [_offered(select, value, guild) for value in values]
            found = [value for value in sent if value is not None]
            if len(found) == len(values) and not select.disabled:
                return message, select, found
    raise NotUnderstood(f"There is no menu with {', '.join(values)} to choose from.")


def pressable(messages: Iterable[Message]) -> list[str]:
    """Return the labels of all buttons that can be pressed, each once."""
    buttons = (button for message in messages for button in _usable(message))
    return list(dict.fromkeys(_label(button) for button in buttons))


def _no_button(messages: Sequence[Message], label: str) -> NotUnderstood:
    shown = {_label(button).casefold() for message in messages for button in message.buttons}
    if label.casefold() in shown:
        return NotUnderstood(f"The button {label} is disabled.")
    there = pressable(messages)
    listed = [f"[{one}]" for one in there[:_MOST_LISTED]] + ["..."] * (len(there) > _MOST_LISTED)
    hint = f" There are: {' '.join(listed)}" if there else ""
    return NotUnderstood(f"There is no button {label} to press.{hint}")


def _usable(message: Message) -> list[Button]:
    return [one for one in message.buttons if one.custom_id and not one.disabled]


def _label(button: Button) -> str:
    return button_label(button.emoji, button.label).strip()


def _offered(select: Select, text: str, guild: Guild) -> str | Member | Channel | Role | None:
    """Return the menu's value for a typed value, label or name, or None if it has none."""
    wanted = text.casefold()
    for value, label in select.options:
        if wanted in {value.casefold(), label.casefold()}:
            return value
    with contextlib.suppress(NotUnderstood):
        if select.type == ComponentType.USER_SELECT:
            return find_member(text, guild)
        if select.type == ComponentType.CHANNEL_SELECT:
            return find_channel(text, guild)
        if select.type == ComponentType.ROLE_SELECT:
            return find_role(text, guild)
    return None
