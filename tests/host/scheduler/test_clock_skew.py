"""Clocks that are wrong or set during games."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Challenge, Database, Game, Host, Person, Sweeper
from gridlock_host.bot_player.puzzle_streaks import count_answer
from gridlock_host.model.offer import OfferKind
from gridlock_host.model.terms import Terms
from gridlock_host.scheduler.heartbeat import last_beat
from tests.host.support.host import ADA, BOB, BOT, GUILD, HERE, Clock, new_request, play, start

HOUR = timedelta(hours=1)
YEARS = timedelta(days=3650)
LONGER = timedelta(seconds=30)


@pytest.fixture
def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    return Sweeper(database, host.games, now=clock)


async def begin(host: Host) -> Game:
    """A game without pending displays."""
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", per_move=HOUR), request_id=new_request()
    )
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    await host.challenges.note_shown(challenge)
    await host.games.note_shown(game, None)
    return game


async def time_left(host: Host, clock: Clock, game: Game) -> timedelta:
    deadline = (await host.games.find(GUILD, game.id)).deadline
    assert deadline is not None
    return deadline - clock.time


async def test_a_clock_leap_ahead_is_charged_to_nobody(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await sweeper.sweep()
    game = await begin(host)
    clock.time += YEARS
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(host, clock, game) == HOUR


@pytest.mark.parametrize("is_started_anew", [False, True])
async def test_after_a_clock_is_set_back_no_deadline_exceeds_the_time_per_move(
    host: Host,
    sweeper: Sweeper,
    clock: Clock,
    is_started_anew: bool,
) -> None:
    game, open_one = await begin(host), await propose(host)
    await sweeper.sweep()
    clock.time -= YEARS
    await (
        sweeper.extend_deadlines_after_downtime()
        if is_started_anew
        else sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    )
    assert await time_left(host, clock, game) == HOUR
    assert (await host.challenges.find(GUILD, open_one.id)).expires_at == clock.time + timedelta(days=1)
    clock.time += HOUR
    assert [event.subject.id for event in await sweeper.sweep()] == [game.id]


async def test_a_move_before_the_clock_skew_is_noticed_keeps_its_time(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    game = await begin(host)
    clock.time += timedelta(seconds=10)
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    assert await time_left(host, clock, game) == HOUR - timedelta(seconds=10)


async def test_a_clock_leap_before_the_very_first_sweep_is_charged_to_nobody(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    """People play before it, and no heartbeat tells yet when that was."""
    game, open_one = await begin(host), await propose(host)
    clock.time += YEARS
    await sweeper.extend_deadlines_after_downtime()
    assert await sweeper.sweep() == []
    assert await time_left(host, clock, game) == HOUR
    assert (await host.challenges.find(GUILD, open_one.id)).expires_at == clock.time + timedelta(days=1)


async def test_what_began_while_the_clock_was_ahead_gets_its_downtimes_back(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    clock.time += YEARS
    await sweeper.extend_deadlines_after_downtime()
    open_one, game = await propose(host), await begin(host)
    await play(host, game, "A1", "A2")
    over = await host.games.resign(GUILD, game.id, ADA)
    await host.challenges.rematch.offer(GUILD, over.id, ADA, channel_id=HERE.channel_id)
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.extend_deadlines_after_downtime()
    clock.time += timedelta(days=2)
    await sweeper.extend_deadlines_after_downtime()
    assert await sweeper.sweep() == []
    assert (await host.challenges.find(GUILD, open_one.id)).expires_at == clock.time + timedelta(days=1)


async def test_downtime_is_credited_after_a_clock_was_set_back(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    game = await begin(host)
    await sweeper.sweep()
    clock.time += 2 * HOUR
    await sweeper.extend_deadlines_after_downtime()
    assert await sweeper.sweep() == []
    assert await time_left(host, clock, game) == HOUR


async def test_a_clock_corrected_after_the_start_ends_no_game(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """As where a machine without a clock of its own starts."""
    await sweeper.sweep()
    clock.time -= 3 * HOUR
    await sweeper.extend_deadlines_after_downtime()
    game = await begin(host)
    await sweeper.sweep()
    clock.time += 3 * HOUR
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(host, clock, game) == HOUR


async def test_pending_displays_survive_a_clock_set_back(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    open_one = await propose(host)
    game = await host.games.move(GUILD, game.id, game.player_one_id, "C3")
    await host.games.take_back.offer(GUILD, game.id, game.player_one_id)
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.extend_deadlines_after_downtime()
    clock.time += timedelta(minutes=2)
    shown = [event.subject for event in await sweeper.find_unshown()]
    assert [(type(each), each.id) for each in shown[:2]] == [(Game, game.id), (Challenge, open_one.id)]
    assert getattr(shown[2], "kind", None) is OfferKind.TAKE_BACK


async def test_the_bot_moves_after_the_clock_was_set_back(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await host.challenges.bot_games.start(HERE, ADA, BOT, Terms("lines", level=1), request_id=new_request())
    if not game.bot_is_to_move:
        game = await host.games.move(GUILD, game.id, ADA, "C3")
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.extend_deadlines_after_downtime()
    clock.time += timedelta(minutes=1)
    assert [event.subject.id for event in await sweeper.find_awaiting_bot()] == [game.id]


async def test_future_puzzle_answers_do_not_block_tomorrows_puzzle(
    database: Database, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.sweep()
    today = clock.time.date()
    async with database.writing() as connection:
        assert await count_answer(connection, GUILD, ADA, today + YEARS, is_right=True)
    clock.time += YEARS
    await sweeper.sweep()
    clock.time -= YEARS
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    async with database.writing() as connection:
        assert not await count_answer(connection, GUILD, ADA, today, is_right=True)
        assert await count_answer(connection, GUILD, ADA, today + timedelta(days=1), is_right=True)


async def test_future_timestamps_do_not_suppress_notifications(host: Host, clock: Clock) -> None:
    game = await start(host, size=5)
    for cell in ("C3", "E3"):
        game = await play(host, game, cell)
    await host.challenges.cancel(GUILD, (await propose_to(host, BOB)).id, ADA)
    assert not host.members.notifications.notifies_player_to_move(game)
    clock.time -= YEARS
    assert host.members.notifications.notifies_player_to_move(game)
    assert await host.members.notifications.notifies_opponent(await propose_to(host, BOB))


async def test_a_clock_set_back_is_handled_in_servers_without_the_bot(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    game = await begin(host)
    await sweeper.sweep()
    await host.scheduler.departures.note_departure(GUILD)
    clock.time -= YEARS
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    clock.time += 5 * HOUR
    await host.scheduler.departures.note_return(GUILD)
    assert await time_left(host, clock, game) == HOUR


async def test_a_process_stopped_during_a_sweep_charges_no_time(
    host: Host, sweeper: Sweeper, clock: Clock, database: Database
) -> None:
    game = await begin(host)
    await sweeper.sweep()
    clock.time += timedelta(seconds=10)
    charged_until = await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    clock.time += 8 * HOUR
    assert await sweeper.sweep(charged_until) == []
    async with database.reading() as connection:
        assert await last_beat(connection) == charged_until
    await sweeper.extend_deadlines_after_pause(longer_than=LONGER)
    assert await sweeper.sweep() == []
    assert await time_left(host, clock, game) == HOUR - timedelta(seconds=10)


async def propose_to(host: Host, opponent: int) -> Challenge:
    return await host.challenges.propose(HERE, ADA, Person(opponent), Terms("lines"), request_id=new_request())


async def propose(host: Host) -> Challenge:
    return await host.challenges.propose(HERE, BOB, None, Terms("lines"), request_id=new_request())
