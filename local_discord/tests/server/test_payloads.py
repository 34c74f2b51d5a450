"""Payloads of interactions that the small bot does not use."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord import LocalDiscord, Message, Refused
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import Scene

STRING_SELECT, ROLE_SELECT = 3, 6


def option(name: str, kind: int) -> dict[str, object]:
    return {"type": kind, "name": name, "description": "An option"}


async def test_options_of_every_type_are_resolved(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    kinds = {"number": 10, "role": 8, "anybody": 9, "channel": 7, "whole": 4, "flag": 5}
    await rest.register(
        {"name": "all", "description": "All", "options": [option(name, kind) for name, kind in kinds.items()]}
    )
    role = scene.guild.add_role("staff")
    command = scene.ada.command(
        scene.channel, "all", number=1.5, role=role, anybody=scene.bob, channel=scene.channel, whole=7, flag=True
    )
    async with sending(server, command) as sent:
        data = sent.payload["data"]
    values = {chosen["name"]: chosen["value"] for chosen in data["options"]}
    assert values == {
        "number": 1.5,
        "role": str(role.id),
        "anybody": str(scene.bob.id),
        "channel": str(scene.channel.id),
        "whole": 7,
        "flag": True,
    }
    assert data["resolved"]["roles"][str(role.id)]["name"] == "staff"
    assert data["resolved"]["users"][str(scene.bob.id)]["username"] == "Bob"
    assert "user" not in data["resolved"]["members"][str(scene.bob.id)]
    assert data["resolved"]["channels"][str(scene.channel.id)]["name"] == "games"


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [("role", 8, "staff"), ("anybody", 9, "Bob"), ("number", 10, "5"), ("file", 11, "a.png"), ("whole", 4, 2**53 + 1)],
)
async def test_a_value_of_another_type_is_refused(
    scene: Scene, rest: Rest, name: str, kind: int, value: str | int
) -> None:
    await rest.register({"name": "all", "description": "All", "options": [option(name, kind)]})
    with pytest.raises(Refused, match="does not fit the option"):
        await scene.ada.command(scene.channel, "all", **{name: value})


@pytest.fixture
async def menu(scene: Scene, rest: Rest) -> Message:
    """A message with a menu of roles, and a disabled one of texts."""
    offered = [{"label": "A", "value": "a"}]
    texts = {"type": STRING_SELECT, "custom_id": "texts", "options": offered, "disabled": True}
    rows = [{"type": 1, "components": [select]} for select in ({"type": ROLE_SELECT, "custom_id": "roles"}, texts)]
    await rest.post(scene.channel.id, {"content": "menu", "components": rows})
    return scene.channel.messages[0]


async def test_a_chosen_role_is_spelled_out(server: LocalDiscord, scene: Scene, menu: Message) -> None:
    role = scene.guild.add_role("staff")
    async with sending(server, scene.ada.choose(menu, "roles", [role])) as sent:
        data = sent.payload["data"]
    assert (data["component_type"], data["values"]) == (ROLE_SELECT, [str(role.id)])
    assert data["resolved"]["roles"][str(role.id)]["name"] == "staff"


async def test_a_disabled_menu_is_refused_unless_forged(server: LocalDiscord, scene: Scene, menu: Message) -> None:
    with pytest.raises(Refused, match="'texts' is disabled"):
        await scene.ada.choose(menu, "texts", ["a"])
    async with sending(server, scene.ada.choose(menu, "texts", ["z"], forged=True)) as sent:
        assert sent.payload["data"]["values"] == ["z"]


async def test_a_modal_with_labels_is_sent_with_all_components(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    text = {"type": 4, "custom_id": "text", "style": 1, "required": False}
    options = [{"label": "A", "value": "a"}]
    parts: list[dict[str, Any]] = [
        {"type": 10, "content": "Read this"},
        {"type": 18, "label": "Text", "component": text},
        {"type": 18, "label": "Menu", "component": {"type": 3, "custom_id": "menu", "options": options}},
        {"type": 18, "label": "Sure?", "component": {"type": 23, "custom_id": "sure"}},
    ]
    await rest.register({"name": "ask", "description": "Asks"})
    async with sending(server, scene.ada.command(scene.channel, "ask")) as asked:
        opened = await rest.answer(asked, 9, {"custom_id": "form", "title": "Form", "components": parts})
        assert opened.status == 200, opened.body
    assert asked.modal is not None
    async with sending(server, scene.ada.submit(asked.modal, {"menu": ["a"], "sure": True})) as sent:
        sent_parts = sent.payload["data"]["components"]
    assert [part.get("component", {}) for part in sent_parts] == [
        {},
        {"type": 4, "id": 3, "custom_id": "text", "value": ""},
        {"type": 3, "id": 5, "custom_id": "menu", "values": ["a"]},
        {"type": 23, "id": 7, "custom_id": "sure", "value": True},
    ]


async def test_a_file_in_a_layout_is_shown_from_its_address(scene: Scene, rest: Rest) -> None:
    image = {"media": {"url": "attachment://a.txt"}}
    file = {"type": 13, "file": {"url": "attachment://a.txt"}}
    far = {"media": {"url": "https://example.org/b.png"}}
    body = {"flags": 1 << 15, "components": [{"type": 12, "items": [image, far]}, file]}
    posted = await rest.post_file(scene.channel.id, body, "a.txt", b"hello")
    attachment = scene.channel.messages[0].attachments[0]
    gallery, shown = posted.body["components"]
    assert [item["media"]["url"] for item in gallery["items"]] == [attachment.url, "https://example.org/b.png"]
    assert (shown["name"], shown["size"], shown["file"]["url"]) == ("a.txt", 5, attachment.url)
    assert await rest.download(attachment.url) == b"hello"


async def test_a_file_needs_the_permission_to_attach_files(scene: Scene, rest: Rest) -> None:
    scene.channel.deny_bot("ATTACH_FILES")
    reply = await rest.post_file(scene.channel.id, {"content": "x"}, "a.txt", b"hello")
    assert (reply.status, reply.code) == (403, 50013)
