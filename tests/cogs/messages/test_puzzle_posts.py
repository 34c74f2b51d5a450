"""Posts of the puzzle of the day: once a day and server, over kills and refusals; late rather than twice."""

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
from cogs.messages.servers.puzzle_posts import PuzzlePosts
from cogs.runtime.client import GridlockBot
from gridlock_host import Sweeper
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.storage.schema import daily_puzzles
from local_discord import Channel, Message
from local_discord.server.rest import messages as stand_in_messages
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, labels
from tests.support.stand_in import patient_discord

DAY = timedelta(days=1)
# A day that is over, because the stand-in numbers messages by the clock of the machine.
YESTERDAY = datetime.now(UTC).date() - DAY
POST = r"/channels/\d+/messages"


class Clock:
    """Tells the time that it was last set to."""

    def __init__(self) -> None:
        self.time = datetime.combine(YESTERDAY, time(6), UTC)

    def __call__(self) -> datetime:
        return self.time


@dataclass
class Server:
    """A server that wants the puzzle posted, and the bot, whose sweeps the test makes."""

    bot: GridlockBot
    table: Table
    channel: Channel
    clock: Clock

    async def sweep(self, *, restarted: bool = False) -> None:
        """Do what a sweep does, or the first sweep after a start, and wait until all is shown."""
        host, now = self.bot.host, self.clock
        sweeper = Sweeper(host._database, host.games, now=now)
        found = [*await sweeper.sweep(), *await sweeper.find_unshown()]
        if restarted:
            found += await sweeper.find_unshown_at_start()
        posts = {event.subject.id: event.subject for event in found if isinstance(event.subject, PuzzlePost)}
        messages = Messages(self.bot, self.bot.services.languages)
        posts_once = SinglePosts(OwnMessages(self.bot), messages, host)
        display = PuzzlePosts(posts_once, host, self.bot.services.languages)
        for post in posts.values():
            await display.show(post)

    async def forget(self, **values: Any) -> None:
        """Put the row of the post back, as a kill leaves it."""
        async with self.bot.host._database.writing() as connection:
            await connection.execute(update(daily_puzzles).values(values))

    def posts(self) -> list[Message]:
        """The puzzles in the channel, deleted ones included."""
        return [
            message
            for message in self.channel.history.values()
            if "**Puzzle of" in message.text and not message.ephemeral
        ]


@pytest_asyncio.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A server that wants the puzzle in a channel, at six o'clock. Discord remembers no message by its nonce."""
    monkeypatch.setattr(stand_in_messages, "NONCE_SECONDS", -1.0)
    clock = Clock()
    async with (
        patient_discord() as here,
        running_bot(here, tmp_path, monkeypatch, now=clock, sweep_every=timedelta(days=1)) as bot,
    ):
        table = Table.lay(here)
        channel = table.guild.add_channel("puzzles")
        await table.settle(puzzle=channel)
        yield Server(bot, table, channel, clock)


async def test_the_puzzle_is_posted_once_a_day_with_buttons(server: Server) -> None:
    for hour in (6, 6, 7, 17, 18, 23):
        server.clock.time = server.clock.time.replace(hour=hour)
        await server.sweep()
    (post,) = server.posts()
    assert labels(post) == ["Solve", "Streaks"]
    assert "Exactly one move wins. Which one?" in post.text
    assert "Yesterday's puzzle" not in post.text
    assert not post.ephemeral
    assert not server.table.ada.notifications


async def test_solving_a_post_is_private_and_the_next_post_tells_how_many_did(server: Server) -> None:
    await server.sweep()
    (post,) = server.posts()
    table, answer = server.table, str(server.bot.host.bot_player.puzzles.puzzle(server.table.guild.id).puzzle.answer)
    for person, rightly in ((table.ada, True), (table.bob, True), (table.cleo, False)):
        shown = await table.answer(await person.press(post, "Solve"))
        assert shown.ephemeral
        move = answer if rightly else next(label for label in labels(shown) if label != answer)
        await table.answer(await person.press(shown, move))
    assert labels(post) == ["Solve", "Streaks"], "the post stays as it is"
    server.clock.time += DAY
    await server.sweep()
    told = f"Yesterday's puzzle: 2 of 3 solved it. The answer was **{answer}**."
    assert told in server.posts()[1].text


async def test_the_post_of_an_earlier_day_shows_its_solution(server: Server) -> None:
    await server.sweep()
    (post,) = server.posts()
    answer = server.bot.host.bot_player.puzzles.puzzle(server.table.guild.id).puzzle.answer
    server.clock.time += DAY
    shown = await server.table.answer(await server.table.ada.press(post, "Solve"))
    assert shown.ephemeral
    assert f"The move that wins is **{answer}**." in shown.text
    assert "Nobody has answered it yet." in shown.text
    assert "Your streak: 0 puzzles." in shown.text
    assert labels(shown) == ["Streaks"]


async def test_the_streaks_below_a_post_are_private(server: Server) -> None:
    await server.sweep()
    shown = await server.table.answer(await server.table.ada.press(server.posts()[0], "Streaks"))
    assert shown.ephemeral
    assert "Nobody has a streak here" in shown.text


@pytest.mark.parametrize("was_tried", [True, False])
async def test_a_process_that_is_killed_before_the_post_leaves_it_to_the_next(
    server: Server, *, was_tried: bool
) -> None:
    (event,) = await Sweeper(server.bot.host._database, server.bot.host.games, now=server.clock).sweep()
    assert isinstance(event.subject, PuzzlePost)
    if was_tried:
        await server.bot.host.servers.puzzle_posts.note_attempt(event.subject)
    server.clock.time += timedelta(hours=3)
    await server.sweep(restarted=True)
    await server.sweep(restarted=True)
    assert len(server.posts()) == 1


async def test_a_process_that_is_killed_after_the_post_leads_to_no_second_one(server: Server) -> None:
    """The kill comes before it is stored that it was posted; the next process finds it in the channel."""
    await server.sweep()
    await server.forget(message_id=None, unshown_since=server.clock.time)
    server.clock.time += timedelta(hours=3)
    await server.sweep(restarted=True)
    await server.sweep(restarted=True)
    assert len(server.posts()) == 1


async def test_nothing_is_posted_a_second_time_where_the_history_cannot_be_read(server: Server) -> None:
    await server.sweep()
    await server.forget(message_id=None, unshown_since=server.clock.time)
    server.channel.deny_bot("READ_MESSAGE_HISTORY")
    server.clock.time += timedelta(hours=3)
    await server.sweep(restarted=True)
    assert len(server.posts()) == 1


async def test_a_refused_post_is_made_later_on_the_same_day(server: Server) -> None:
    server.table.discord.faults.fail("POST", POST, status=403, code=50013)
    await server.sweep()
    assert server.posts() == []
    server.clock.time += timedelta(minutes=5)
    await server.sweep()
    assert server.posts() == [], "retries are rare"
    server.clock.time += timedelta(minutes=6)
    await server.sweep()
    assert len(server.posts()) == 1


async def test_a_post_that_is_refused_until_it_is_too_late_is_left_out(server: Server) -> None:
    server.table.discord.faults.fail("POST", POST, status=403, code=50013)
    await server.sweep()
    server.clock.time += timedelta(hours=12)
    await server.sweep(restarted=True)
    assert server.posts() == []
    server.clock.time += timedelta(hours=12)
    await server.sweep()
    assert len(server.posts()) == 1


async def test_a_deleted_channel_is_told_in_the_settings(server: Server) -> None:
    server.channel.delete()
    await server.sweep()
    shown = await server.table.settle()
    assert "Puzzle of the day: not posted, because its channel is deleted." in shown.text
    assert "Puzzle of the day: not posted in any channel" in (await server.table.settle(clear="puzzle")).text
