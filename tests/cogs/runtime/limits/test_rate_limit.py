"""The limit of uses per person and ten seconds."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry

from cogs.runtime.limits.rate_limit import SECONDS, RateLimiter, UseCounter
from cogs.runtime.limits.server_shares import AT_ONCE, MOST_WAITING, ServerShares
from cogs.runtime.metrics import DiscordMetrics

MOST = 10


@dataclass
class Clock:
    now: float = 1000.0

    def __call__(self) -> float:
        return self.now


PAUSES = st.lists(st.tuples(st.floats(0, 2 * SECONDS), st.integers(1, 4)), max_size=60)


def served(limit: UseCounter, clock: Clock, uses: list[tuple[float, int]], person: int) -> list[tuple[float, int]]:
    """The uses within the limit, with their times."""
    within = []
    for pause, amount in uses:
        clock.now += pause
        if limit.seconds_to_wait(person, uses=amount) is None:
            within.append((clock.now, amount))
    return within


@given(PAUSES)
def test_no_ten_seconds_hold_more_than_twice_the_limit(uses: list[tuple[float, int]]) -> None:
    clock = Clock()
    within = served(UseCounter(MOST, clock=clock), clock, uses, 1)
    for start, _ in within:
        assert sum(amount for at, amount in within if start <= at < start + SECONDS) <= 2 * MOST


@given(PAUSES)
def test_a_person_who_waits_as_long_as_told_is_served(uses: list[tuple[float, int]]) -> None:
    clock = Clock()
    limit = UseCounter(MOST, clock=clock)
    served(limit, clock, uses, 1)
    seconds = limit.seconds_to_wait(1, uses=MOST + 1)
    assert seconds is not None
    assert 0 <= seconds <= SECONDS
    clock.now += seconds + 0.001
    assert limit.seconds_to_wait(1) is None


@given(PAUSES)
def test_one_person_does_not_use_up_the_limit_of_another(uses: list[tuple[float, int]]) -> None:
    clock = Clock()
    limit = UseCounter(MOST, clock=clock)
    served(limit, clock, uses, 1)
    assert [limit.seconds_to_wait(2) for _ in range(MOST)] == [None] * MOST
    assert limit.seconds_to_wait(2) is not None


@given(st.lists(st.floats(1.01 * SECONDS / MOST, 5), max_size=60))
def test_an_even_pace_is_never_refused(pauses: list[float]) -> None:
    clock = Clock()
    limit = UseCounter(MOST, clock=clock)
    assert len(served(limit, clock, [(pause, 1) for pause in pauses], 1)) == len(pauses)


def test_without_a_limit_everything_is_served() -> None:
    limit = UseCounter(0, clock=Clock())
    assert [limit.seconds_to_wait(1, uses=4) for _ in range(100)] == [None] * 100


def test_people_without_recent_uses_are_forgotten() -> None:
    clock = Clock()
    limit = UseCounter(MOST, clock=clock)
    for person in range(1000):
        limit.seconds_to_wait(person)
    clock.now += SECONDS + 1
    limit.seconds_to_wait(1000)
    assert set(limit._periods) == {1000}


def event(person: int, server: int | None = 1) -> dict[str, Any]:
    """The part of an interaction that tells who has sent it, as the gateway sends it."""
    user = {"user": {"id": str(person)}}
    return user if server is None else {"guild_id": str(server), "member": user}


async def test_a_person_far_beyond_the_limit_gets_no_answer() -> None:
    registry = CollectorRegistry()
    limiter = RateLimiter(DiscordMetrics(registry), MOST, ServerShares())
    shed = [limiter.sheds(event(1)) for _ in range(10 * MOST)]
    assert shed == sorted(shed)
    assert not any(shed[: 4 * MOST])
    assert shed[-1]
    assert not limiter.sheds(event(2))
    assert not limiter.sheds(event(2, None))
    assert registry.get_sample_value("gridlock_shed_total", {"reason": "person"}) == sum(shed)


async def test_a_server_with_too_many_waiting_requests_gets_no_answer_to_further_ones() -> None:
    registry, shares = CollectorRegistry(), ServerShares(clock=Clock())
    limiter = RateLimiter(DiscordMetrics(registry), 0, shares)
    await shares.turn(2, 1)
    waiting = [asyncio.create_task(shares.turn(1, 1)) for _ in range(AT_ONCE + MOST_WAITING)]
    await asyncio.sleep(0)
    assert limiter.sheds(event(9, 1))
    assert not limiter.sheds(event(9, 2))
    assert not limiter.sheds(event(9, None))
    assert registry.get_sample_value("gridlock_shed_total", {"reason": "server"}) == 1
    shares.open()
    await asyncio.gather(*waiting)
    assert not limiter.sheds(event(9, 1))


def test_without_a_limit_nobody_is_too_fast() -> None:
    limiter = RateLimiter(DiscordMetrics(), 0, ServerShares())
    assert not any(limiter.sheds(event(1)) for _ in range(1000))
