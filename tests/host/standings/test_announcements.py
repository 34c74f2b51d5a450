"""Announcements of results: which games and weeks are told, that each is claimed once, and streaks and the lead."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

import pytest

from gridlock_host import Database, Game, Host, Sweeper
from gridlock_host.model.messages.announcement import Announcement, AnnouncementKind
from gridlock_host.scheduler.events import Due
from gridlock_host.servers.settings import Setting, SettingsChange
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    MANAGER,
    OTHER_GUILD,
    Clock,
    lift_limits,
    open_host,
    start,
    start_against_bot,
)

MONDAY = datetime.fromisoformat("2030-05-20T06:00Z")
HOUR = timedelta(hours=1)


async def tell_in(host: Host, channel_id: int, guild_id: int = GUILD) -> None:
    """Let a server have results told in a channel."""
    await host.servers.settings.change(guild_id, MANAGER, SettingsChange(results_channel_id=channel_id))


async def won_by(host: Host, clock: Clock, winner: int, loser: int) -> Game:
    """Play a game that a member wins, an hour after the last one."""
    clock.time += HOUR
    game = await start(host, one=winner, two=loser)
    await host.games.move(GUILD, game.id, game.first_id, str(game.position.legal_moves[0]))
    game = await host.games.find(GUILD, game.id)
    await host.games.move(GUILD, game.id, game.opponent_of(game.first_id), str(game.position.legal_moves[0]))
    return await host.games.resign(GUILD, game.id, loser)


async def told(sweeper: Sweeper) -> list[Announcement]:
    """The announcements that a sweep finds or makes."""
    events = [*await sweeper.sweep(), *await sweeper.find_unshown()]
    assert all(event.due is Due.SHOW for event in events)
    found = {event.key: event.subject for event in events}
    return [subject for subject in found.values() if isinstance(subject, Announcement)]


async def told_of_games(sweeper: Sweeper, host: Host) -> list[Announcement]:
    """The announcements of games that were not told yet, which are posted now."""
    found = [one for one in await told(sweeper) if one.kind is AnnouncementKind.GAME]
    for one in found:
        await host.games.announcements.note_posted(one, one.place)
    return found


@pytest.fixture
async def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    """A sweeper of a server that has results told."""
    clock.time = MONDAY + timedelta(days=1)
    await lift_limits(host)
    await tell_in(host, CHANNEL)
    await Sweeper(database, host.games, now=clock).sweep()
    return Sweeper(database, host.games, now=clock)


async def test_a_finished_game_is_told_by_the_next_sweep_and_once(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    game = await won_by(host, clock, ADA, BOB)
    (one,) = await told(sweeper)
    assert (one.game_id, one.place.channel_id, one.about_at) == (game.id, CHANNEL, clock.time)
    assert [again.id for again in await told(sweeper)] == [one.id], "it is found until it is posted"
    await host.games.announcements.note_posted(one, one.place)
    assert await told(sweeper) == []


async def test_games_without_a_winner_and_games_against_the_bot_are_not_told(sweeper: Sweeper, host: Host) -> None:
    game = await start(host)
    await host.games.resign(GUILD, game.id, ADA)
    against_bot = await start_against_bot(host)
    await host.games.resign(GUILD, against_bot.id, against_bot.player_one_id)
    assert await told(sweeper) == []


async def test_nothing_is_told_unless_the_settings_name_a_channel(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(clear=Setting.RESULTS))
    await won_by(host, clock, ADA, BOB)
    await tell_in(host, CHANNEL, OTHER_GUILD)
    clock.time += timedelta(days=7)
    assert await told(sweeper) == []


async def test_streaks_of_five_ten_and_twenty_five_are_told(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await won_by(host, clock, BOB, ADA)
    for _ in range(26):
        await won_by(host, clock, ADA, BOB)
    streaks = [one.streak for one in await told_of_games(sweeper, host)]
    assert [(number, streak) for number, streak in enumerate(streaks) if streak] == [(5, 5), (10, 10), (25, 25)]


async def test_a_streak_ends_with_a_loss_and_counts_no_game_against_the_bot(
    sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    for _ in range(4):
        await won_by(host, clock, ADA, BOB)
    bots = await start_against_bot(host)
    await host.games.resign(GUILD, bots.id, ADA)
    await won_by(host, clock, CLEO, ADA)
    for _ in range(4):
        await won_by(host, clock, ADA, BOB)
    assert not [one for one in await told_of_games(sweeper, host) if one.streak]
    await won_by(host, clock, ADA, BOB)
    assert [one.streak for one in await told_of_games(sweeper, host)] == [5]


async def test_a_new_first_place_is_told_when_a_member_gets_past_all_others(
    sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    leads = []
    for winner, loser in ((ADA, BOB), (ADA, BOB), (BOB, ADA), (BOB, CLEO), (BOB, CLEO), (CLEO, BOB), (ADA, BOB)):
        await won_by(host, clock, winner, loser)
        leads += [one.takes_lead for one in await told_of_games(sweeper, host)]
    assert leads == [True, False, False, False, True, False, False]


async def test_a_game_that_does_not_count_because_of_a_ban_is_not_told(
    sweeper: Sweeper, host: Host, clock: Clock
) -> None:
    await won_by(host, clock, ADA, BOB)
    running = await start(host)
    await host.games.move(GUILD, running.id, running.first_id, str(running.position.legal_moves[0]))
    running = await host.games.find(GUILD, running.id)
    await host.games.move(
        GUILD, running.id, running.opponent_of(running.first_id), str(running.position.legal_moves[0])
    )
    await host.servers.moderation.ban(GUILD, MANAGER, BOB, "test", voids_games=True)
    clock.time += HOUR
    await host.games.resign(GUILD, running.id, BOB)
    told_games = [one.game_id for one in await told_of_games(sweeper, host)]
    assert running.id not in told_games
    assert len(told_games) == 1


async def test_a_digest_is_told_once_on_monday_from_six_o_clock(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await won_by(host, clock, ADA, BOB)
    await told_of_games(sweeper, host)
    days = []
    for moment in (MONDAY + timedelta(days=5), MONDAY + timedelta(days=7) - HOUR, MONDAY + timedelta(days=7)):
        clock.time = moment
        days += [one.about_at.isoformat() for one in await told(sweeper)]
        for one in await told(sweeper):
            await host.games.announcements.note_left_out(one)
    assert days == ["2030-05-27T00:00:00+00:00"]
    clock.time += timedelta(days=6)
    assert await told(sweeper) == []


async def test_a_week_has_its_games_members_and_best(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    assert sweeper is not None
    for winner, loser in ((ADA, BOB), (ADA, BOB), (CLEO, ADA)):
        await won_by(host, clock, winner, loser)
    monday = (MONDAY + timedelta(days=7)).date()
    week = await host.games.announcements.week(GUILD, monday)
    assert week is not None
    assert (week.games, week.members, week.best) == (3, 3, ((ADA, 2), (CLEO, 1)))
    assert (week.variant_key, week.variant_games) == ("lines", 3)
    assert await host.games.announcements.week(GUILD, monday + timedelta(days=7)) is None
    assert await host.games.announcements.week(OTHER_GUILD, monday) is None


async def test_one_of_several_processes_claims_a_digest(database: Database, sweeper: Sweeper, clock: Clock) -> None:
    clock.time = MONDAY + timedelta(days=7)
    others = [Sweeper(database, open_host(database, now=clock).games, now=clock) for _ in range(3)]
    claimed = await asyncio.gather(*(each.sweep() for each in [sweeper, *others]))
    assert sum(map(len, claimed)) == 1


async def test_what_is_a_day_old_is_too_late(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await won_by(host, clock, ADA, BOB)
    (one,) = await told(sweeper)
    clock.time += 23 * HOUR
    assert not host.games.announcements.is_too_late(one)
    clock.time += HOUR
    assert host.games.announcements.is_too_late(one)


async def test_games_of_a_person_whose_data_is_deleted_are_not_told(sweeper: Sweeper, host: Host, clock: Clock) -> None:
    await won_by(host, clock, ADA, BOB)
    await won_by(host, clock, BOB, CLEO)
    await host.members.privacy.forget(ADA)
    assert [one.about_at for one in await told(sweeper)] == [clock.time]
