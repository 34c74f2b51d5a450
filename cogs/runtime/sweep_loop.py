"""The clock of the bot: what is due is done every few seconds, while Discord can hear of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Final
from weakref import WeakValueDictionary

from discord.ext import tasks

from cogs.messages.announcements import Announcements
from cogs.runtime.metrics import DiscordFigures
from gridlock_host import Refusal, Sweeper
from gridlock_host.scheduler.sweeper import Event

_log = logging.getLogger(__name__)

# Some sweeps may come late or fail; when more are missed, players could not reach the bot in the meantime either.
_SWEEPS_MISSED: Final = 3
_SHORTEST_ABSENCE: Final = timedelta(seconds=30)
# Whoever moves meanwhile waits for the store behind all that is just being shown.
_SHOWN_AT_ONCE: Final = 8


class Clock:
    """Sweeps again and again.

    Args:
        sweeper: What does what is due.
        announcements: What shows it.
        every: The time between two sweeps.
        is_connected: Tells whether players can reach the bot. While they cannot, no time runs out.
        note_presence: Notes in which servers they can.
        figures: Where sweeps are counted.
        monotonic: Tells seconds that go by.
    """

    def __init__(
        self,
        sweeper: Sweeper,
        announcements: Announcements,
        every: timedelta,
        is_connected: Callable[[], bool],
        note_presence: Callable[[], Awaitable[None]],
        figures: DiscordFigures | None = None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sweeper = sweeper
        self._announcements = announcements
        self._is_connected = is_connected
        self._note_presence = note_presence
        self._every = every
        self._absence = max(_SWEEPS_MISSED * every, _SHORTEST_ABSENCE)
        self._loop = tasks.loop(seconds=every.total_seconds())(self._tick)
        self._sweeping = asyncio.Lock()
        self._showing: dict[Hashable, asyncio.Task[None]] = {}
        self._channels: WeakValueDictionary[int | None, asyncio.Lock] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_SHOWN_AT_ONCE)
        self._was_away = True
        self._is_behind = False
        self._figures = figures or DiscordFigures()
        self._monotonic = monotonic
        self._swept_at: float | None = None

    @property
    def is_late(self) -> bool:
        """Whether the last sweep that was done, or the start, is longer ago than can be by chance."""
        return self._swept_at is not None and self._monotonic() - self._swept_at > self._absence.total_seconds()

    def start(self) -> None:
        """Begin to sweep.

        The first sweep after an absence credits the time since the last one, notes in which servers the bot is, shows
        what an earlier process has left unshown, and takes up moves of the bot's that it has left unthought.
        """
        self._swept_at = self._monotonic()
        self._loop.start()

    def come_back(self) -> None:
        """Let the next sweep be one after an absence, whether or not a sweep has noticed that."""
        self._was_away = True

    @asynccontextmanager
    async def up_to_date(self) -> AsyncIterator[None]:
        """A block in which the servers where the bot is are noted: not during a sweep, and after time was given back.

        An absence from one server begins, or ends, at the moment in which it is noted. So what was lost everywhere
        before that moment has to be given back first: later that would come too late, or twice. What goes wrong in
        the block is put right by the next sweep.
        """
        async with self._sweeping:
            try:
                await self._give_back()
                yield
            except BaseException:
                self.come_back()
                raise

    async def stop(self, within: float) -> None:
        """Sweep no more; what a sweep has begun has so many seconds to be finished."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._sweeping.acquire()
                await asyncio.gather(*self._showing.values())
        self._loop.cancel()
        for task in self._showing.values():
            task.cancel()

    async def _tick(self) -> None:
        await self._sweep_once()
        while self._is_behind:
            # What is done is shown first, unless Discord keeps that waiting.
            if self._showing:
                await asyncio.wait(self._showing.values(), timeout=self._every.total_seconds())
            await self._sweep_once()

    async def _sweep_once(self) -> None:
        async with self._sweeping:
            self._is_behind = False
            outcome = "failed"
            try:
                with self._figures.sweep_seconds.time():
                    outcome = await self._sweep()
            except Refusal as refusal:
                # The store has said what is wrong, once; every sweep repeating it would bury that.
                _log.debug("the sweep was put off: %s", refusal)
            except Exception:  # noqa: BLE001  # the next sweep may well succeed
                _log.exception("a sweep failed")
            self._figures.sweeps.labels(outcome).inc()

    async def _sweep(self) -> str:
        if not self._is_connected():
            self._was_away = True
            return "absent"
        now = await self._give_back()
        if self._was_away:
            # Before anything runs out or is deleted: the bot may have left a server, or come back to it.
            await self._note_presence()
            self._show(await self._sweeper.find_left_unshown())
            self._show(await self._sweeper.find_thinking(timedelta(0)))
            self._was_away = False
        self._show(await self._sweeper.sweep(now))
        self._is_behind = self._sweeper.is_behind
        self._show(await self._sweeper.find_unshown())
        self._show(await self._sweeper.find_thinking())
        self._show(await self._sweeper.find_outdated())
        self._swept_at = self._monotonic()
        return "done"

    async def _give_back(self) -> datetime:
        """Give back to players the time in which nobody swept, if that was an absence, and return up to when."""
        if self._was_away:
            return await self._sweeper.credit_downtime()
        return await self._sweeper.credit_absence(longer_than=self._absence)

    def _show(self, events: Iterable[Event]) -> None:
        """Begin to show what has happened, unless that is being shown already.

        Nothing waits for it: Discord may slow down one channel, and the clock must go on in all others. So what belongs
        to one channel is shown one after the other, and takes up the room of one only.
        """
        for event in events:
            if event.key not in self._showing:
                self._showing[event.key] = asyncio.get_running_loop().create_task(self._show_one(event))

    async def _show_one(self, event: Event) -> None:
        place = event.subject.place
        turn = self._channels.setdefault(None if place is None else place.channel_id, asyncio.Lock())
        try:
            async with turn, self._room:
                await self._announcements.show(event)
        finally:
            del self._showing[event.key]
