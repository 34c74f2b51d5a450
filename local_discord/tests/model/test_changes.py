"""Streams of changes, and waiting for conditions."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import ChangeKind, LocalDiscord
from local_discord.tests.support.scene import Scene


async def test_until_returns_at_once_if_the_condition_holds(server: LocalDiscord) -> None:
    assert await server.until(lambda: 5, "five") == 5


async def test_until_wakes_after_the_change_that_makes_it_true(server: LocalDiscord, scene: Scene) -> None:
    waiting = asyncio.create_task(server.until(lambda: scene.channel.messages, "a message"))
    said = await scene.ada.say(scene.channel, "hello")
    assert await waiting == [said]


async def test_a_timeout_of_until_names_the_condition(server: LocalDiscord) -> None:
    with pytest.raises(TimeoutError, match="waited 0 s in vain for the moon"):
        await server.until(lambda: False, "the moon", within=0)


async def test_an_error_in_the_condition_is_not_hidden(server: LocalDiscord) -> None:
    with pytest.raises(ZeroDivisionError):
        await server.until(lambda: 1 // 0, "nonsense")


async def test_until_ready_times_out_without_a_bot(server: LocalDiscord) -> None:
    with pytest.raises(TimeoutError, match="the bot to connect"):
        await server.until_ready(within=0)


async def test_every_stream_receives_changes_after_it_was_opened(server: LocalDiscord, scene: Scene) -> None:
    early = server.changes()
    said = await scene.ada.say(scene.channel, "hello")
    late = server.changes()
    scene.channel.remove(said)
    assert [(await anext(early)).kind for _ in range(2)] == [ChangeKind.MESSAGE_CREATED, ChangeKind.MESSAGE_DELETED]
    change = await anext(late)
    assert (change.kind, change.message) == (ChangeKind.MESSAGE_DELETED, said)


async def test_ids_are_the_same_in_every_run_with_the_same_order_of_creation(server: LocalDiscord) -> None:
    scene = Scene.in_new_guild(server)
    async with LocalDiscord() as later:
        again = Scene.in_new_guild(later)
        assert (again.guild.id, again.channel.id, again.bob.id) == (scene.guild.id, scene.channel.id, scene.bob.id)
        assert later.application_id == server.application_id


async def test_streams_end_when_the_server_closes() -> None:
    async with LocalDiscord() as server:
        before = server.changes()
    assert [change async for change in before] == []
    assert [change async for change in server.changes()] == []
