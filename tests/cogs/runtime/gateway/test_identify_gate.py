"""The gate of identifies: slots, and starts that are used up."""

from __future__ import annotations

import pytest

from cogs.runtime.gateway.identify_gate import IdentifyGate, StartLimit, TooFewStarts
from gridlock_host.ownership.shared_times import LocalTimes


class _Clock:
    """A clock that sleeping moves on."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


class _Discord:
    """What Discord tells of the limit, time after time."""

    def __init__(self, *remaining: int) -> None:
        self._remaining = list(remaining)

    async def __call__(self) -> StartLimit:
        return StartLimit(1000, self._remaining.pop(0), 3600.0, 16)


def _gate(clock: _Clock, discord: _Discord) -> IdentifyGate:
    return IdentifyGate(LocalTimes(clock), discord, clock=clock, sleep=clock.sleep)


async def test_shards_of_one_slot_identify_five_seconds_apart_and_others_at_once() -> None:
    clock = _Clock()
    gate = _gate(clock, _Discord(1000))
    gate.note_limit(StartLimit(1000, 1000, 3600.0, 16))
    assert gate.slots(range(18)) == [[0, 16], [1, 17], *([one] for one in range(2, 16))]
    for shard_id in (0, 1, 16):
        await gate.wait(shard_id)
    assert clock.slept[:2] == [0, 0]
    assert clock.slept[2] >= 5


async def test_no_shard_starts_if_discord_would_reset_the_token() -> None:
    gate = _gate(_Clock(), _Discord())
    gate.note_limit(StartLimit(1000, 70, 3600.0, 1))
    gate.check_starts(60)
    with pytest.raises(TooFewStarts, match="70 of them are left, which is too few to start 64 shards") as info:
        gate.check_starts(64)
    assert info.value.seconds == 3600


async def test_a_shard_that_lost_its_session_waits_for_the_next_day() -> None:
    clock = _Clock()
    gate = _gate(clock, _Discord(3, 3, 1000))
    await gate.wait(0)
    assert clock.slept == [600, 600, 0]
    assert not gate.is_exhausted


async def test_few_starts_are_looked_up_again_because_other_processes_use_them_too() -> None:
    discord = _Discord(50, 49, 48)
    gate = _gate(_Clock(), discord)
    for shard_id in range(3):
        await gate.wait(shard_id)
    assert not discord._remaining
