"""Interactions that are delivered over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from local_discord import LocalDiscord, Unanswered
from local_discord.errors import ApiError
from local_discord.tests.support.receiver import Receiver, receiving
from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import PATIENCE, Scene
from local_discord.tests.support.tiny_bot import TinyBot

_FIELD = "interactions_endpoint_url"


@pytest.fixture
async def receiver(server: LocalDiscord, rest: Rest) -> AsyncIterator[Receiver]:
    """A bot that is not connected, whose endpoint is not set yet."""
    await rest.register({"name": "say", "description": "Says"})
    async with receiving(server.public_key) as receiver:
        yield receiver


async def test_the_application_tells_the_key_of_the_signatures(server: LocalDiscord, rest: Rest) -> None:
    told = (await rest.send("GET", "/applications/@me")).body
    assert told["verify_key"] == server.public_key
    assert len(bytes.fromhex(server.public_key)) == 32
    assert told[_FIELD] is None


async def test_a_bot_is_ready_with_an_endpoint_and_commands(server: LocalDiscord, receiver: Receiver) -> None:
    await server.set_endpoint(receiver.url)
    await server.until_ready()


async def test_a_response_can_hold_the_answer(server: LocalDiscord, receiver: Receiver, scene: Scene) -> None:
    await server.set_endpoint(receiver.url)
    receiver.status, receiver.answer = 200, {"type": 4, "data": {"content": "hello"}}
    interaction = await scene.ada.command(scene.channel, "say")
    assert interaction.reply is not None
    assert interaction.reply.text == "hello"
    assert [event["id"] for event in receiver.received] == [str(interaction.id)]


async def test_an_accepted_interaction_is_answered_by_the_callback(
    server: LocalDiscord, receiver: Receiver, scene: Scene, rest: Rest
) -> None:
    await server.set_endpoint(receiver.url)
    asking = asyncio.create_task(scene.ada.command(scene.channel, "say"))
    await server.until(lambda: server._interactions._by_token, "an interaction", PATIENCE)
    (interaction,) = server._interactions._by_token.values()
    assert (await rest.answer(interaction, 4, {"content": "hello"})).status == 200
    assert (await asking).reply is interaction.reply is not None


async def test_a_refused_interaction_has_no_answer(server: LocalDiscord, receiver: Receiver, scene: Scene) -> None:
    await server.set_endpoint(receiver.url)
    server._interactions.answer_within = 0.3
    receiver.status = 503
    with pytest.raises(Unanswered, match="503"):
        await scene.ada.command(scene.channel, "say")


async def test_a_wrong_answer_in_a_response_is_refused(server: LocalDiscord, receiver: Receiver, scene: Scene) -> None:
    await server.set_endpoint(receiver.url)
    server._interactions.answer_within = 0.3
    receiver.status, receiver.answer = 200, {"type": 7, "data": {"content": "hello"}}
    with pytest.raises(Unanswered, match="50035"):
        await scene.ada.command(scene.channel, "say")


async def test_an_endpoint_that_takes_forged_requests_is_not_set(
    server: LocalDiscord, receiver: Receiver, rest: Rest
) -> None:
    receiver.public_key = ""
    reply = await rest.send("PATCH", "/applications/@me", {_FIELD: receiver.url})
    assert (reply.status, reply.code) == (400, 50035)
    assert reply.errors_at(_FIELD) == ["APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID"]
    assert (await rest.send("GET", "/applications/@me")).body[_FIELD] is None
    with pytest.raises(ApiError, match="200 to a forged signature"):
        await server.set_endpoint(receiver.url)


async def test_an_endpoint_has_to_answer_a_ping(server: LocalDiscord, receiver: Receiver, rest: Rest) -> None:
    receiver.pong = {"type": 4}
    with pytest.raises(ApiError, match="to a ping"):
        await server.set_endpoint(receiver.url)
    with pytest.raises(ApiError, match="does not answer"):
        await server.set_endpoint("http://127.0.0.1:9/interactions")
    receiver.pong = {"type": 1}
    assert (await rest.send("PATCH", "/applications/@me", {_FIELD: receiver.url})).body[_FIELD] == receiver.url


async def test_a_connected_bot_gets_interactions_again_when_the_endpoint_is_removed(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    assert bot.user is not None
    async with receiving(server.public_key) as receiver:
        await server.set_endpoint(receiver.url)
        receiver.status, receiver.answer = 200, {"type": 4, "data": {"content": "by HTTP"}}
        interaction = await scene.ada.command(scene.channel, "demo board")
        assert interaction.reply is not None
        assert interaction.reply.text == "by HTTP"
    await server.set_endpoint(None)
    counted = await scene.ada.command(scene.channel, "demo board")
    assert counted.reply is not None
    assert counted.reply.text != "by HTTP"
