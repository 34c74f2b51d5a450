"""Deadlines extended by downtime, outages and removal."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Game, Host, Person, Sweeper
from gridlock_host.model.terms import Terms
from gridlock_host.scheduler.events import Due
from tests.host.support.host import ADA, BOB, GUILD, HERE, NOON, Clock, new_request, propose

HOUR = timedelta(hours=1)


async def begin(host: Host, *, per_move: timedelta = HOUR) -> Game:
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", per_move=per_move), request_id=new_request()
    )
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    await host.challenges.note_shown(challenge)
    return game


async def deadline_of(host: Host, game: Game) -> timedelta:
    """The deadline as it is stored, counted from noon."""
    deadline = (await host.games.find(GUILD, game.id)).deadline
    assert deadline is not None
    return deadline - NOON


async def ended_by(sweeper: Sweeper) -> list[int]:
    """Sweep; return the games that this has ended, if it has done nothing else."""
    games = [event.subject for event in await sweeper.sweep()]
    assert all(isinstance(game, Game) and game.is_over for game in games)
    return [game.id for game in games]


async def test_a_running_deadline_is_extended_by_the_downtime(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    await sweeper.sweep()
    clock.time += 8 * HOUR
    await sweeper.extend_deadlines_after_downtime()
    assert await sweeper.sweep() == []
    assert await deadline_of(host, game) == 9 * HOUR


async def test_a_deadline_set_after_the_downtime_is_not_extended(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    await sweeper.sweep()
    clock.time += 8 * HOUR
    game = await begin(host)
    await sweeper.extend_deadlines_after_downtime()
    assert await deadline_of(host, game) == 9 * HOUR


async def test_a_deadline_set_after_the_last_sweep_is_extended_from_its_start(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    """A move or a challenge of the last seconds is not charged for the absence either."""
    await sweeper.sweep()
    clock.time += timedelta(seconds=9)
    game = await begin(host)
    challenge = await host.challenges.propose(HERE, ADA, None, Terms("lines"), request_id=new_request())
    clock.time += 48 * HOUR
    await sweeper.extend_deadlines_after_downtime()
    assert await sweeper.sweep() == []
    assert await deadline_of(host, game) == 49 * HOUR + timedelta(seconds=9)
    later = await host.challenges.find(GUILD, challenge.id)
    assert later.expires_at == NOON + 72 * HOUR + timedelta(seconds=9)


async def test_an_expired_deadline_is_not_extended(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    clock.time += 2 * HOUR
    await sweeper.rest(clock.time)
    clock.time += HOUR
    await sweeper.extend_deadlines_after_downtime()
    assert await ended_by(sweeper) == [game.id]


async def test_no_time_runs_out_in_a_server_without_the_bot(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    clock.time += HOUR / 2
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += 5 * HOUR
    assert await sweeper.sweep() == []
    await host.scheduler.departures.note_return(GUILD)
    assert await deadline_of(host, game) == 6 * HOUR
    assert await sweeper.sweep() == []
    clock.time += HOUR / 2
    assert await ended_by(sweeper) == [game.id]


async def test_a_failed_display_is_found_again_after_ten_minutes(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    await host.scheduler.outbox.put_off(game, since=game.changed_at)
    clock.time += timedelta(minutes=9)
    assert await sweeper.find_unshown() == []
    clock.time += timedelta(minutes=2)
    assert [event.subject.id for event in await sweeper.find_unshown()] == [game.id]
    await host.games.note_shown(await host.games.find(GUILD, game.id), None)
    assert await sweeper.find_unshown() == []


async def test_a_paused_process_credits_the_pause(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """The process notices the pause only by the time of its last sweep."""
    game = await begin(host)
    await sweeper.sweep()
    clock.time += 8 * HOUR
    await sweeper.extend_deadlines_after_pause(longer_than=timedelta(seconds=30))
    assert await sweeper.sweep() == []
    assert await deadline_of(host, game) == 9 * HOUR


async def test_the_time_between_two_sweeps_is_no_downtime(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    game = await begin(host)
    for _ in range(5):
        await sweeper.sweep()
        clock.time += timedelta(seconds=30)
        await sweeper.extend_deadlines_after_pause(longer_than=timedelta(seconds=30))
    assert await deadline_of(host, game) == HOUR


async def test_a_refused_warning_is_retried_before_the_deadline(host: Host, sweeper: Sweeper, clock: Clock) -> None:
    """After a quarter of that time, if it comes before the ten minutes."""
    game = await begin(host, per_move=timedelta(minutes=5))
    clock.time += timedelta(minutes=3)
    assert [event.due for event in await sweeper.sweep()] == [Due.WARN]
    await host.scheduler.outbox.put_off(game, since=game.changed_at)
    clock.time += timedelta(seconds=29)
    assert await sweeper.find_unshown() == []
    clock.time += timedelta(seconds=1)
    assert [(event.due, event.subject.id) for event in await sweeper.find_unshown()] == [(Due.SHOW, game.id)]


async def test_any_number_of_deadlines_is_extended(
    host: Host, sweeper: Sweeper, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.scheduler.downtime._ROWS_AT_ONCE", 1)
    open_ones = [await propose(host) for _ in range(2)]
    begun = [await begin(host) for _ in range(3)]
    await sweeper.sweep()
    clock.time += 8 * HOUR
    await sweeper.extend_deadlines_after_downtime()
    assert [await deadline_of(host, game) for game in begun] == [9 * HOUR] * 3
    ends = [(await host.challenges.find(GUILD, each.id)).expires_at for each in open_ones]
    assert ends == [each.expires_at + 8 * HOUR for each in open_ones if each.expires_at is not None]
