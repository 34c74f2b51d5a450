"""Announcements in the channel for results: what they say, and that each is posted once, over kills and refusals."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import update

from cogs.discord_api.own_messages import OwnMessages
from cogs.messages.sending.delivery import Messages
from cogs.messages.sending.single_posts import SinglePosts
from cogs.messages.servers.announcements import Announcements
from cogs.runtime.client import GridlockBot
from gridlock_host import Sweeper
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.storage.schema import announcements
from local_discord import Channel, Message
from local_discord.server.rest import messages as stand_in_messages
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, labels
from tests.support.stand_in import patient_discord

# A Monday that is over, because the stand-in numbers messages by the clock of the machine.
_TODAY = datetime.now(UTC).date()
MONDAY = datetime.combine(_TODAY - timedelta(days=_TODAY.weekday() + 7), time(6), UTC)
POST = r"/channels/\d+/messages"


class Clock:
    """Tells the time that it was last set to."""

    def __init__(self) -> None:
        self.time = MONDAY - timedelta(days=1)

    def __call__(self) -> datetime:
        return self.time


@dataclass
class Server:
    """A server that wants results told, and the bot, whose sweeps the test makes."""

    bot: GridlockBot
    table: Table
    channel: Channel
    clock: Clock

    async def sweep(self) -> None:
        """Do what a sweep does, and wait until all announcements are shown."""
        host = self.bot.host
        sweeper = Sweeper(host._database, host.games, now=self.clock)
        found = [*await sweeper.sweep(), *await sweeper.find_unshown()]
        posts = SinglePosts(OwnMessages(self.bot), Messages(self.bot, self.bot.services.languages), host)
        display = Announcements(posts, host, self.bot.services.languages)
        for one in {
            event.subject.id: event.subject for event in found if isinstance(event.subject, Announcement)
        }.values():
            await display.show(one)

    async def forget(self, **values: Any) -> None:
        """Put the rows of the announcements back, as a kill leaves them."""
        async with self.bot.host._database.writing() as connection:
            await connection.execute(update(announcements).values(values))

    async def play(self) -> None:
        """Play a game that Ada wins."""
        await self.table.begin()
        await self.table.resign(self.table.bob, await self.table.play(["C3", "E3"]))
        await self.bot.services.wait_idle()

    def posts(self) -> list[Message]:
        """The announcements in the channel."""
        return list(self.channel.history.values())


@pytest_asyncio.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server that wants results told in a channel. Discord remembers no message by its nonce."""
    monkeypatch.setattr(stand_in_messages, "NONCE_SECONDS", -1.0)
    clock = Clock()
    async with (
        patient_discord() as here,
        running_bot(here, tmp_path, monkeypatch, now=clock, sweep_every=timedelta(days=1)) as bot,
    ):
        table = Table.lay(here)
        channel = table.guild.add_channel("results")
        await table.settle(results=channel)
        yield Server(bot, table, channel, clock)


async def test_a_finished_game_is_posted_once_with_a_button_for_the_leaderboard(server: Server) -> None:
    await server.play()
    for _ in range(2):
        await server.sweep()
    (post,) = server.posts()
    ada, bob = server.table.ada, server.table.bob
    assert f"🏆 <@{ada.user.id}> (" in post.text
    assert f"<@{bob.user.id}> (" in post.text
    assert "Game over after 2 moves" in post.text
    assert f"👑 <@{ada.user.id}> is the new first of the leaderboard." in post.text
    assert "https://discord.com/channels/" in post.text
    assert labels(post) == ["Leaderboard"]
    assert post not in server.table.ada.notifications
    shown = await server.table.answer(await server.table.cleo.press(post, "Leaderboard"))
    assert shown.ephemeral
    assert f"1\\. <@{ada.user.id}>" in shown.text


async def test_a_process_that_is_killed_around_the_post_leads_to_one_post(server: Server) -> None:
    await server.play()
    await server.forget(tried_at=server.clock.time)
    await server.sweep()
    await server.forget(message_id=None, unshown_since=server.clock.time - timedelta(hours=1))
    await server.sweep()
    assert len(server.posts()) == 1


async def test_a_refused_post_is_made_later_and_an_old_one_never(server: Server) -> None:
    await server.play()
    server.table.discord.faults.fail("POST", POST, status=403, code=50013)
    await server.sweep()
    assert server.posts() == []
    server.clock.time += timedelta(hours=1)
    await server.sweep()
    assert len(server.posts()) == 1
    await server.forget(tried_at=None, message_id=None, unshown_since=server.clock.time)
    server.clock.time += timedelta(days=2)
    await server.sweep()
    assert len([post for post in server.posts() if "Game over" in post.text]) == 1


async def test_the_digest_of_a_week_is_posted_on_monday_once(server: Server) -> None:
    await server.play()
    await server.sweep()
    for hours in (23, 24, 25, 48):
        server.clock.time = MONDAY + timedelta(hours=hours - 24)
        await server.sweep()
    (digest,) = [post for post in server.posts() if "**The week in Gridlock**" in post.text]
    assert "1 game between 2 members." in digest.text
    assert f"Most games won: <@{server.table.ada.user.id}> **1**" in digest.text
    assert "Most played: Lines (1 game)" in digest.text


async def test_a_week_without_games_has_no_digest(server: Server) -> None:
    server.clock.time = MONDAY
    await server.sweep()
    assert server.posts() == []


async def test_a_deleted_channel_is_told_in_the_settings(server: Server) -> None:
    server.channel.delete()
    await server.play()
    await server.sweep()
    shown = await server.table.settle()
    assert "Results of games: not posted, because its channel is deleted." in shown.text
    assert "Results of games: not posted in any channel" in (await server.table.settle(clear="results")).text
