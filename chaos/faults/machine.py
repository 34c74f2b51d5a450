"""Faults of the bot's machine: a full disk, a broken line to the database, a clock that jumps, a second process."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from random import Random
from typing import Final, TypeVar

from chaos.bots import Bots
from chaos.checks.evidence import Breach, Invariant
from chaos.faults.plan import Fault
from chaos.faults.process import DOWN
from chaos.machine.machine import Machine
from chaos.recorder import Outages
from chaos.store import Store
from gridlock_host.ownership.claim import LOOK_EVERY_SECONDS

_T = TypeVar("_T")
_REFUSED: Final = 2
_REASON: Final = "Another process of Gridlock uses the database"
_REQUESTS_AT_MOST: Final = 12
_A_THIRD: Final = 1 / 3
_HALF: Final = 0.5
_JUMPS: Final = (
    timedelta(seconds=20),
    timedelta(minutes=5),
    timedelta(hours=2),
    timedelta(days=2),
    timedelta(days=40),
)


class Saboteur:
    """Spoils the machine for seconds.

    In every third fault a process is killed in the middle of it, and started again: after a full disk or a broken line,
    because the bot does not start without a database, but while the clock is wrong.

    Args:
        machine: The machine.
        bots: The bot.
        store: The database, reached without the line.
        outages: Where the times are recorded in which a process was down.
        store_outages: Where the times are recorded in which the database cannot be used.

    Attributes:
        breaches: What went wrong at once.
    """

    def __init__(self, machine: Machine, bots: Bots, store: Store, outages: Outages, store_outages: Outages) -> None:
        self._machine = machine
        self._bots = bots
        self._store = store
        self._outages = outages
        self._store_outages = store_outages
        self.breaches: list[Breach] = []

    async def spoil(self, fault: Fault, rng: Random, *, may_kill: bool = True) -> None:
        """Let a fault happen, and return when it is over.

        Args:
            fault: One of those of the machine.
            rng: Chooses the details.
            may_kill: Whether a process may be killed as well.
        """
        kills = may_kill and rng.random() < _A_THIRD
        match fault:
            case Fault.FULL_DISK:
                await self._fill_disk(rng, kills=kills)
            case Fault.BROKEN_LINE:
                await self._break_line(rng, kills=kills)
            case Fault.CLOCK_JUMP:
                await self._set_clock(rng, kills=kills)
            case _:
                await self._start_another(rng)

    async def _fill_disk(self, rng: Random, *, kills: bool) -> None:
        # Space in the log that was used before would do for many changes.
        await self._store.empty_log()
        async with AsyncExitStack() as revival:
            with self._store_outages.during("the disk was full"), _given(self._machine.disk).full():
                await self._last(rng, revival if kills else None)

    async def _break_line(self, rng: Random, *, kills: bool) -> None:
        line = _given(self._machine.line)
        async with AsyncExitStack() as revival:
            with self._store_outages.during("the line to the database was broken"):
                match rng.randrange(3):
                    case 0:
                        line.cut()
                    case 1:
                        line.cut_in(rng.randint(1, _REQUESTS_AT_MOST), is_heard=rng.random() < _HALF)
                    case _:
                        line.stall()
                await self._last(rng, revival if kills else None)
                line.mend()
        # Until the bot has taken its claim again, a second process would be as good.
        await asyncio.sleep(2 * LOOK_EVERY_SECONDS)

    async def _set_clock(self, rng: Random, *, kills: bool) -> None:
        clock = _given(self._machine.clock)
        clock.set(rng.choice(_JUMPS) * rng.choice((1, -1)))
        async with AsyncExitStack() as revival:
            await self._last(rng, revival if kills else None)
        clock.set(timedelta(0))

    async def _last(self, rng: Random, revival: AsyncExitStack | None) -> None:
        """Let a fault last for seconds. With a stack, a process is killed, and starts again when that is closed."""
        await asyncio.sleep(rng.uniform(1, 3))
        if revival is not None:
            bot = self._bots.pick(rng)
            revival.enter_context(self._outages.during(DOWN, bot.serves))
            await bot.kill()
            revival.push_async_callback(bot.start)
        await asyncio.sleep(rng.uniform(1, 3))

    async def _start_another(self, rng: Random) -> None:
        status, said = await self._bots.pick(rng).start_another()
        if status != _REFUSED or _REASON not in said:
            self.breaches.append(Breach(Invariant.INTRUDER, f"status {status}: {said[-500:]}"))


def _given(part: _T | None) -> _T:
    if part is None:
        raise RuntimeError("this run does not spoil that")
    return part
