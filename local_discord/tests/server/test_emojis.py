"""Application emoji: their routes, their limits, and controls that show them."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from local_discord import LocalDiscord
from local_discord.server.checks.emojis import EMOJIS_LIMIT, IMAGE_SIZE_LIMIT
from local_discord.tests.support.pictures import data_uri, gif, png
from local_discord.tests.support.rest import Reply, Rest
from local_discord.tests.support.scene import Scene
from local_discord.tests.support.tiny_bot import TinyBot

SQUARE = {"name": "square", "image": data_uri(png())}


def path(server: LocalDiscord, emoji: object = None) -> str:
    root = f"/applications/{server.application_id}/emojis"
    return root if emoji is None else f"{root}/{emoji}"


async def create(server: LocalDiscord, rest: Rest, **changes: object) -> Reply:
    return await rest.send("POST", path(server), SQUARE | changes)


async def test_a_bot_creates_lists_renames_and_deletes_emoji(server: LocalDiscord, bot: TinyBot) -> None:
    created = await bot.create_application_emoji(name="square", image=png())
    assert (created.name, created.animated) == ("square", False)
    assert [str(emoji) for emoji in await bot.fetch_application_emojis()] == [server.emojis[0].code]
    await created.edit(name="circle")
    assert (await bot.fetch_application_emoji(created.id)).name == "circle"
    assert [(emoji.name, emoji.image) for emoji in server.emojis] == [("circle", png())]
    await created.delete()
    assert server.emojis == []
    assert not server.rejected


async def test_a_deleted_emoji_is_an_ordinary_error(server: LocalDiscord, bot: TinyBot) -> None:
    created = await bot.create_application_emoji(name="square", image=png())
    await created.delete()
    with pytest.raises(discord.NotFound) as failure:
        await bot.fetch_application_emoji(created.id)
    assert failure.value.code == 10014
    assert not server.rejected


async def test_an_animated_picture_makes_an_animated_emoji(server: LocalDiscord, rest: Rest) -> None:
    reply = await create(server, rest, image=data_uri(gif(), "image/gif"))
    assert reply.body["animated"]
    assert server.emojis[0].code == f"<a:square:{reply.body['id']}>"


@pytest.mark.parametrize("name", ["ab", "x" * 32, "Blue_square_2"])
async def test_names_have_2_to_32_letters_digits_and_underscores(server: LocalDiscord, rest: Rest, name: str) -> None:
    assert (await create(server, rest, name=name)).status == 201


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a", "BASE_TYPE_BAD_LENGTH"),
        ("x" * 33, "BASE_TYPE_BAD_LENGTH"),
        ("blue-square", "STRING_TYPE_REGEX"),
        ("größe", "STRING_TYPE_REGEX"),
        (None, "BASE_TYPE_REQUIRED"),
    ],
)
async def test_other_names_are_refused(server: LocalDiscord, rest: Rest, name: object, code: str) -> None:
    reply = await create(server, rest, name=name)
    assert (reply.status, reply.code) == (400, 50035)
    assert code in reply.errors_at("name")
    assert server.emojis == []


async def test_a_name_is_given_once(server: LocalDiscord, rest: Rest) -> None:
    first = await create(server, rest)
    await create(server, rest, name="circle")
    for reply in (
        await create(server, rest),
        await rest.send("PATCH", path(server, first.body["id"]), {"name": "circle"}),
    ):
        assert reply.errors_at("name") == ["APPLICATION_EMOJI_NAME_ALREADY_TAKEN"]
    same = await rest.send("PATCH", path(server, first.body["id"]), {"name": "square"})
    assert same.status == 200


def padded(size: int) -> bytes:
    return png() + b"\0" * (size - len(png()))


@pytest.mark.parametrize("image", [png(128, 128), gif(128, 128), padded(IMAGE_SIZE_LIMIT)])
async def test_pictures_up_to_the_limits_are_taken(server: LocalDiscord, rest: Rest, image: bytes) -> None:
    kind = "image/gif" if image.startswith(b"GIF") else "image/png"
    assert (await create(server, rest, image=data_uri(image, kind))).status == 201


@pytest.mark.parametrize(
    ("image", "code"),
    [
        (None, "BASE_TYPE_REQUIRED"),
        ("nonsense", "IMAGE_INVALID"),
        ("data:image/png;base64,%%%", "IMAGE_INVALID"),
        (data_uri(b"<svg/>", "image/svg+xml"), "IMAGE_INVALID"),
        (data_uri(b"<svg/>"), "IMAGE_INVALID"),
        (data_uri(png(), "image/gif"), "IMAGE_INVALID"),
        (data_uri(padded(IMAGE_SIZE_LIMIT + 1)), "BINARY_TYPE_MAX_SIZE"),
        (data_uri(png(129, 1)), "IMAGE_TOO_LARGE"),
        (data_uri(gif(1, 129), "image/gif"), "IMAGE_TOO_LARGE"),
    ],
)
async def test_other_pictures_are_refused(server: LocalDiscord, rest: Rest, image: object, code: str) -> None:
    reply = await create(server, rest, image=image)
    assert reply.errors_at("image") == [code]
    assert server.emojis == []


async def test_an_application_has_2000_emoji_at_most(server: LocalDiscord, rest: Rest) -> None:
    for number in range(EMOJIS_LIMIT):
        assert (await create(server, rest, name=f"n{number:04}")).status == 201
    assert (await create(server, rest)).code == 30008
    assert len(server.emojis) == EMOJIS_LIMIT


async def test_the_emoji_of_other_applications_are_out_of_reach(rest: Rest) -> None:
    assert (await rest.send("GET", "/applications/1/emojis")).code == 50001


def row_with(kind: str, emoji: object) -> dict[str, Any]:
    if kind == "button":
        return {"type": 1, "components": [{"type": 2, "style": 2, "custom_id": "go", "emoji": emoji}]}
    options = [{"label": "Go", "value": "go", "emoji": emoji}]
    return {"type": 1, "components": [{"type": 3, "custom_id": "menu", "options": options}]}


@pytest.mark.parametrize("kind", ["button", "menu"])
async def test_controls_show_only_emoji_that_exist(server: LocalDiscord, rest: Rest, scene: Scene, kind: str) -> None:
    created = (await create(server, rest)).body
    body = {"content": "x", "components": [row_with(kind, {"id": created["id"], "name": "square"})]}
    assert (await rest.post(scene.channel.id, body)).status == 200
    assert (await rest.send("DELETE", path(server, created["id"]))).status == 204
    refused = await rest.post(scene.channel.id, body)
    here = ("options", 0) if kind == "menu" else ()
    errors = refused.errors_at("components", 0, "components", 0, *here, "emoji", "id")
    assert errors == ["BUTTON_COMPONENT_INVALID_EMOJI"]
