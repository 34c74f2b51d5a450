"""Waiting for changes, and hearing of them."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import ChangeKind, LocalDiscord
from local_discord.tests.support.table import Table


async def test_until_returns_at_once_what_is_true_already(server: LocalDiscord) -> None:
    assert await server.until(lambda: 5, "five") == 5


async def test_until_wakes_after_the_change_that_makes_it_true(server: LocalDiscord, table: Table) -> None:
    waiting = asyncio.create_task(server.until(lambda: table.channel.messages, "a message"))
    said = await table.ada.say(table.channel, "hello")
    assert await waiting == [said]


async def test_until_names_what_it_waited_for_in_vain(server: LocalDiscord) -> None:
    with pytest.raises(TimeoutError, match="waited 0 s in vain for the moon"):
        await server.until(lambda: False, "the moon", within=0)


async def test_an_error_in_the_condition_is_not_hidden(server: LocalDiscord) -> None:
    with pytest.raises(ZeroDivisionError):
        await server.until(lambda: 1 // 0, "nonsense")


async def test_nobody_is_ready_without_a_bot(server: LocalDiscord) -> None:
    with pytest.raises(TimeoutError, match="the bot to connect"):
        await server.until_ready(within=0)


async def test_every_stream_hears_of_what_happens_after_it_was_opened(server: LocalDiscord, table: Table) -> None:
    early = server.changes()
    said = await table.ada.say(table.channel, "hello")
    late = server.changes()
    table.channel.remove(said)
    assert [(await anext(early)).kind for _ in range(2)] == [ChangeKind.MESSAGE_CREATED, ChangeKind.MESSAGE_DELETED]
    change = await anext(late)
    assert (change.kind, change.message) == (ChangeKind.MESSAGE_DELETED, said)


async def test_what_is_set_up_in_the_same_order_has_the_same_ids_in_every_run(server: LocalDiscord) -> None:
    table = Table.in_new_guild(server)
    async with LocalDiscord() as later:
        again = Table.in_new_guild(later)
        assert (again.guild.id, again.channel.id, again.bob.id) == (table.guild.id, table.channel.id, table.bob.id)
        assert later.application_id == server.application_id


async def test_streams_end_when_the_server_closes() -> None:
    async with LocalDiscord() as server:
        before = server.changes()
    assert [change async for change in before] == []
    assert [change async for change in server.changes()] == []
