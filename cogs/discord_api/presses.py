"""Presses of buttons, choices from menus and submitted forms, read without building a view of their message.

discord.py would make objects of all components of the message, for each press. Of that message only few facts matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord.state import ConnectionState

from cogs.discord_api.components import holds_control
from cogs.discord_api.messages import EPHEMERAL_FLAG, LAYOUT_FLAG

_SOURCE: Final = "source"
_DIVERTED: Final = frozenset({discord.InteractionType.component.value, discord.InteractionType.modal_submit.value})


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """The message whose control was used.

    Attributes:
        id: Its id.
        is_layout: Whether its components are the whole message.
        is_ephemeral: Whether only the person who used the control sees it.
        holds_control: Whether it still shows the control that was used, as a button or as a menu. A form has the custom
            id of the control that opened it.
        parts: Its components.
        content: Its content.
    """

    id: int
    is_layout: bool
    is_ephemeral: bool
    holds_control: bool
    parts: Sequence[Mapping[str, Any]] = ()
    content: str = ""


def is_press(event: dict[str, Any]) -> bool:
    """Return whether an event of the gateway is the use of a button or a menu, or a submitted form."""
    return event["type"] in _DIVERTED


def read_press(event: dict[str, Any], state: ConnectionState[Any]) -> discord.Interaction[Any]:
    """Return the interaction of a press.

    Its `message` is None; `source_of` returns what is known of the message.

    Args:
        event: What the gateway sent.
        state: The state of discord.py, to which the interaction belongs.
    """
    plain: Any = {name: value for name, value in event.items() if name != "message"}
    interaction: discord.Interaction[Any] = discord.Interaction(data=plain, state=state)
    if "message" in event:
        interaction.extras[_SOURCE] = _read_source(event["message"], event["data"])
    return interaction


def source_of(interaction: discord.Interaction[Any]) -> SourceMessage | None:
    """Return the message whose control was used, or has opened the form; None for a command and its form."""
    source: SourceMessage | None = interaction.extras.get(_SOURCE)
    return source


def _read_source(message: dict[str, Any], used: dict[str, Any]) -> SourceMessage:
    flags = message.get("flags", 0)
    return SourceMessage(
        int(message["id"]),
        bool(flags & LAYOUT_FLAG),
        bool(flags & EPHEMERAL_FLAG),
        holds_control(message.get("components", ()), used["custom_id"], used.get("component_type")),
        message.get("components", ()),
        message.get("content", ""),
    )
