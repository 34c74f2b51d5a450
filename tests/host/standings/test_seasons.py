"""Seasons: a game belongs to the one in which it ended; each has a table, an end and a champion, and none is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

import pytest

from gridlock_host import Database, Ending, Game, Host, Order, Record, Sweeper
from gridlock_host.errors import SeasonsAreNotByHand
from gridlock_host.games.changes import store_change
from gridlock_host.maintenance.integrity import check
from gridlock_host.model.messages.announcement import Announcement, AnnouncementKind
from gridlock_host.model.standings.season import Rhythm, period_begin, period_end
from gridlock_host.servers.settings import Setting, SettingsChange
from gridlock_host.standings.seasons import recount_seasons
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    MANAGER,
    OTHER_GUILD,
    Clock,
    contents,
    lift_limits,
    open_host,
    start,
)

BEGIN = datetime.fromisoformat("2030-05-17T12:00Z")
JUNE = datetime.fromisoformat("2030-06-01T00:00Z")
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


async def want(host: Host, rhythm: Rhythm, guild_id: int = GUILD) -> None:
    """Let a server have seasons."""
    await host.servers.settings.change(guild_id, MANAGER, SettingsChange(season=rhythm))


async def begun(host: Host, one: int, two: int) -> Game:
    """Begin a game, and let both move."""
    game = await start(host, one=one, two=two)
    for _ in range(2):
        assert game.to_move_id is not None
        game = await host.games.move(GUILD, game.id, game.to_move_id, str(game.position.legal_moves[0]))
    return game


async def won_by(host: Host, winner: int, loser: int) -> Game:
    """Play a game that a member wins."""
    game = await begun(host, winner, loser)
    return await host.games.resign(GUILD, game.id, loser)


async def table(host: Host, season: int) -> list[tuple[int | None, int, Record]]:
    """The table of a season: rank, member and record."""
    page = await host.games.standings.leaderboard(GUILD, None, Order.POINTS, asker_id=ADA, season=season)
    return [(one.rank, one.user_id, one.record) for one in page.standings]


async def closed(sweeper: Sweeper) -> list[Announcement]:
    """The ends of seasons that a sweep announces."""
    subjects = [event.subject for event in await sweeper.sweep()]
    return [one for one in subjects if isinstance(one, Announcement) and one.kind is AnnouncementKind.SEASON]


@pytest.fixture
async def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    """A sweeper of a server with a season for each month, and a channel for results."""
    clock.time = BEGIN
    await lift_limits(host)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(results_channel_id=CHANNEL, season=Rhythm.MONTH))
    return Sweeper(database, host.games, now=clock)


def test_months_and_quarters_end_with_the_calendar() -> None:
    for moment, rhythm, begin, end in (
        ("2030-05-17T12:00Z", Rhythm.MONTH, "2030-05-01", "2030-06-01"),
        ("2030-12-31T23:59Z", Rhythm.MONTH, "2030-12-01", "2031-01-01"),
        ("2030-12-01T00:00Z", Rhythm.QUARTER, "2030-10-01", "2031-01-01"),
        ("2030-03-31T23:00Z", Rhythm.QUARTER, "2030-01-01", "2030-04-01"),
        ("2030-04-01T00:00Z", Rhythm.QUARTER, "2030-04-01", "2030-07-01"),
    ):
        time = datetime.fromisoformat(moment)
        assert period_begin(rhythm, time).isoformat() == f"{begin}T00:00:00+00:00"
        assert period_end(rhythm, time) == datetime.fromisoformat(f"{end}T00:00Z")
    assert period_end(Rhythm.BY_HAND, BEGIN) is None


async def test_a_game_belongs_to_the_season_in_which_it_ended(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    assert sweeper is not None
    clock.time = JUNE - timedelta(microseconds=1)
    await won_by(host, ADA, BOB)
    running = await begun(host, BOB, ADA)
    clock.time = JUNE
    await host.games.resign(GUILD, running.id, ADA)
    assert await table(host, 1) == [(1, ADA, Record(1, 0)), (2, BOB, Record(0, 1))]
    assert await table(host, 2) == [(1, BOB, Record(1, 0)), (2, ADA, Record(0, 1))]
    assert [(one.number, one.begins_at) for one in await host.games.seasons.newest(GUILD)] == [(2, JUNE), (1, BEGIN)]
    total = await host.games.standings.leaderboard(GUILD, None, Order.POINTS, asker_id=ADA)
    assert {one.user_id: one.record for one in total.standings} == {ADA: Record(1, 1), BOB: Record(1, 1)}


async def test_the_champion_is_announced_once_a_minute_after_the_end(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    for winner, loser in ((ADA, BOB), (ADA, CLEO), (BOB, ADA)):
        await won_by(host, winner, loser)
    clock.time = JUNE + MINUTE - timedelta(seconds=1)
    assert await closed(sweeper) == []
    clock.time += timedelta(seconds=1)
    others = [Sweeper(database, open_host(database, now=clock).games, now=clock) for _ in range(3)]
    found = [one for each in await asyncio.gather(*(closed(each) for each in [sweeper, *others])) for one in each]
    assert [(one.season, one.about_at) for one in found] == [(1, JUNE)]
    newest = await host.games.seasons.newest(GUILD)
    assert [(one.number, one.is_closed, one.champion_id, one.champions) for one in newest] == [
        (2, False, None, 0),
        (1, True, ADA, 1),
    ]
    clock.time += timedelta(days=40)
    assert await closed(sweeper) == [], "nobody has won a game in June"


async def test_equal_points_share_the_title(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    for winner, loser in ((ADA, BOB), (BOB, CLEO)):
        await won_by(host, winner, loser)
    clock.time = JUNE + MINUTE
    await closed(sweeper)
    (season,) = [one for one in await host.games.seasons.newest(GUILD) if one.is_closed]
    assert (season.champion_id, season.champions) == (BOB, 2)


async def test_a_change_of_settings_ends_the_season_and_keeps_all(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await won_by(host, ADA, BOB)
    clock.time += HOUR
    await want(host, Rhythm.QUARTER)
    await won_by(host, BOB, ADA)
    clock.time += HOUR
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(clear=Setting.SEASON))
    clock.time += HOUR
    await won_by(host, BOB, ADA)
    assert [one.season for one in await closed(sweeper)] == [1, 2]
    clock.time += timedelta(days=100)
    await won_by(host, BOB, ADA)
    assert [one.champion_id for one in await host.games.seasons.newest(GUILD)] == [BOB, ADA]
    assert await table(host, 1) == [(1, ADA, Record(1, 0)), (2, BOB, Record(0, 1))]
    assert await table(host, 2) == [(1, BOB, Record(1, 0)), (2, ADA, Record(0, 1))]


async def test_a_season_by_hand_lasts_until_the_next(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    with pytest.raises(SeasonsAreNotByHand):
        await host.games.seasons.begin(GUILD)
    clock.time += HOUR
    await want(host, Rhythm.BY_HAND)
    await won_by(host, CLEO, BOB)
    clock.time += HOUR
    first = await host.games.seasons.begin(GUILD)
    await won_by(host, ADA, BOB)
    clock.time += timedelta(days=200)
    assert (await host.games.seasons.begin(GUILD)).number == first.number + 1
    clock.time += MINUTE
    assert [one.season for one in await closed(sweeper)] == [first.number]
    assert await table(host, first.number) == [(1, ADA, Record(1, 0)), (2, BOB, Record(0, 1))]


async def test_a_game_that_is_put_back_begins_the_season_in_which_it_ended(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    running = await begun(host, ADA, BOB)
    await host.servers.moderation.ban(GUILD, MANAGER, BOB, "test", voids_games=True)
    clock.time = JUNE + timedelta(seconds=1)
    await host.games.resign(GUILD, running.id, BOB)
    assert [one.number for one in await host.games.seasons.newest(GUILD)] == [1]
    await host.servers.moderation.unvoid_member(GUILD, MANAGER, BOB, "test")
    assert await table(host, 2) == [(1, ADA, Record(1, 0)), (2, BOB, Record(0, 1))]
    clock.time = JUNE + MINUTE
    assert await closed(sweeper) == [], "nobody has won a game in May"
    assert (await check(database)).faults == []


async def test_a_void_after_the_end_of_a_season_changes_its_champion(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    one, two, three = [(await won_by(host, *pair)).id for pair in ((ADA, BOB), (CLEO, BOB), (CLEO, ADA))]
    clock.time = JUNE + MINUTE
    await closed(sweeper)
    champions = []
    for game_id in (two, three, one):
        await host.servers.moderation.void(GUILD, game_id, MANAGER, "test")
        champions += [one.champion_id for one in await host.games.seasons.newest(GUILD) if one.is_closed]
    await host.servers.moderation.unvoid(GUILD, three, MANAGER, "test")
    champions += [one.champion_id for one in await host.games.seasons.newest(GUILD) if one.is_closed]
    assert champions == [ADA, ADA, None, CLEO]
    assert (await check(database)).faults == []


async def test_a_result_that_is_stored_late_changes_the_champion_of_its_season(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    await won_by(host, ADA, BOB)
    games = [await begun(host, CLEO, BOB) for _ in range(2)]
    clock.time = JUNE + MINUTE
    await closed(sweeper)
    for game in games:
        ended = replace(game, version=game.version + 1).ended(Ending.RESIGNATION, CLEO, JUNE - MINUTE)
        async with database.writing(changes=[game.id]) as connection:
            assert await store_change(connection, game, ended, clock.time) is not None
    champions = [one.champion_id for one in await host.games.seasons.newest(GUILD) if one.is_closed]
    assert champions == [CLEO]
    assert (await check(database)).faults == []


async def test_servers_have_their_own_seasons(sweeper: Sweeper, host: Host) -> None:
    assert sweeper is not None
    await won_by(host, ADA, BOB)
    assert await host.games.seasons.newest(OTHER_GUILD) == []
    assert await host.games.seasons.find(GUILD, 2) is None


async def test_a_recount_gives_the_same_table_and_pages_are_those_of_a_naive_count(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    assert sweeper is not None
    chance, won = Random(3), Counter[int]()  # noqa: S311  # games of a test
    people = range(101, 116)
    for _ in range(25):
        clock.time += MINUTE
        winner, loser = chance.sample(people, 2)
        await won_by(host, winner, loser)
        won[winner] += 1
    before = await contents(database)
    season = await host.games.seasons.find(GUILD, 1)
    assert season is not None
    async with database.writing() as connection:
        await recount_seasons(connection, GUILD, [BEGIN + MINUTE])
    assert await contents(database) == before
    assert (await check(database)).faults == []
    rows = [row for number in range(2) for row in await page(host, number)]
    assert [record.won for _, _, record in rows] == sorted((record.won for _, _, record in rows), reverse=True)
    assert {user_id: record.won for _, user_id, record in rows if record.won} == dict(won)
    for rank, _, record in rows:
        assert rank == 1 + sum(other.won > record.won for _, _, other in rows)


async def page(host: Host, number: int) -> list[tuple[int | None, int, Record]]:
    """A page of the first season's table."""
    found = await host.games.standings.leaderboard(GUILD, None, Order.POINTS, asker_id=ADA, number=number, season=1)
    return [(one.rank, one.user_id, one.record) for one in found.standings] if found.number == number else []


async def test_forget_me_takes_a_member_out_of_seasons_and_keeps_the_title_nameless(
    database: Database, sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    await won_by(host, ADA, BOB)
    clock.time = JUNE + MINUTE
    await closed(sweeper)
    await won_by(host, BOB, ADA)
    await host.members.privacy.forget(ADA)
    assert [one.champion_id for one in await host.games.seasons.newest(GUILD)] == [None, -1]
    assert await table(host, 1) == [(1, BOB, Record(0, 1))]
    assert await table(host, 2) == [(1, BOB, Record(1, 0))]
    assert (await check(database)).faults == []
