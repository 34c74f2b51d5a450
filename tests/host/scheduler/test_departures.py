"""Servers that the bot left: their data, and the return of the bot."""

from __future__ import annotations

from datetime import timedelta

from gridlock_host import Database, Host, Place, Sweeper
from gridlock_host.model.place import OUTSIDE
from tests.host.support.busy_life import PLACES, every_trace, live, naming, stored_rows
from tests.host.support.host import GUILD, OTHER_GUILD, Clock, contents, play, start

NEARLY = timedelta(days=30) - timedelta(seconds=1)


async def play_in_both(host: Host) -> None:
    """Start a game with one move in both servers."""
    for place in PLACES:
        await play(host, await start(host, place=place), "B2")


async def test_a_left_servers_data_is_deleted_after_thirty_days(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await live(host, every_trace())
    await host.scheduler.departures.note_departure(GUILD)
    before = await stored_rows(database)
    clock.time += NEARLY
    await sweeper.sweep()
    assert (await contents(database))["games"] != []
    assert naming(await stored_rows(database), GUILD) != []
    clock.time += timedelta(seconds=1)
    await sweeper.sweep()
    after = await stored_rows(database)
    assert naming(after, GUILD) == []
    elsewhere = {name: [row for row in before[name] if OTHER_GUILD in row] for name in before}
    for name in ("challenges", "games", "standings"):
        assert len(after[name]) == len(elsewhere[name]) > 0
    games = {row[0] for row in after["games"]}
    for name in ("moves", "results"):
        assert {row[0] for row in after[name]} <= games
    for name in ("blocks", "notifications"):
        assert after[name] == before[name]


async def test_a_returned_bot_keeps_the_servers_data(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await play_in_both(host)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += NEARLY
    await host.scheduler.departures.note_return(GUILD)
    before = await contents(database)
    clock.time += timedelta(days=30)
    await sweeper.sweep()
    assert await contents(database) == {**before, "heartbeats": [("sweeper", clock.time)]}


async def test_the_thirty_days_start_at_the_first_noticed_departure(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await play_in_both(host)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += NEARLY
    await host.scheduler.departures.note_departure(GUILD)
    await host.scheduler.departures.note_present_servers({OTHER_GUILD})
    clock.time += timedelta(seconds=1)
    await sweeper.sweep()
    assert naming(await stored_rows(database), GUILD) == []


async def test_at_the_start_departures_and_returns_are_noticed(database: Database, host: Host, clock: Clock) -> None:
    await play_in_both(host)
    await host.scheduler.departures.note_departure(OTHER_GUILD)
    await host.scheduler.departures.note_present_servers({OTHER_GUILD, 7})
    assert [(row[0], row[1]) for row in (await contents(database))["departures"]] == [(GUILD, clock.time)]
    await host.scheduler.departures.note_present_servers({place.guild_id for place in PLACES})
    assert (await contents(database))["departures"] == []


async def test_a_server_without_data_is_not_stored_at_the_start(database: Database, host: Host) -> None:
    await host.scheduler.departures.note_present_servers({GUILD})
    assert (await contents(database))["departures"] == []


async def test_an_outage_at_the_start_deletes_nothing(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await play_in_both(host)
    both = {GUILD, OTHER_GUILD}
    await host.scheduler.departures.note_present_servers(both, out_of_order={GUILD, 7})
    assert (await contents(database))["outages"] == [(GUILD, clock.time)]
    before = await contents(database)
    clock.time += timedelta(days=31)
    await sweeper.sweep()
    assert await contents(database) == {**before, "heartbeats": [("sweeper", clock.time)]}
    await host.scheduler.departures.note_present_servers(both)
    assert (await contents(database))["outages"] == []


async def test_a_removal_during_an_outage_is_a_departure(database: Database, host: Host, clock: Clock) -> None:
    """And both are over when the bot is there again."""
    await play_in_both(host)
    await host.scheduler.departures.note_outage(GUILD)
    clock.time += timedelta(days=1)
    await host.scheduler.departures.note_departure(GUILD)
    assert (await contents(database))["departures"] == [(GUILD, clock.time)]
    await host.scheduler.departures.note_return(GUILD)
    rows = await contents(database)
    assert rows["departures"] == rows["outages"] == []


async def test_another_departure_starts_thirty_new_days(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await play_in_both(host)
    await host.scheduler.departures.note_departure(GUILD)
    await host.scheduler.departures.note_return(GUILD)
    clock.time += NEARLY
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += NEARLY
    await sweeper.sweep()
    assert (await contents(database))["departures"] != []
    assert naming(await stored_rows(database), GUILD) != []


async def test_games_outside_of_servers_do_not_depart(database: Database, host: Host) -> None:
    game = await play(host, await start(host, place=Place(OUTSIDE, 5)), "B2")
    await host.scheduler.departures.note_present_servers({OTHER_GUILD})
    assert (await contents(database))["departures"] == []
    assert (await host.games.find(OUTSIDE, game.id)).place.is_outside
