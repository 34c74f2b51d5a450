"""The gateway protocol, with a hand-driven connection."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from local_discord import LocalDiscord
from local_discord.server.gateway import connection
from local_discord.server.gateway.sessions import BUFFERED_EVENTS
from local_discord.tests.support.scene import PATIENCE, Clock, Scene
from local_discord.tests.support.socket import GUILD_MEMBERS, GUILD_MESSAGES, GUILDS, connected
from local_discord.tests.support.tiny_bot import TinyBot, running


@pytest.mark.parametrize("compressed", [False, True])
async def test_a_session_starts_with_ready_and_its_guilds(server: LocalDiscord, scene: Scene, compressed: bool) -> None:
    async with connected(server, compressed=compressed) as socket:
        ready = await socket.identify(server.token)
        assert ready["resume_gateway_url"] == server.gateway_url
        assert ready["guilds"] == [{"id": str(scene.guild.id), "unavailable": True}]
        guild = await socket.until("GUILD_CREATE")
        assert [channel["name"] for channel in guild["channels"]] == ["games"]
        assert [member["user"]["id"] for member in guild["members"]] == [str(server.bot.id)]


async def test_a_heartbeat_is_acknowledged(server: LocalDiscord) -> None:
    async with connected(server) as socket:
        await socket.send(1, None)
        assert (await socket.receive())["op"] == 11


@pytest.mark.parametrize(
    ("op", "data", "code"),
    [
        (2, {"token": "wrong", "intents": 0}, 4004),
        (2, {"token": "TOKEN", "intents": 1 << 15}, 4014),
        (2, {"token": "TOKEN", "intents": 1 << 30}, 4013),
        (2, {"token": "TOKEN"}, 4013),
        (2, {"token": "TOKEN", "intents": 0, "shard": [1, 1]}, 4010),
        (6, {"token": "wrong", "session_id": "x", "seq": 1}, 4004),
        (8, {"guild_id": "1"}, 4003),
        (99, {}, 4003),
    ],
)
async def test_a_protocol_error_before_identify_closes_the_connection(
    server: LocalDiscord, op: int, data: dict[str, object], code: int
) -> None:
    if data.get("token") == "TOKEN":
        data = data | {"token": server.token}
    async with connected(server) as socket:
        await socket.send(op, data)
        assert await socket.close_code() == code


async def test_a_protocol_error_after_identify_closes_the_connection(server: LocalDiscord) -> None:
    for op, code in ((2, 4005), (99, 4001)):
        async with connected(server) as socket:
            await socket.identify(server.token)
            await socket.send(op, {"token": server.token, "intents": 0})
            assert await socket.close_code() == code
    async with connected(server) as socket:
        await socket.raw.send_str("no json")
        assert await socket.close_code() == 4002


async def test_more_than_120_sends_a_minute_end_the_connection(server: LocalDiscord, clock: Clock) -> None:
    async with connected(server) as socket:
        for _ in range(120):
            await socket.send(1, None)
        for _ in range(120):
            await socket.receive()
        clock.advance(60)
        for _ in range(121):
            await socket.send(1, None)
        assert await socket.close_code() == 4008


async def test_an_unknown_compression_is_refused(server: LocalDiscord) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError, match="400"):
        async with aiohttp.ClientSession() as session:
            await session.ws_connect(server.gateway_url + "?compress=zstd-stream")


async def test_a_session_receives_only_events_of_its_intents(server: LocalDiscord, scene: Scene) -> None:
    async with connected(server) as deaf, connected(server) as listening:
        await deaf.identify(server.token, GUILDS)
        await listening.identify(server.token, GUILDS | GUILD_MESSAGES | GUILD_MEMBERS)
        await scene.ada.say(scene.channel, "hello")
        joined = scene.guild.add_member("Dora")
        scene.guild.remove_member(joined)
        channel = scene.guild.add_channel("more")
        channel.delete()
        assert (await listening.until("MESSAGE_CREATE"))["author"]["username"] == "Ada"
        assert (await listening.until("GUILD_MEMBER_ADD"))["user"]["username"] == "Dora"
        assert (await listening.until("GUILD_MEMBER_REMOVE"))["user"]["username"] == "Dora"
        heard: list[str] = []
        while not heard or heard[-1] != "CHANNEL_DELETE":
            heard.append((await deaf.receive())["t"])
        assert heard == ["GUILD_CREATE", "CHANNEL_CREATE", "CHANNEL_DELETE"]


async def test_a_resumed_session_receives_missed_events(server: LocalDiscord, scene: Scene) -> None:
    async with connected(server) as socket:
        ready = await socket.identify(server.token, GUILDS | GUILD_MESSAGES)
        await socket.until("GUILD_CREATE")
        await server.drop_gateway()
        assert await socket.close_code() == 4000
    assert server.sessions == []
    said = await scene.ada.say(scene.channel, "hello")
    async with connected(server) as socket:
        data = {"token": server.token, "session_id": ready["session_id"], "seq": 2}
        await socket.send(6, data)
        missed = await socket.receive()
        assert (missed["t"], missed["s"], missed["d"]["id"]) == ("MESSAGE_CREATE", 3, str(said.id))
        await socket.until("RESUMED")
        assert len(server.sessions) == 1


async def test_a_session_that_cannot_be_resumed_is_invalid(server: LocalDiscord, scene: Scene, clock: Clock) -> None:
    async def resumes(session_id: str, sequence: int) -> bool:
        async with connected(server) as socket:
            await socket.send(6, {"token": server.token, "session_id": session_id, "seq": sequence})
            payload = await socket.receive()
            assert payload["op"] == 9 or payload["t"] == "RESUMED", payload
            return bool(payload["op"] != 9)

    async with connected(server) as socket:
        session_id = (await socket.identify(server.token, GUILDS | GUILD_MESSAGES))["session_id"]
        await socket.until("GUILD_CREATE")
        await server.drop_gateway()
    assert not await resumes("unknown", 2)
    assert not await resumes(session_id, 99)
    for number in range(BUFFERED_EVENTS):
        await scene.ada.say(scene.channel, str(number))
    assert not await resumes(session_id, 1)
    clock.advance(121)
    assert not await resumes(session_id, BUFFERED_EVENTS + 2)


async def test_a_session_that_was_closed_on_purpose_is_over(server: LocalDiscord) -> None:
    async with connected(server) as socket:
        session_id = (await socket.identify(server.token))["session_id"]
        await socket.raw.close(code=1000)
    await server.until_gone()
    async with connected(server) as socket:
        await socket.send(6, {"token": server.token, "session_id": session_id, "seq": 1})
        assert (await socket.receive())["op"] == 9


async def test_guilds_are_dealt_to_shards_in_turn(server: LocalDiscord) -> None:
    guilds = [server.add_guild(f"Guild {number}") for number in range(4)]
    for shard in (0, 1):
        async with connected(server) as socket:
            ready = await socket.identify(server.token, shard=[shard, 2])
            assert ready["guilds"] == [{"id": str(guild.id), "unavailable": True} for guild in guilds[shard::2]]


async def test_members_can_be_asked_for_by_id_and_by_name(server: LocalDiscord, scene: Scene) -> None:
    async with connected(server) as socket:
        await socket.identify(server.token)
        ask: dict[str, object] = {"guild_id": str(scene.guild.id), "limit": 0, "nonce": "n"}
        await socket.send(8, ask | {"user_ids": [str(scene.bob.id), "1"]})
        chunk = await socket.until("GUILD_MEMBERS_CHUNK")
        assert [member["user"]["username"] for member in chunk["members"]] == ["Bob"]
        assert (chunk["not_found"], chunk["nonce"], chunk["chunk_count"]) == (["1"], "n", 1)
        await socket.send(8, ask | {"query": "Cl", "limit": 5})
        chunk = await socket.until("GUILD_MEMBERS_CHUNK")
        assert [member["user"]["username"] for member in chunk["members"]] == ["Cleo"]
        await socket.send(8, ask | {"query": ""})
        assert await socket.close_code() == 4014


async def test_heartbeats_are_acknowledged_when_the_bot_knows_that_it_has_sent_them(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise discord.py counts from the heartbeat before, and warns of a high latency."""
    monkeypatch.setattr(connection, "HEARTBEAT_INTERVAL_MS", 5)
    sent: list[float] = []
    sent_before_ack: list[int] = []
    enough = asyncio.Event()

    def ack(_: discord.gateway.KeepAliveHandler) -> None:
        # The first of them is recorded when the connection is made.
        sent_before_ack.append(len(sent) - 1)
        if len(sent_before_ack) == 40:
            enough.set()

    noted = property(lambda _: sent[-1], lambda _, moment: sent.append(moment))
    monkeypatch.setattr(discord.gateway.KeepAliveHandler, "_last_send", noted, raising=False)
    monkeypatch.setattr(discord.gateway.KeepAliveHandler, "ack", ack)
    async with running(scene.server, TinyBot()):
        await asyncio.wait_for(enough.wait(), PATIENCE)
    early = [count < number for number, count in enumerate(sent_before_ack, 1)]
    # A thread records that, so on a busy machine a few may still arrive too early.
    assert sum(early) < 20


async def test_an_invalidated_session_receives_no_more_events(server: LocalDiscord, scene: Scene) -> None:
    async with connected(server) as socket:
        await socket.identify(server.token, GUILDS)
        await socket.until("GUILD_CREATE")
        server.invalidate_sessions()
        scene.guild.add_channel("more")
        server.ask_to_reconnect()
        told = [await socket.receive() for _ in range(2)]
        assert [(payload["op"], payload["d"]) for payload in told] == [(9, False), (7, None)]
        assert server.sessions == []
