"""A clock that was wrong between two sweeps."""

from __future__ import annotations

import sqlite3
from datetime import timedelta

import pytest

from gridlock_host import Database, Game, Host, Person, Sweeper
from gridlock_host.errors import StoreFailed
from gridlock_host.model.terms import First, Terms
from gridlock_host.scheduler.steady_clock import SteadyClock
from tests.host.support.failing_commits import failing_commits
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, Clock, open_host, play

HOUR = timedelta(hours=1)


class Seconds:
    """A monotonic clock that is set by hand."""

    def __init__(self) -> None:
        self.passed = 0.0

    def __call__(self) -> float:
        return self.passed


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def steady(clock: Clock, seconds: Seconds) -> SteadyClock:
    return SteadyClock(clock, monotonic=seconds)


@pytest.fixture
def host(database: Database, steady: SteadyClock) -> Host:
    return open_host(database, now=steady)


@pytest.fixture
def sweeper(database: Database, host: Host, steady: SteadyClock) -> Sweeper:
    return Sweeper(database, host.games, now=steady, clock=steady)


async def sweep(sweeper: Sweeper) -> None:
    await sweeper.sweep((await sweeper.look(longer_than=timedelta(seconds=30)))[0])


async def begin(host: Host) -> Game:
    terms = Terms("lines", size=3, first=First.ME, per_move=HOUR)
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=1)
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


def test_the_time_goes_on_however_the_clock_is_set_until_that_is_adopted(
    clock: Clock, seconds: Seconds, steady: SteadyClock
) -> None:
    clock.time -= 2 * HOUR
    seconds.passed += 5
    assert steady() == NOON + timedelta(seconds=5)
    assert steady.read() == NOON - 2 * HOUR
    assert steady() == NOON + timedelta(seconds=5)
    steady.adopt()
    assert steady() == NOON - 2 * HOUR
    seconds.passed += 1
    assert steady() == NOON - 2 * HOUR + timedelta(seconds=1)


@pytest.mark.parametrize("wrong_by", [-2 * HOUR, 2 * HOUR, -40 * 24 * HOUR])
@pytest.mark.parametrize("is_swept", [False, True], ids=["no sweep", "a sweep"])
async def test_a_move_by_a_wrong_clock_costs_nobody_time(
    host: Host, sweeper: Sweeper, clock: Clock, wrong_by: timedelta, is_swept: bool
) -> None:
    """The clock is wrong for a moment, whether a sweep falls into it or not."""
    await sweeper.extend_deadlines_after_downtime()
    game = await begin(host)
    clock.time += wrong_by
    if is_swept:
        await sweep(sweeper)
    await play(host, game, "A1", "A2")
    clock.time -= wrong_by
    await sweep(sweeper)
    found = await host.games.find(GUILD, game.id)
    assert not found.is_over
    assert found.deadline == NOON + HOUR


async def test_a_clock_that_goes_wrong_during_a_sweep_is_not_taken_over_by_the_rest_of_it(
    host: Host, sweeper: Sweeper, clock: Clock
) -> None:
    await sweeper.extend_deadlines_after_downtime()
    game = await begin(host)
    now, _ = await sweeper.look(longer_than=timedelta(seconds=30))
    clock.time -= 2 * HOUR
    await sweeper.sweep(now)
    await sweeper.find_unshown()
    await sweeper.find_to_redraw()
    await play(host, game, "A1", "A2")
    clock.time += 2 * HOUR
    await sweep(sweeper)
    found = await host.games.find(GUILD, game.id)
    assert (found.is_over, found.deadline) == (False, NOON + HOUR)


@pytest.mark.parametrize("is_started_anew", [False, True])
@pytest.mark.parametrize("wrong_by", [-2 * HOUR, 2 * HOUR])
async def test_a_correction_that_could_not_be_stored_costs_nobody_time(
    sqlite_url: str, clock: Clock, seconds: Seconds, wrong_by: timedelta, is_started_anew: bool
) -> None:
    """The disk fails, or the process dies in the middle of it; then the clock is right again."""
    database, steady = Database(sqlite_url), SteadyClock(clock, monotonic=seconds)
    host = open_host(database, now=steady)
    sweeper = Sweeper(database, host.games, now=steady, clock=steady)
    await sweeper.extend_deadlines_after_downtime()
    game = await begin(host)
    clock.time += wrong_by
    with failing_commits(database, sqlite3.SQLITE_IOERR, at_most=1), pytest.raises(StoreFailed):
        await sweep(sweeper)
    await play(host, game, "A1", "A2")
    clock.time -= wrong_by
    if is_started_anew:
        new = SteadyClock(clock, monotonic=seconds)
        sweeper = Sweeper(database, host.games, now=new, clock=new)
        await sweeper.extend_deadlines_after_downtime()
    await sweep(sweeper)
    found = await host.games.find(GUILD, game.id)
    assert (found.is_over, found.deadline) == (False, NOON + HOUR)
    await database.close()


@pytest.mark.parametrize("wrong_by", [-2 * HOUR, 2 * HOUR])
async def test_a_clock_that_was_wrong_at_the_start_and_right_at_the_first_sweep_costs_nobody_time(
    database: Database, host: Host, sweeper: Sweeper, clock: Clock, seconds: Seconds, wrong_by: timedelta
) -> None:
    await sweeper.extend_deadlines_after_downtime()
    game = await begin(host)
    clock.time += wrong_by
    new = SteadyClock(clock, monotonic=seconds)
    host = open_host(database, now=new)
    sweeper = Sweeper(database, host.games, now=new, clock=new)
    await play(host, game, "A1", "A2")
    clock.time -= wrong_by
    await sweeper.extend_deadlines_after_downtime()
    await sweep(sweeper)
    found = await host.games.find(GUILD, game.id)
    assert (found.is_over, found.deadline) == (False, NOON + HOUR)
