"""A bot whose processes the test starts and stops: its sweep loops, its clock, and what Discord tells it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from cogs.runtime.sweep_loop import EventDisplay, SweepLoop
from gridlock_host import Database, Game, Host, Person, Sweeper
from gridlock_host.model.terms import Terms
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.events import Event
from gridlock_host.scheduler.heartbeat import last_beat
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, new_request, open_host
from tests.host.support.host import Clock as Time
from tests.support.patience import PATIENCE

HOUR = timedelta(hours=1)


class Shown(EventDisplay):
    """Collects the events instead of showing them."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    async def show(self, event: Event) -> None:
        self.events.append(event)


class SweptBot:
    """The host of a bot whose processes the test starts and stops, and what Discord tells it.

    Attributes:
        present: The servers that the bot is in.
        unavailable: Those of them that have an outage.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.time = Time()
        self.present = {GUILD}
        self.unavailable: set[int] = set()
        self.host: Host = open_host(database, now=self.time)

    def new_loop(self, every: timedelta = timedelta(milliseconds=1)) -> SweepLoop:
        """The sweep loop of a process that starts now."""
        return self.new_loop_and_display(every)[0]

    def new_loop_and_display(self, every: timedelta) -> tuple[SweepLoop, Shown]:
        """The same, and what collects its events."""
        sweeper, shown = Sweeper(self.database, self.host.games, now=self.time), Shown()
        return SweepLoop(sweeper, shown, every, lambda: ALL_SERVERS, self.note_present_servers), shown

    async def note_present_servers(self, _: Shards = ALL_SERVERS) -> None:
        await self.host.scheduler.departures.note_present_servers(self.present, self.unavailable)

    @asynccontextmanager
    async def swept_by(self, loop: SweepLoop) -> AsyncIterator[None]:
        """The loop runs; at the end of the block it sweeps at least once more."""
        loop.start()
        yield
        await self.sweeps(loop)
        await loop.stop(within=1)

    async def sweeps(self, loop: SweepLoop) -> None:
        """Wait until a sweep has ended that began after this call."""
        self.time.time += timedelta(microseconds=1)
        async with asyncio.timeout(PATIENCE), self.database.reading() as connection:
            while await last_beat(connection) != self.time.time:
                pass
        # The first sweep after an absence also writes a heartbeat at its beginning.
        async with loop.without_sweep():
            pass

    async def begin(self) -> Game:
        challenge = await self.host.challenges.propose(
            HERE, ADA, Person(BOB), Terms("lines", per_move=HOUR), request_id=new_request()
        )
        return await self.host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)

    async def deadline(self, game: Game) -> timedelta:
        """The stored deadline, as the time since noon in whole seconds."""
        deadline = (await self.host.games.find(GUILD, game.id)).deadline
        assert deadline is not None
        return timedelta(seconds=round((deadline - NOON).total_seconds()))
