"""Menus that show what is chosen, as Discord's JSON; and the channels and roles chosen in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import discord

from cogs.discord_api.components import Component

_TEXTS: Final = 3
_ROLES: Final = 6
_CHANNELS: Final = 8

MOST_CHOICES: Final = 25
"""Discord lets up to 25 things be chosen from a menu."""


def choice_menu(custom_id: str, options: Mapping[str, str], chosen: str | None) -> Component:
    """Return a menu from which exactly one thing is chosen.

    Args:
        custom_id: The custom id.
        options: The label of each value, up to 25.
        chosen: The value that is chosen now; None for none.
    """
    offered = [{"label": label, "value": value, "default": value == chosen} for value, label in options.items()]
    return {"type": _TEXTS, "custom_id": custom_id, "options": offered}


def channel_menu(
    custom_id: str, kinds: Sequence[discord.ChannelType], chosen: Sequence[int], *, most: int, placeholder: str
) -> Component:
    """Return a menu from which channels of a server are chosen, or none.

    Args:
        custom_id: The custom id.
        kinds: The kinds of channels that it offers.
        chosen: The ids of those that are chosen now, which must exist.
        most: How many can be chosen, up to 25.
        placeholder: The text while none is chosen.
    """
    menu = _any_number(_CHANNELS, custom_id, chosen, "channel", most=most, placeholder=placeholder)
    return menu | {"channel_types": [kind.value for kind in kinds]}


def role_menu(custom_id: str, chosen: Sequence[int], *, placeholder: str) -> Component:
    """Return a menu from which one role of a server is chosen, or none.

    Args:
        custom_id: The custom id.
        chosen: The id of the role that is chosen now, which must exist; empty for none.
        placeholder: The text while none is chosen.
    """
    return _any_number(_ROLES, custom_id, chosen, "role", most=1, placeholder=placeholder)


def _any_number(
    kind: int, custom_id: str, chosen: Sequence[int], called: str, *, most: int, placeholder: str
) -> Component:
    menu: Component = {
        "type": kind,
        "custom_id": custom_id,
        "min_values": 0,
        "max_values": most,
        "placeholder": placeholder,
    }
    return menu | ({"default_values": [{"id": str(one), "type": called} for one in chosen]} if chosen else {})


def chosen_values(interaction: discord.Interaction[Any]) -> list[str] | None:
    """Return what was chosen from a menu, which can be nothing; None for an interaction that is no choice."""
    return cast("Mapping[str, Any]", interaction.data or {}).get("values")


def described_ids(interaction: discord.Interaction[Any], kind: str) -> frozenset[int]:
    """Return the ids of the things of a kind that Discord describes along with a choice.

    Args:
        interaction: The interaction.
        kind: Discord's name for them: `channels` or `roles`.
    """
    resolved = cast("Mapping[str, Any]", interaction.data or {}).get("resolved") or {}
    return frozenset(map(int, resolved.get(kind, {})))
