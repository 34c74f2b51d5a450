"""Reconnecting discord.py bots, several processes, and shards."""

from __future__ import annotations

import asyncio

import discord
import pytest

from local_discord import Intent, Interaction, LocalDiscord
from local_discord.tests.support.scene import PATIENCE, Scene
from local_discord.tests.support.tiny_bot import TinyBot, running


async def test_a_bot_resumes_and_gets_the_interaction_that_it_missed(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    resumed = bot.wait_for("resumed", timeout=PATIENCE)
    await server.drop_gateway()
    answered = await scene.ada.command(scene.channel, "demo board")
    assert answered.reply is not None
    await resumed


async def test_a_bot_identifies_again_when_its_session_is_invalid(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    before = {session.id for session in server.sessions}
    ready = bot.wait_for("ready", timeout=PATIENCE)
    await server.drop_gateway(resumable=False)
    await ready
    await server.until_ready()
    assert before.isdisjoint(session.id for session in server.sessions)
    assert (await scene.ada.command(scene.channel, "demo board")).reply is not None


async def test_a_bot_that_is_asked_to_reconnect_resumes(server: LocalDiscord, bot: TinyBot, scene: Scene) -> None:
    before = {session.id for session in server.sessions}
    resumed = bot.wait_for("resumed", timeout=PATIENCE)
    server.ask_to_reconnect()
    await resumed
    assert before == {session.id for session in server.sessions}
    assert (await scene.ada.command(scene.channel, "demo board")).reply is not None


async def test_a_bot_resumes_a_session_that_is_invalid_but_resumable(server: LocalDiscord, bot: TinyBot) -> None:
    before = {session.id for session in server.sessions}
    resumed = bot.wait_for("resumed", timeout=PATIENCE)
    server.invalidate_sessions(resumable=True)
    await resumed
    assert before == {session.id for session in server.sessions}


async def test_a_bot_with_a_wrong_token_cannot_log_in(server: LocalDiscord) -> None:
    async with TinyBot() as bot:
        with pytest.raises(discord.LoginFailure):
            await bot.start("wrong")
    assert [request.status for request in server.rejected] == [401]


async def test_every_shard_of_a_bot_serves_its_guilds(server: LocalDiscord) -> None:
    server._world.shards = 2
    scenes = [Scene.in_new_guild(server) for _ in range(4)]
    async with running(server, TinyBot()):
        assert {(session.shard_id, session.shard_count) for session in server.sessions} == {(0, 2), (1, 2)}
        for scene in scenes:
            assert (await scene.ada.command(scene.channel, "demo board")).reply is not None
    assert not server.rejected


async def test_two_processes_both_get_an_interaction_and_one_answer_counts(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    failed: asyncio.Queue[Exception] = asyncio.Queue()

    async def note(_interaction: object, error: Exception) -> None:
        failed.put_nowait(error)

    second = TinyBot()
    for each in (bot, second):
        each.tree.error(note)
    async with running(server, second):
        await server.until(lambda: len(server.sessions) == 2, "both to connect")
        answered = await scene.ada.command(scene.channel, "demo board")
        assert answered.deliveries == 2
        error = await asyncio.wait_for(failed.get(), PATIENCE)
        assert "40060" in str(error)
        assert scene.channel.messages == [answered.reply]
        assert not server.rejected


async def test_an_interaction_that_is_delivered_again_is_answered_once(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    failed: asyncio.Queue[Exception] = asyncio.Queue()

    async def note(_interaction: object, error: Exception) -> None:
        failed.put_nowait(error)

    bot.tree.error(note)
    answered = await scene.ada.command(scene.channel, "demo board")
    await server.deliver_again(answered)
    assert "40060" in str(await asyncio.wait_for(failed.get(), PATIENCE))
    assert scene.channel.messages == [answered.reply]


async def test_a_disconnected_bot_is_not_connected(server: LocalDiscord) -> None:
    async with running(server, TinyBot()):
        assert len(server.sessions) == 1
    await server.until_gone()
    assert server.sessions == []


async def test_a_bot_joins_and_leaves_guilds_while_it_runs(server: LocalDiscord, bot: TinyBot) -> None:
    joined = bot.wait_for("guild_join", timeout=PATIENCE)
    scene = Scene.in_new_guild(server)
    assert (await joined).id == scene.guild.id
    answered: Interaction = await scene.ada.command(scene.channel, "demo board")
    assert answered.reply is not None
    left = bot.wait_for("guild_remove", timeout=PATIENCE)
    scene.guild.remove_bot()
    assert (await left).id == scene.guild.id
    back = bot.wait_for("guild_join", timeout=PATIENCE)
    scene.guild.invite_bot()
    assert (await back).id == scene.guild.id
    assert (await scene.ada.command(scene.channel, "demo board")).reply is not None


async def test_an_outage_is_not_a_departure(server: LocalDiscord, bot: TinyBot, scene: Scene) -> None:
    unavailable = bot.wait_for("guild_unavailable", timeout=PATIENCE)
    scene.guild.make_unavailable()
    assert (await unavailable).id == scene.guild.id
    assert [guild.id for guild in bot.guilds] == [guild.id for guild in server.guilds]
    available = bot.wait_for("guild_available", timeout=PATIENCE)
    scene.guild.make_available()
    assert (await available).id == scene.guild.id


async def test_a_bot_learns_all_members_when_it_may(server: LocalDiscord, scene: Scene) -> None:
    intents = discord.Intents(guilds=True, members=True)
    assert server._world.privileged_intents & Intent.GUILD_MEMBERS
    async with running(server, TinyBot(intents=intents)) as bot:
        guild = bot.get_guild(scene.guild.id)
        assert guild is not None
        assert {member.name for member in guild.members} == {"Ada", "Bob", "Cleo", "Bot"}


async def test_a_bot_asks_for_single_members_without_that_permission(bot: TinyBot, scene: Scene) -> None:
    guild = bot.get_guild(scene.guild.id)
    assert guild is not None
    found = await guild.query_members(user_ids=[scene.bob.id])
    assert [member.name for member in found] == ["Bob"]


async def test_two_servers_side_by_side_do_not_touch(server: LocalDiscord, scene: Scene) -> None:
    async with LocalDiscord() as other:
        far = Scene.in_new_guild(other)
        assert other.api_url != server.api_url
        await far.ada.say(far.channel, "hello")
        assert other.guilds == [far.guild]
        assert server.guilds == [scene.guild]
        assert scene.channel.messages == []
