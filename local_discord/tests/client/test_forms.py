"""Menus in forms, as Discord's client sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from local_discord import Refused
from local_discord.client.components import modal_data
from local_discord.model.interaction import Modal
from local_discord.tests.support.rest import sending

if TYPE_CHECKING:
    from local_discord import LocalDiscord
    from local_discord.tests.support.rest import Rest
    from local_discord.tests.support.scene import Scene
    from local_discord.wire import Json

MENU = {
    "type": 3,
    "custom_id": "meal",
    "options": [{"label": "Soup", "value": "soup"}, {"label": "Fish", "value": "fish", "default": True}],
}
GUEST = {"type": 5, "custom_id": "guest", "required": False, "min_values": 0}
FORM = {
    "custom_id": "order",
    "title": "An order",
    "components": [
        {"type": 18, "label": "Meal", "component": MENU},
        {"type": 18, "label": "Guest", "component": GUEST},
    ],
}


@pytest.fixture
async def form(server: LocalDiscord, scene: Scene, rest: Rest) -> Modal:
    """A form that a command has opened for Ada."""
    await rest.register({"name": "order", "description": "Orders"})
    async with sending(server, scene.ada.command(scene.channel, "order")) as sent:
        assert (await rest.answer(sent, 9, FORM)).status == 200
    assert sent.modal is not None
    return sent.modal


def values(data: Json) -> dict[str, list[str]]:
    """What each menu holds."""
    return {part["component"]["custom_id"]: part["component"]["values"] for part in data["components"]}


async def test_a_menu_that_nobody_touches_holds_what_is_chosen_at_first(scene: Scene, form: Modal) -> None:
    data = modal_data(scene.ada, form, {})
    assert values(data) == {"meal": ["fish"], "guest": []}
    assert "resolved" not in data


async def test_a_chosen_member_is_described(scene: Scene, form: Modal) -> None:
    data = modal_data(scene.ada, form, {"meal": ["soup"], "guest": [str(scene.bob.id)]})
    assert values(data) == {"meal": ["soup"], "guest": [str(scene.bob.id)]}
    assert data["resolved"]["users"][str(scene.bob.id)]["username"]
    assert "permissions" in data["resolved"]["members"][str(scene.bob.id)]


@pytest.mark.parametrize(
    ("filled", "complaint"),
    [
        ({"meal": ["pasta"]}, "'pasta' is not in the field 'Meal'"),
        ({"meal": ["soup", "fish"]}, "'Meal' takes 1 to 1 values"),
        ({"meal": []}, "'Meal' must be filled in"),
        ({"meal": "soup"}, "'Meal' takes a list of values"),
        ({"guest": ["1"]}, "not there any more"),
        ({"guest": ["Bob"]}, "not there any more"),
    ],
)
async def test_a_value_that_does_not_fit_is_refused(
    scene: Scene, form: Modal, filled: dict[str, str | list[str] | bool], complaint: str
) -> None:
    with pytest.raises(Refused, match=complaint):
        modal_data(scene.ada, form, filled)
