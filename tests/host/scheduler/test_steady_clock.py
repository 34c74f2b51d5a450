"""A clock that was wrong between two sweeps."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Database, Host, Person, Sweeper
from gridlock_host.model.terms import First, Terms
from gridlock_host.scheduler.steady_clock import SteadyClock
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
    return Sweeper(database, host.games, now=steady.adopt)


async def sweep(sweeper: Sweeper) -> None:
    await sweeper.sweep((await sweeper.look(longer_than=timedelta(seconds=30)))[0])


def test_the_time_goes_on_however_the_clock_is_set_until_that_is_adopted(
    clock: Clock, seconds: Seconds, steady: SteadyClock
) -> None:
    clock.time -= 2 * HOUR
    seconds.passed += 5
    assert steady() == NOON + timedelta(seconds=5)
    assert (steady.adopt(), steady()) == (NOON - 2 * HOUR,) * 2
    seconds.passed += 1
    assert steady() == NOON - 2 * HOUR + timedelta(seconds=1)


@pytest.mark.parametrize("wrong_by", [-2 * HOUR, 2 * HOUR, -40 * 24 * HOUR])
@pytest.mark.parametrize("is_swept", [False, True], ids=["no sweep", "a sweep"])
async def test_a_move_by_a_wrong_clock_costs_nobody_time(
    host: Host, sweeper: Sweeper, clock: Clock, wrong_by: timedelta, is_swept: bool
) -> None:
    """The clock is wrong for a moment, whether a sweep falls into it or not."""
    await sweeper.extend_deadlines_after_downtime()
    terms = Terms("lines", size=3, first=First.ME, per_move=HOUR)
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=1)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    clock.time += wrong_by
    if is_swept:
        await sweep(sweeper)
    await play(host, game, "A1", "A2")
    clock.time -= wrong_by
    await sweep(sweeper)
    found = await host.games.find(GUILD, game.id)
    assert not found.is_over
    assert found.deadline == NOON + HOUR
