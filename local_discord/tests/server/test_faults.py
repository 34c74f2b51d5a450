"""Fault injection, and the record of requests."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.model.events import ChangeKind
from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import Clock, Scene
from local_discord.tests.support.tiny_bot import TinyBot

MESSAGES = r"/channels/\d+/messages"


@pytest.fixture
def channel(bot: TinyBot, scene: Scene) -> discord.TextChannel:
    """Return the channel as the bot's object."""
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_a_failure_hits_the_next_matching_requests_only(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel
) -> None:
    server.faults.fail("POST", MESSAGES, status=403, code=50001, times=2)
    for _ in range(2):
        with pytest.raises(discord.Forbidden) as failed:
            await channel.send("hello")
        assert failed.value.code == 50001
    await channel.send("hello")
    assert [message.text for message in scene.channel.messages] == ["hello"]
    assert not server.rejected


async def test_a_fault_leaves_other_routes_and_methods_alone(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    server.faults.fail("PATCH", MESSAGES + r"/\d+", status=403, code=50001)
    assert (await rest.post(scene.channel.id, {"content": "x"})).status == 200
    path = f"/channels/{scene.channel.id}/messages/{scene.channel.messages[0].id}"
    assert (await rest.send("GET", path)).status == 200
    assert (await rest.send("PATCH", path, {"content": "y"})).status == 403
    assert (await rest.send("PATCH", path, {"content": "y"})).status == 200


@pytest.mark.parametrize("is_global", [False, True])
async def test_discord_py_waits_out_a_rate_limit(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel, is_global: bool
) -> None:
    server.faults.rate_limit("POST", MESSAGES, retry_after=0.01, times=2, is_global=is_global)
    await channel.send("hello")
    assert [request.status for request in server.requests[-3:]] == [429, 429, 200]
    assert len(scene.channel.messages) == 1
    assert not server.rejected


async def test_a_lost_answer_comes_after_the_deed(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel
) -> None:
    server.faults.lose_answer("POST", MESSAGES)
    with pytest.raises(aiohttp.ClientError):
        await channel.send("hello")
    assert [message.text for message in scene.channel.messages] == ["hello"]
    assert (server.requests[-1].status, server.requests[-1].injected) == (200, True)


async def test_a_held_request_is_not_performed_before_its_release(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel
) -> None:
    hold = server.faults.hold("POST", MESSAGES)
    sending = asyncio.create_task(channel.send("hello"))
    await hold.reached()
    assert scene.channel.messages == []
    hold.release()
    await sending
    await channel.send("again")
    assert len(scene.channel.messages) == 2


async def test_a_wait_for_a_condition_is_told_of_a_held_request(
    server: LocalDiscord, channel: discord.TextChannel
) -> None:
    hold = server.faults.hold("POST", MESSAGES)
    changes = server.changes()
    sending = asyncio.create_task(channel.send("hello"))
    assert (await anext(changes)).kind is ChangeKind.REQUEST_HELD
    hold.release()
    await sending


async def test_a_held_answer_is_sent_after_the_request_was_handled(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel
) -> None:
    hold = server.faults.hold_answer("POST", MESSAGES)
    sending = asyncio.create_task(channel.send("hello"))
    await hold.reached()
    assert [message.text for message in scene.channel.messages] == ["hello"]
    assert not sending.done()
    hold.release()
    assert (await sending).id == scene.channel.messages[0].id


async def test_an_answer_that_was_held_too_long_is_too_late(
    server: LocalDiscord, clock: Clock, scene: Scene, bot: TinyBot
) -> None:
    errors: asyncio.Queue[Exception] = asyncio.Queue()

    async def note(_interaction: object, error: Exception) -> None:
        errors.put_nowait(error)

    bot.tree.error(note)
    hold = server.faults.hold("POST", r"/interactions/.*")
    asking = asyncio.create_task(scene.ada.command(scene.channel, "demo board"))
    await hold.reached()
    clock.advance(3.5)
    hold.release()
    assert "10062" in str(await errors.get())
    assert scene.channel.messages == []
    asking.cancel()


async def test_every_request_is_recorded(server: LocalDiscord, clock: Clock, scene: Scene, rest: Rest) -> None:
    clock.advance(5)
    await rest.post(scene.channel.id, {"content": "hello"})
    request = server.requests[-1]
    assert (request.method, request.path) == ("POST", f"/channels/{scene.channel.id}/messages")
    assert (request.body, request.status, request.at) == ({"content": "hello"}, 200, clock())
    assert (request.code, request.error, request.broke_rule) == (None, "", False)


@pytest.mark.usefixtures("bot")
async def test_a_file_is_recorded_by_its_name(server: LocalDiscord, scene: Scene) -> None:
    await scene.ada.command(scene.channel, "demo file")
    request = next(request for request in server.requests if request.files)
    assert request.files == ("board.txt",)
    assert isinstance(request.body, dict)
    assert request.body["data"]["content"] == "Here"


async def test_an_unknown_route_is_answered_and_recorded(server: LocalDiscord, rest: Rest) -> None:
    reply = await rest.send("GET", "/stickers/5")
    assert (reply.status, reply.body) == (404, {"message": "404: Not Found", "code": 0})
    assert [request.path for request in server.rejected] == ["/stickers/5"]


async def test_a_request_without_the_right_token_is_refused(scene: Scene, rest: Rest) -> None:
    path = f"/channels/{scene.channel.id}/messages"
    reply = await rest.send("POST", path, {"content": "x"}, token="wrong")  # noqa: S106
    assert (reply.status, reply.body) == (401, {"message": "401: Unauthorized", "code": 0})
    assert scene.channel.messages == []


async def test_invalid_json_is_refused(server: LocalDiscord, scene: Scene) -> None:
    url = f"{server.api_url}/channels/{scene.channel.id}/messages"
    headers = {"Authorization": f"Bot {server.token}", "Content-Type": "application/json"}
    for body in (b"{", b"5"):
        async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as response:
            assert response.status == 400
            assert (await response.json())["code"] == 50109


async def test_a_file_that_is_too_large_is_refused(scene: Scene, rest: Rest) -> None:
    reply = await rest.post_file(scene.channel.id, {}, "large", b"x" * (10 * 1024 * 1024 + 1))
    assert (reply.status, reply.code) == (413, 40005)
    assert scene.channel.messages == []


async def test_closing_releases_held_requests() -> None:
    async with LocalDiscord() as server, aiohttp.ClientSession() as session:
        hold = server.faults.hold("GET", "/gateway")
        headers = {"Authorization": f"Bot {server.token}"}
        asking = asyncio.create_task(session.get(f"{server.api_url}/gateway", headers=headers))
        await hold.reached()
        await server.close()
        assert (await asking).status == 200


async def test_a_delay_holds_each_request_back_until_its_time_is_over_or_it_is_released(
    server: LocalDiscord, scene: Scene, channel: discord.TextChannel
) -> None:
    long = server.faults.delay("POST", MESSAGES, seconds=1000)
    sending = asyncio.create_task(channel.send("held"))
    await long.reached()
    assert scene.channel.messages == []
    long.release()
    await sending
    short = server.faults.delay("POST", MESSAGES, seconds=0)
    for _ in range(2):
        await channel.send("delayed")
    assert not short.released
    assert [message.text for message in scene.channel.messages] == ["held", "delayed", "delayed"]


async def test_a_block_answers_with_a_proxys_page_instead_of_json(
    server: LocalDiscord, scene: Scene, rest: Rest
) -> None:
    server.faults.block("POST", MESSAGES, status=429, headers={"Retry-After": "7"}, text="<html>Banned</html>")
    answer = await rest.post(scene.channel.id, {"content": "x"})
    assert (answer.status, answer.headers.get("Retry-After"), answer.headers.get("Via")) == (429, "7", None)
    assert scene.channel.messages == []
    assert (await rest.post(scene.channel.id, {"content": "x"})).status == 200
