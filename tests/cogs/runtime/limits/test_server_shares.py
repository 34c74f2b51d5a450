"""The shares of servers: who begins when."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.runtime.limits.server_shares import (
    A_SECOND,
    ALONE_AFTER_SECONDS,
    AT_ONCE,
    LATE_SECONDS,
    LONGEST_PAUSE_SECONDS,
    MOST_WAITING,
    ServerShares,
)

BUSY, QUIET, OTHER = 1, 2, 3


@dataclass
class Scene:
    """Shares on a clock that the test moves, and what has begun.

    The timers of the shares go by the clock of the event loop; here they are let run by hand.
    """

    now: float = 1000.0
    begun: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.shares = ServerShares(clock=lambda: self.now)

    async def ask(self, server: int, person: int = 1, *, times: int = 1) -> list[asyncio.Task[None]]:
        async def one() -> None:
            await self.shares.turn(server, person)
            self.begun.append((server, person))

        asked = [asyncio.create_task(one()) for _ in range(times)]
        await self.settle()
        return asked

    async def pass_time(self, seconds: float) -> None:
        """Let time pass in steps of a hundredth of a second."""
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            self.shares._begin_waiting()
        await self.settle()

    async def settle(self) -> None:
        """Let each task go on that can."""
        for _ in range(3):
            await asyncio.sleep(0)

    def count(self, server: int) -> int:
        return Counter(server for server, _ in self.begun)[server]

    async def end(self) -> None:
        self.shares.open()
        await self.settle()


async def test_a_server_that_is_alone_begins_everything_at_once() -> None:
    scene = Scene()
    await scene.ask(BUSY, times=1000)
    assert scene.count(BUSY) == 1000


async def test_beside_others_a_server_begins_a_few_at_once_and_the_rest_at_its_rate() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    times = AT_ONCE + int(1.5 * A_SECOND)
    await scene.ask(BUSY, times=times)
    assert scene.count(BUSY) == AT_ONCE
    await scene.pass_time(1)
    assert scene.count(BUSY) == pytest.approx(AT_ONCE + A_SECOND, abs=2)
    await scene.pass_time(1)
    assert scene.count(BUSY) == times


async def test_a_quiet_server_begins_at_once_whatever_waits() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.ask(BUSY, times=MOST_WAITING)
    for number in range(2, 20):
        await scene.pass_time(0.1)
        await scene.ask(QUIET)
        assert scene.count(QUIET) == number
    await scene.end()


async def test_nothing_that_waits_begins_while_the_event_loop_is_late_but_for_one_now_and_then() -> None:
    scene, loop = Scene(), asyncio.get_running_loop()
    await scene.ask(QUIET)
    await scene.ask(BUSY, times=AT_ONCE + 50)
    scene.now += 1
    scene.shares._begun_at = loop.time()
    scene.shares._begin_in_time(loop.time() - 10 * LATE_SECONDS)
    await scene.settle()
    assert scene.count(BUSY) == AT_ONCE
    scene.shares._begun_at = loop.time() - LONGEST_PAUSE_SECONDS
    scene.shares._begin_in_time(loop.time() - 10 * LATE_SECONDS)
    await scene.settle()
    assert scene.count(BUSY) == AT_ONCE + 1
    await scene.end()


async def test_many_servers_with_as_many_requests_have_no_limit() -> None:
    scene, servers = Scene(), range(10, 30)
    for _ in range(10):
        for server in servers:
            await scene.ask(server, times=3)
    assert [scene.count(server) for server in servers] == [30] * 20


async def test_one_request_after_the_other_has_no_limit() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    for number in range(1, 1000):
        await scene.ask(BUSY)
        assert scene.count(BUSY) == number


async def test_people_of_a_busy_server_take_turns() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.ask(BUSY, person=1, times=100)
    await scene.ask(BUSY, person=2)
    await scene.pass_time(3 / A_SECOND)
    assert (BUSY, 2) in scene.begun
    await scene.end()


async def test_a_server_is_alone_again_some_time_after_the_last_use_of_another() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.pass_time(ALONE_AFTER_SECONDS + 1)
    await scene.ask(BUSY, times=1000)
    assert scene.count(BUSY) == 1000
    assert set(scene.shares._shares) == {BUSY}


async def test_a_server_is_full_if_more_waits_than_can_begin_in_time() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.ask(BUSY, times=AT_ONCE + MOST_WAITING - 1)
    assert not scene.shares.is_full(BUSY)
    await scene.ask(BUSY)
    assert scene.shares.is_full(BUSY)
    assert not scene.shares.is_full(QUIET)
    await scene.end()


async def test_a_cancelled_request_takes_no_turn() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.ask(BUSY, times=AT_ONCE)
    unwanted = await scene.ask(BUSY, person=7, times=5)
    await scene.ask(BUSY, person=8)
    for task in unwanted:
        task.cancel()
    await scene.settle()
    await scene.pass_time(2 / A_SECOND)
    assert scene.begun[-1] == (BUSY, 8)
    assert scene.shares._queue.waiting(BUSY) == 0


async def test_everything_begins_when_the_bot_is_about_to_stop() -> None:
    scene = Scene()
    await scene.ask(QUIET)
    await scene.ask(BUSY, times=100)
    await scene.end()
    assert scene.count(BUSY) == 100
    await scene.ask(BUSY, times=100)
    assert scene.count(BUSY) == 200


@settings(max_examples=25)
@given(
    uses=st.lists(
        st.tuples(st.floats(0, 0.3), st.sampled_from([BUSY, QUIET, OTHER]), st.integers(1, 3), st.integers(1, 12)),
        max_size=20,
    )
)
async def test_everything_begins_once_and_a_busy_server_begins_no_more_than_its_share(
    uses: list[tuple[float, int, int, int]],
) -> None:
    scene, asked = Scene(), Counter[int]()
    await scene.ask(4)
    started = scene.now
    for pause, server, person, times in uses:
        await scene.pass_time(pause)
        await scene.ask(server, person, times=times)
        asked[server] += times
        for each in asked:
            others = sum(asked.values()) - asked[each]
            assert scene.count(each) <= AT_ONCE + A_SECOND * (scene.now - started) + others + 2
    await scene.pass_time(8)
    assert all(scene.count(server) == asked[server] for server in asked)
    assert len(scene.shares._queue) == 0
