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
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.table import Table

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
async def test_what_is_read_has_the_described_form(table: Table, rest: Rest, path: str, form: str) -> None:
    said = await table.ada.say(table.channel, f"hello {table.bob.mention}")
    ids = {
        "ada": table.ada.id,
        "guild": table.guild.id,
        "channel": table.channel.id,
        "dm": table.ada.dm.id,
        "message": said.id,
    }
    reply = await rest.send("GET", path.format(**ids))
    assert reply.status == 200
    expect_form(form, reply.body)


async def test_what_is_posted_has_the_described_form(table: Table, rest: Rest) -> None:
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    classic = await rest.post(table.channel.id, {"content": "hello", "components": [row]})
    expect_form("MessageResponse", classic.body)
    text = {"type": 10, "content": "hello"}
    container = {"type": 17, "components": [text, {"type": 14}, row]}
    layout = await rest.post(table.channel.id, {"components": [container], "flags": 1 << 15})
    expect_form("MessageResponse", layout.body)
    path = f"/channels/{table.channel.id}/messages/{layout.body['id']}/threads"
    thread = await rest.send("POST", path, {"name": "talk"})
    assert thread.status == 201
    expect_form("ThreadResponse", thread.body)


async def test_registered_commands_have_the_described_form(server: LocalDiscord, rest: Rest) -> None:
    option = {"type": 3, "name": "word", "description": "Some word", "required": True}
    await rest.register({"name": "say", "description": "Says", "options": [option]})
    expect_form("ApplicationCommandResponse", server.commands[0])


async def test_the_answer_to_a_callback_has_the_described_form(table: Table, rest: Rest, server: LocalDiscord) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, table.ada.command(table.channel, "say")) as sent:
        reply = await rest.answer(sent, 4, {"content": "hello"})
    expect_form("InteractionCallbackResponse", reply.body)


def test_the_readme_lists_the_operations_that_are_served() -> None:
    assert readme_table() == coverage_table(), "python -m local_discord.tests.support.coverage_table writes it anew"
