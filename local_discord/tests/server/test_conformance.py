"""The server's answers and the README's table, against Discord's published API description."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema
import pytest
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from local_discord import LocalDiscord
from local_discord.tests.support.api_description import description, needs_description
from local_discord.tests.support.coverage_table import readme_table
from local_discord.tests.support.coverage_table import table as coverage_table
from local_discord.tests.support.pictures import data_uri, png
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import Scene

pytestmark = needs_description


@cache
def registry() -> Registry[Any]:
    resource = Resource.from_contents(description(), default_specification=DRAFT202012)
    registry: Registry[Any] = Registry().with_resource("urn:discord", resource)
    return registry


def expect_form(name: str, body: object) -> None:
    schema = {"$ref": f"urn:discord#/components/schemas/{name}"}
    jsonschema.Draft202012Validator(schema, registry=registry()).validate(body)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/users/@me", "UserPIIResponse"),
        ("/oauth2/applications/@me", "PrivateApplicationResponse"),
        ("/gateway/bot", "GatewayBotResponse"),
        ("/users/{ada}", "UserResponse"),
        ("/guilds/{guild}", "GuildWithCountsResponse"),
        ("/guilds/{guild}/members/{ada}", "GuildMemberResponse"),
        ("/channels/{channel}", "GuildChannelResponse"),
        ("/channels/{dm}", "PrivateChannelResponse"),
        ("/channels/{channel}/messages/{message}", "MessageResponse"),
    ],
)
async def test_objects_that_are_read_match_the_description(scene: Scene, rest: Rest, path: str, form: str) -> None:
    said = await scene.ada.say(scene.channel, f"hello {scene.bob.mention}")
    ids = {
        "ada": scene.ada.id,
        "guild": scene.guild.id,
        "channel": scene.channel.id,
        "dm": scene.ada.dm.id,
        "message": said.id,
    }
    reply = await rest.send("GET", path.format(**ids))
    assert reply.status == 200
    expect_form(form, reply.body)


async def test_objects_that_are_posted_match_the_description(scene: Scene, rest: Rest) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    classic = await rest.post(scene.channel.id, {"content": "hello", "components": [row]})
    expect_form("MessageResponse", classic.body)
    text = {"type": 10, "content": "hello"}
    container = {"type": 17, "components": [text, {"type": 14}, row]}
    layout = await rest.post(scene.channel.id, {"components": [container], "flags": 1 << 15})
    expect_form("MessageResponse", layout.body)
    path = f"/channels/{scene.channel.id}/messages/{layout.body['id']}/threads"
    thread = await rest.send("POST", path, {"name": "talk"})
    assert thread.status == 201
    expect_form("ThreadResponse", thread.body)


async def test_registered_commands_match_the_description(server: LocalDiscord, rest: Rest) -> None:
    option = {"type": 3, "name": "word", "description": "Some word", "required": True}
    await rest.register({"name": "say", "description": "Says", "options": [option]})
    expect_form("ApplicationCommandResponse", server.commands[0])


async def test_application_emoji_match_the_description(server: LocalDiscord, rest: Rest) -> None:
    path = f"/applications/{server.application_id}/emojis"
    created = await rest.send("POST", path, {"name": "square", "image": data_uri(png())})
    assert created.status == 201
    expect_form("EmojiResponse", created.body)
    one = f"{path}/{created.body['id']}"
    expect_form("EmojiResponse", (await rest.send("PATCH", one, {"name": "circle"})).body)
    expect_form("EmojiResponse", (await rest.send("GET", one)).body)
    expect_form("ListApplicationEmojisResponse", (await rest.send("GET", path)).body)


async def test_the_callback_response_matches_the_description(scene: Scene, rest: Rest, server: LocalDiscord) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, scene.ada.command(scene.channel, "say")) as sent:
        reply = await rest.answer(sent, 4, {"content": "hello"})
    expect_form("InteractionCallbackResponse", reply.body)


def test_the_readme_lists_the_operations_that_are_served() -> None:
    assert readme_table() == coverage_table(), "python -m local_discord.tests.support.coverage_table updates it"
