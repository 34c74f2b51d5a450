"""Plan of faults: which fault happens when, drawn from a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

SECONDS_BETWEEN_FAULTS: Final = 0.35


class Fault(Enum):
    """A kind of fault; the value is its line in the report."""

    KILL = "SIGKILL at a random moment"
    KILL_BEFORE_ANSWER = "SIGKILL after storing, before the answer"
    KILL_AFTER_ANSWER = "SIGKILL after the answer, before the bot knew of it"
    KILL_BEFORE_POSTING = "SIGKILL before a message was posted or changed"
    KILL_AFTER_POSTING = "SIGKILL after that, before the bot knew of it"
    STOP = "SIGTERM"
    DROP = "gateway: connection broken, session resumed"
    FORGET_SESSION = "gateway: connection broken, session lost"
    RECONNECT = "gateway: asked to reconnect (op 7)"
    INVALID_SESSION = "gateway: session called invalid (op 9)"
    REFUSE = "requests that Discord refuses"
    LOSE_ANSWER = "requests done whose answer was lost"
    TIME_OUT = "requests done whose answer was held for seconds and lost"
    SLOW = "requests held for seconds"
    TWICE = "interactions delivered twice"
    DELETE_MESSAGE = "messages deleted"
    DELETE_CHANNEL = "channels deleted"
    DELETE_THREAD = "threads deleted"
    CLOSE_THREAD = "threads archived or locked"
    DENY = "permissions lost for seconds"
    RUN_OUT = "times run out"
    FREEZE = "the process frozen for seconds, as on a machine that sleeps"
    SLOW_DISK = "writes to the database held for seconds, as by a slow disk"
    FULL_DISK = "disk of the database full for seconds"
    BROKEN_LINE = "line to the database broken or stalled for seconds"
    CLOCK_JUMP = "clock set ahead or back, and right again after seconds"
    SECOND_PROCESS = "second processes started beside the bot"


INTERRUPTIONS: Final = frozenset(
    {
        Fault.KILL,
        Fault.KILL_BEFORE_ANSWER,
        Fault.KILL_AFTER_ANSWER,
        Fault.KILL_BEFORE_POSTING,
        Fault.KILL_AFTER_POSTING,
        Fault.STOP,
        Fault.DROP,
        Fault.FORGET_SESSION,
        Fault.RECONNECT,
        Fault.INVALID_SESSION,
    }
)
"""The faults after which the bot has to restart or reconnect."""

OF_THE_MACHINE: Final = (Fault.FULL_DISK, Fault.BROKEN_LINE, Fault.CLOCK_JUMP, Fault.SECOND_PROCESS)
"""The faults that spoil what the bot's machine gives it. The bot has to get over them without a restart."""

FURTHER: Final = {
    "freeze": Fault.FREEZE,
    "slow-disk": Fault.SLOW_DISK,
    "full-disk": Fault.FULL_DISK,
    "broken-line": Fault.BROKEN_LINE,
    "clock-jump": Fault.CLOCK_JUMP,
    "second-process": Fault.SECOND_PROCESS,
}
"""The faults that happen only if they are asked for, by the name of their option."""

_WEIGHTS: Final = {
    Fault.KILL: 1.2,
    Fault.KILL_BEFORE_ANSWER: 0.7,
    Fault.KILL_AFTER_ANSWER: 0.7,
    Fault.KILL_BEFORE_POSTING: 0.7,
    Fault.KILL_AFTER_POSTING: 0.7,
    Fault.STOP: 0.4,
    Fault.DROP: 0.5,
    Fault.FORGET_SESSION: 0.2,
    Fault.RECONNECT: 0.4,
    Fault.INVALID_SESSION: 0.2,
    Fault.REFUSE: 60,
    Fault.LOSE_ANSWER: 10,
    Fault.TIME_OUT: 3,
    Fault.SLOW: 3,
    Fault.TWICE: 8,
    Fault.DELETE_MESSAGE: 10,
    Fault.DELETE_CHANNEL: 1.5,
    Fault.DELETE_THREAD: 1.5,
    Fault.CLOSE_THREAD: 2,
    Fault.DENY: 4,
    Fault.RUN_OUT: 4,
    Fault.FREEZE: 2,
    Fault.SLOW_DISK: 6,
    Fault.FULL_DISK: 4,
    Fault.BROKEN_LINE: 5,
    Fault.CLOCK_JUMP: 5,
    Fault.SECOND_PROCESS: 2,
}


@dataclass(frozen=True, slots=True)
class Step:
    """A planned fault.

    Attributes:
        at: When, in seconds from the start, not counting the time the bot needs to come back.
        fault: Its kind.
        rng: Chooses its details.
    """

    at: float
    fault: Fault
    rng: Random


def plan(seed: int, seconds: float, further: Collection[Fault] = ()) -> list[Step]:
    """Draw the faults of a run, in order; each kind at least once if there are enough.

    Args:
        seed: The seed.
        seconds: How long faults are injected.
        further: Which of the faults in `FURTHER` happen too.
    """
    rng = Random(seed)
    times = list(_times(rng, seconds))
    left_out = {*FURTHER.values()}.difference(further)
    weights = {fault: weight for fault, weight in _WEIGHTS.items() if fault not in left_out}
    kinds = rng.choices(list(weights), list(weights.values()), k=len(times))
    for place, fault in zip(rng.sample(range(len(times)), len(times)), weights, strict=False):
        kinds[place] = fault
    return [Step(at, fault, Random(rng.getrandbits(64))) for at, fault in zip(times, kinds, strict=True)]


def _times(rng: Random, seconds: float) -> Iterator[float]:
    at = 0.0
    while (at := at + rng.expovariate(1 / SECONDS_BETWEEN_FAULTS)) < seconds:
        yield at
