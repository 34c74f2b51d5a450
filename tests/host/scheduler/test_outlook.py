"""The outlook: one statement that knows whether a sweep has anything to do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from gridlock_host import Database, Host, Sweeper
from gridlock_host.scheduler.outlook import Outlook
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    HERE,
    Clock,
    play,
    play_to_the_end,
    propose,
    start,
    start_against_bot,
)
from tests.host.support.statements import listening

DAY = timedelta(days=1)


async def look(sweeper: Sweeper) -> Outlook:
    return (await sweeper.look(longer_than=1000 * DAY))[1]


async def check_that_it_is_true(sweeper: Sweeper) -> Outlook:
    """The outlook says of every list of the sweeper whether it is empty."""
    outlook = await look(sweeper)
    assert outlook.has_unshown == bool(await sweeper.find_unshown())
    assert outlook.awaits_bot == bool(await sweeper.find_awaiting_bot())
    assert outlook.has_redraws == bool(await sweeper.find_to_redraw())
    return outlook


async def test_nothing_is_due_before_anything_has_happened(sweeper: Sweeper, clock: Clock) -> None:
    assert await look(sweeper) == Outlook(None, False, False, False, False)
    await sweeper.rest(clock.time)
    assert await look(sweeper) == Outlook(clock.time, False, False, False, False)


async def test_a_change_is_due_a_minute_later_until_it_is_shown(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    challenge = await propose(host)
    assert not (await check_that_it_is_true(sweeper)).has_unshown
    clock.time += timedelta(minutes=1)
    assert (await check_that_it_is_true(sweeper)).has_unshown
    await host.challenges.place(challenge.id, replace(HERE, message_id=900))
    assert not (await check_that_it_is_true(sweeper)).has_unshown
    await play(host, await start(host, one=BOB, two=ADA), "A1")
    clock.time += timedelta(minutes=1)
    assert (await check_that_it_is_true(sweeper)).has_unshown


async def test_the_bots_move_is_due_after_ten_seconds(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await play(host, await start_against_bot(host), "A1")
    assert not (await check_that_it_is_true(sweeper)).awaits_bot
    clock.time += timedelta(seconds=10)
    assert (await check_that_it_is_true(sweeper)).awaits_bot
    await host.games.resign(GUILD, game.id, ADA)
    assert not (await check_that_it_is_true(sweeper)).awaits_bot


async def test_a_redraw_is_due_until_it_is_done(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await start(host)
    await host.scheduler.outbox.put_off_redraw(game, since=game.changed_at)
    clock.time += timedelta(hours=1)
    assert (await check_that_it_is_true(sweeper)).has_redraws


async def test_a_deadline_is_due_once(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """A challenge or an offer that expires is one, too."""
    await propose(host)
    assert not (await look(sweeper)).has_deadlines
    clock.time += DAY
    assert (await look(sweeper)).has_deadlines
    await sweeper.sweep()
    assert not (await look(sweeper)).has_deadlines
    finished = await play_to_the_end(host, await start(host))
    await host.challenges.rematch.offer(GUILD, finished.id, BOB, channel_id=CHANNEL)
    assert not (await look(sweeper)).has_deadlines
    clock.time += DAY
    assert (await look(sweeper)).has_deadlines
    await sweeper.sweep()
    assert not (await look(sweeper)).has_deadlines


async def test_nothing_is_due_in_a_server_that_the_bot_has_left_until_its_data_is_deleted(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await start(host)
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += 29 * DAY
    assert await look(sweeper) == Outlook(None, False, False, False, False)
    clock.time += DAY
    assert (await look(sweeper)).has_deadlines
    await sweeper.sweep()
    assert not (await look(sweeper)).has_deadlines


async def test_a_look_is_one_statement(database: Database, host: Host, sweeper: Sweeper) -> None:
    await start(host)
    with listening(database) as statements:
        await look(sweeper)
    assert statements.number == 1
