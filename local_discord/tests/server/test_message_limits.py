"""Discord's limits for messages: the value at the limit passes, one more is refused."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import Scene

Json = dict[str, Any]

LAYOUT = 1 << 15


def button(**changes: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | changes


def row(*controls: Json) -> Json:
    return {"type": 1, "components": list(controls)}


def buttons(number: int) -> list[Json]:
    return [button(custom_id=f"go{index}") for index in range(number)]


def select(size: int = 1, **changes: object) -> Json:
    offered = [{"label": f"L{index}", "value": f"V{index}"} for index in range(size)]
    return {"type": 3, "custom_id": "menu", "options": offered} | changes


def text(content: str = "x", **changes: object) -> Json:
    return {"type": 10, "content": content} | changes


def layout(*components: Json) -> Json:
    return {"components": list(components), "flags": LAYOUT}


def classic(*controls: Json) -> Json:
    return {"content": "x", "components": [row(*controls)]}


def embed(**parts: object) -> Json:
    return {"embeds": [parts]}


def options(**changes: object) -> list[Json]:
    return [{"label": "L", "value": "V"} | changes]


SECTION = {"type": 9, "components": [text()], "accessory": button()}
GALLERY_ITEM = {"media": {"url": "https://example.org/a.png"}}

ALLOWED = [
    {"content": "x" * 2000},
    {"embeds": [{"title": "x"}] * 10},
    embed(title="x" * 256, description="x" * 4096, footer={"text": "x" * 1000}),
    embed(fields=[{"name": "x" * 256, "value": "y"}] * 10),
    classic(button(custom_id="x" * 100, label="y" * 80)),
    classic(*buttons(5)),
    {"content": "x", "components": [row(b) for b in buttons(5)]},
    classic(button(label=None, emoji={"name": "x"})),
    classic({"type": 2, "style": 5, "label": "Docs", "url": "https://example.org"}),
    classic(select(25, min_values=0, max_values=25, placeholder="x" * 150)),
    classic({"type": 5, "custom_id": "who"}),
    layout(text("x" * 4000)),
    layout(*[text() for _ in range(40)]),
    layout({"type": 17, "components": [text(), row(*buttons(5)), {"type": 14, "spacing": 2}], "accent_color": 0}),
    layout(SECTION, {"type": 12, "items": [GALLERY_ITEM] * 10}),
    layout(SECTION | {"accessory": {"type": 11, **GALLERY_ITEM}}),
    layout(text(id=7), text()),
    {"content": "x", "nonce": "x" * 25},
    {"content": "x", "allowed_mentions": {"users": [str(index) for index in range(100)]}},
]


@pytest.mark.parametrize("body", ALLOWED)
async def test_a_message_at_the_limits_is_posted(scene: Scene, rest: Rest, body: Json) -> None:
    reply = await rest.post(scene.channel.id, body)
    assert reply.status == 200, reply.body


TOO_LONG, BAD_LENGTH, REQUIRED, CHOICES = (
    f"BASE_TYPE_{name}" for name in ("MAX_LENGTH", "BAD_LENGTH", "REQUIRED", "CHOICES")
)
DUPLICATED = "COMPONENT_CUSTOM_ID_DUPLICATED"
FIRST = "components/0/components/0"
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
EXCLUSIVE = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"

REFUSED = [
    ({"content": "x" * 2001}, "content", TOO_LONG),
    ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
    ({"content": "x", "nonce": "x" * 26}, "nonce", TOO_LONG),
    ({"embeds": [{"title": "x"}] * 11}, "embeds", TOO_LONG),
    (embed(title="x" * 257), "embeds/0/title", TOO_LONG),
    (embed(description="x" * 4097), "embeds/0/description", TOO_LONG),
    (embed(footer={"text": "x" * 2049}), "embeds/0/footer/text", TOO_LONG),
    (embed(author={"name": "x" * 257}), "embeds/0/author/name", TOO_LONG),
    (embed(fields=[{"name": "x", "value": "y"}] * 26), "embeds/0/fields", TOO_LONG),
    (embed(fields=[{"name": "", "value": "y"}]), "embeds/0/fields/0/name", REQUIRED),
    (embed(fields=[{"name": "x", "value": "y" * 1025}]), "embeds/0/fields/0/value", BAD_LENGTH),
    ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    (classic(button(custom_id="x" * 101)), f"{FIRST}/custom_id", BAD_LENGTH),
    (classic(button(custom_id="")), f"{FIRST}/custom_id", REQUIRED),
    (classic(button(custom_id=None)), f"{FIRST}/custom_id", REQUIRED),
    (classic(button(label="x" * 81)), f"{FIRST}/label", TOO_LONG),
    (classic(button(label="")), FIRST, "BUTTON_COMPONENT_INVALID_EMPTY"),
    (classic(button(style=None)), f"{FIRST}/style", REQUIRED),
    (classic(button(style=7)), f"{FIRST}/style", "NUMBER_TYPE_MAX"),
    (classic(button(url="https://example.org")), FIRST, "BUTTON_COMPONENT_URL_NOT_ALLOWED"),
    (classic(button(style=5)), f"{FIRST}/url", REQUIRED),
    (classic(button(), button()), "components/0/components/1/custom_id", DUPLICATED),
    (classic(*buttons(6)), "components/0/components", BAD_LENGTH),
    (classic(), "components/0/components", BAD_LENGTH),
    (classic(button(), select()), "components/0/components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"content": "x", "components": [row(b) for b in buttons(6)]}, "components", TOO_LONG),
    (classic(select(26)), f"{FIRST}/options", BAD_LENGTH),
    (classic(select(0)), f"{FIRST}/options", BAD_LENGTH),
    (classic(select(placeholder="x" * 151)), f"{FIRST}/placeholder", TOO_LONG),
    (classic(select(max_values=26)), f"{FIRST}/max_values", "NUMBER_TYPE_MAX"),
    (classic(select(min_values=2)), f"{FIRST}/min_values", "SELECT_COMPONENT_MIN_VALUES_ABOVE_MAX"),
    (classic(select(options=options(label="x" * 101))), f"{FIRST}/options/0/label", BAD_LENGTH),
    (classic(select(options=options(value=""))), f"{FIRST}/options/0/value", REQUIRED),
    (classic(select(options=options(description="x" * 101))), f"{FIRST}/options/0/description", TOO_LONG),
    (classic(select(options=options() * 2)), f"{FIRST}/options/1/value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"),
    ({"content": "x", "components": [button()]}, "components/0/type", CHOICES),
    ({"content": "x", "components": [text()]}, "components/0/type", CHOICES),
    (layout(button()), "components/0/type", CHOICES),
    (layout(text("x" * 4001)), "components/0/content", BAD_LENGTH),
    (layout(text("")), "components/0/content", REQUIRED),
    (layout(text("x" * 2001), text("x" * 2000)), "components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    (layout(*[text() for _ in range(41)]), "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    (
        layout({"type": 17, "components": [text() for _ in range(40)]}),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    (layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}), f"{FIRST}/type", CHOICES),
    (layout({"type": 17, "components": [text()], "accent_color": 1 << 24}), "components/0/accent_color", None),
    (layout(text(id=7), text(id=7)), "components/1/id", "COMPONENT_ID_DUPLICATED"),
    (layout(SECTION | {"components": [text()] * 4}), "components/0/components", BAD_LENGTH),
    (layout(SECTION | {"accessory": text()}), "components/0/accessory/type", CHOICES),
    (layout({"type": 12, "items": []}), "components/0/items", BAD_LENGTH),
    (layout({"type": 12, "items": [{}]}), "components/0/items/0/media/url", REQUIRED),
    (layout({"type": 14, "spacing": 3}), "components/0/spacing", "NUMBER_TYPE_MAX"),
    (layout(text()) | {"content": "x"}, "content", LEGACY),
    (layout(text()) | {"embeds": [{"title": "x"}]}, "embeds", LEGACY),
    ({"content": "x", "allowed_mentions": {"parse": ["all"]}}, "allowed_mentions/parse/0", CHOICES),
    ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions", EXCLUSIVE),
    ({"content": "x", "allowed_mentions": {"users": ["1"] * 101}}, "allowed_mentions/users", TOO_LONG),
    ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference", None),
    ({"content": "x", "attachments": [{"id": "0"}] * 11}, "attachments", TOO_LONG),
]


@pytest.mark.parametrize(("body", "place", "code"), REFUSED)
async def test_a_message_beyond_a_limit_is_refused(
    scene: Scene, rest: Rest, body: Json, place: str, code: str | None
) -> None:
    reply = await rest.post(scene.channel.id, body)
    assert (reply.status, reply.code) == (400, 50035)
    found = reply.errors_at(*place.split("/"))
    assert code is None or code in found
    assert scene.channel.messages == []
    assert [request.code for request in scene.server.rejected] == [50035]


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}])
async def test_a_message_without_anything_to_show_is_refused(scene: Scene, rest: Rest, body: Json) -> None:
    reply = await rest.post(scene.channel.id, body)
    assert (reply.status, reply.code) == (400, 50006)


async def test_a_layout_stays_a_layout(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, layout(text()))
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    back = await rest.send("PATCH", path, {"flags": 0, "content": "x", "components": []})
    assert (back.status, back.code) == (400, 50035)
    assert (await rest.send("PATCH", path, {"content": "x"})).errors_at("content") == [LEGACY]
    assert (await rest.send("PATCH", path, {"components": [text("y")]})).status == 200
    assert scene.channel.messages[0].text == "y"


async def test_a_classic_message_becomes_a_layout_only_without_its_content(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, {"content": "x"})
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    assert (await rest.send("PATCH", path, layout(text("y")))).errors_at("content") == [LEGACY]
    assert (await rest.send("PATCH", path, layout(text("y")) | {"content": None})).status == 200
    assert scene.channel.messages[0].text == "y"


async def test_an_edit_may_not_leave_a_message_empty(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, {"content": "x"})
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    reply = await rest.send("PATCH", path, {"content": ""})
    assert (reply.status, reply.code) == (400, 50006)


async def test_a_message_older_than_an_hour_takes_three_edits_in_six_seconds(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, {"content": "x"})
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    clock = scene.server._world.clock
    assert hasattr(clock, "advance")
    clock.advance(3601)
    edits = [await rest.send("PATCH", path, {"content": str(number)}) for number in range(4)]
    assert [edit.status for edit in edits] == [200, 200, 200, 429]
    assert edits[3].code == 30046
    assert edits[3].headers["Via"]
    clock.advance(6)
    assert (await rest.send("PATCH", path, {"content": "y"})).status == 200
    assert not scene.server.rejected
