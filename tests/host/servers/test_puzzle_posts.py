"""Posts of the puzzle of the day: when they are due, that each is claimed once, and how late they may be."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest

from gridlock_host import Database, Host, Place, Sweeper
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.scheduler.events import Due, Event
from gridlock_host.servers.settings import Setting, SettingsChange
from tests.host.support.host import (
    ADA,
    CHANNEL,
    GUILD,
    MANAGER,
    OTHER_CHANNEL,
    OTHER_GUILD,
    Clock,
    contents,
    open_host,
)

DAY = timedelta(days=1)
TODAY = date(2030, 5, 17)


def at(time: str, day: date = TODAY) -> datetime:
    """A time in UTC."""
    return datetime.fromisoformat(f"{day.isoformat()}T{time}Z")


async def post_in(host: Host, channel_id: int, guild_id: int = GUILD) -> None:
    """Let a server have the puzzle posted in a channel."""
    await host.servers.settings.change(guild_id, MANAGER, SettingsChange(puzzle_channel_id=channel_id))


async def swept(sweeper: Sweeper) -> list[PuzzlePost]:
    """Sweep, and return the posts that the sweep has claimed."""
    events = await sweeper.sweep()
    assert all(event.due is Due.SHOW for event in events)
    return [event.subject for event in events if isinstance(event.subject, PuzzlePost)]


async def is_due(sweeper: Sweeper) -> bool:
    """Whether a sweep has anything to do."""
    _, outlook = await sweeper.look(longer_than=timedelta(days=10_000))
    return outlook.has_deadlines


@pytest.fixture
async def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    """A sweeper of a database in which a server has the puzzle posted."""
    clock.time = at("05:00")
    await post_in(host, CHANNEL)
    return Sweeper(database, host.games, now=clock)


async def test_a_puzzle_is_due_from_six_o_clock_and_claimed_once_a_day(sweeper: Sweeper, clock: Clock) -> None:
    days = []
    for time in ("05:00", "05:59:59", "06:00", "06:00", "12:00", "23:59:59"):
        clock.time = at(time)
        days += [(time, post.day) for post in await swept(sweeper)]
        assert not await is_due(sweeper)
    for time in ("00:00", "05:59", "07:30", "07:31"):
        clock.time = at(time, TODAY + DAY)
        days += [(time, post.day) for post in await swept(sweeper)]
    assert days == [("06:00", TODAY), ("07:30", TODAY + DAY)]


async def test_the_post_has_the_channel_of_the_settings(sweeper: Sweeper, clock: Clock) -> None:
    clock.time = at("06:00")
    assert await is_due(sweeper)
    (post,) = await swept(sweeper)
    assert (post.place, post.tried_at) == (Place(GUILD, CHANNEL), None)
    assert not await is_due(sweeper)


async def test_nothing_is_posted_where_no_server_wants_it(database: Database, host: Host, clock: Clock) -> None:
    await host.servers.settings.change(OTHER_GUILD, MANAGER, SettingsChange(size=5))
    await post_in(host, CHANNEL)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(clear=Setting.PUZZLE))
    sweeper = Sweeper(database, host.games, now=clock)
    assert not await is_due(sweeper)
    assert await swept(sweeper) == []


@pytest.mark.parametrize(("time", "is_posted"), [("17:59:59", True), ("18:00", False), ("23:00", False)])
async def test_a_puzzle_is_posted_up_to_twelve_hours_late(
    sweeper: Sweeper, clock: Clock, time: str, *, is_posted: bool
) -> None:
    clock.time = at(time)
    assert [post.day for post in await swept(sweeper)] == [TODAY] * is_posted
    assert not await is_due(sweeper), "it is not looked at again and again"
    clock.time = at("06:00", TODAY + DAY)
    assert [post.day for post in await swept(sweeper)] == [TODAY + DAY]


async def test_another_channel_on_the_same_day_gets_no_second_post(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    clock.time = at("06:00")
    assert len(await swept(sweeper)) == 1
    await post_in(host, OTHER_CHANNEL)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(clear=Setting.PUZZLE))
    await post_in(host, OTHER_CHANNEL)
    assert await swept(sweeper) == []
    clock.time += DAY
    assert [post.place.channel_id for post in await swept(sweeper)] == [OTHER_CHANNEL]


async def test_one_of_several_processes_claims_a_post(database: Database, sweeper: Sweeper, clock: Clock) -> None:
    clock.time = at("06:00")
    others = [Sweeper(database, open_host(database, now=clock).games, now=clock) for _ in range(3)]
    claimed = await asyncio.gather(*(swept(each) for each in [sweeper, *others]))
    assert sum(map(len, claimed)) == 1


async def test_the_answers_of_a_day_do_not_hinder_its_post(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    puzzles = host.bot_player.puzzles
    await puzzles.answer(GUILD, ADA, TODAY, str(puzzles.puzzle(GUILD).puzzle.answer))
    clock.time = at("06:00")
    (post,) = await swept(sweeper)
    assert post.day == TODAY
    assert (await puzzles.result(GUILD, TODAY)).answered == 1


async def test_a_post_whose_process_died_is_found_until_it_is_posted(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    clock.time = at("06:00")
    (post,) = await swept(sweeper)
    await host.servers.puzzle_posts.note_attempt(post)
    assert await sweeper.find_unshown() == []
    clock.time = at("06:02")
    restarted = Sweeper(database, host.games, now=clock)
    for found in (await sweeper.find_unshown(), await restarted.find_unshown_at_start()):
        (again,) = [event.subject for event in found]
        assert isinstance(again, PuzzlePost)
        assert again == replace(post, tried_at=at("06:00"))
    await host.servers.puzzle_posts.note_posted(post, Place(GUILD, CHANNEL, 17))
    assert await restarted.find_unshown_at_start() == []


async def test_a_refused_post_is_tried_again_later(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    clock.time = at("06:00")
    (post,) = await swept(sweeper)
    await host.scheduler.outbox.put_off(post, since=clock.time)
    clock.time = at("06:09")
    assert await sweeper.find_unshown() == []
    clock.time = at("06:10")
    assert [event.subject.id for event in await sweeper.find_unshown()] == [post.id]
    await host.servers.puzzle_posts.note_left_out(post)
    assert await sweeper.find_unshown() == []


async def test_a_server_that_the_bot_cannot_reach_gets_its_post_later(
    sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    await host.scheduler.departures.note_outage(GUILD)
    clock.time = at("06:00")
    assert await swept(sweeper) == []
    clock.time = at("10:00")
    await host.scheduler.departures.note_return(GUILD)
    assert [post.day for post in await swept(sweeper)] == [TODAY]


async def test_posts_are_deleted_with_the_server(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    clock.time = at("06:00")
    await swept(sweeper)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += 31 * DAY
    await sweeper.sweep()
    assert (await contents(database))["daily_puzzles"] == []


async def test_more_servers_than_a_sweep_serves_are_served_by_the_next(
    sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    for number in range(120):
        await post_in(host, CHANNEL + number, OTHER_GUILD + number)
    clock.time = at("06:00")
    posts = await swept(sweeper)
    assert sweeper.is_behind
    posts += await swept(sweeper)
    assert len({post.place.guild_id for post in posts}) == len(posts) == 121


def test_an_event_of_a_post_is_shown_by_one_task() -> None:
    post = PuzzlePost(1, TODAY, Place(GUILD, CHANNEL), None, at("06:00"))
    again = PuzzlePost(1, TODAY, Place(GUILD, CHANNEL), at("06:00"), at("06:10"))
    assert Event(Due.SHOW, post).key == Event(Due.SHOW, again).key
