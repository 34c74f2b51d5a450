"""What the clock of the bot does, in which order, as the bot comes back: to Discord, and to a server."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.runtime.sweep_loop import EventDisplay, SweepLoop
from gridlock_host import Database, Game, Host, Person, Place, Sweeper
from gridlock_host.errors import Busy
from gridlock_host.scheduler.heartbeat import last_beat
from gridlock_host.scheduler.sweeper import Event
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, OTHER_CHANNEL, new_request, open_host
from tests.host.support.host import Clock as Time
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.patience import PATIENCE

HOUR = timedelta(hours=1)


class Shown(EventDisplay):
    """What would be shown, if there were a Discord."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    async def show(self, event: Event) -> None:
        self.events.append(event)


class Bot:
    """The bot of a test, of which processes come and go, and of Discord what its clock hears.

    Attributes:
        present: The servers that the bot is in.
        out_of_order: Those of them that Discord has taken away for a while.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.time = Time()
        self.present = {GUILD}
        self.out_of_order: set[int] = set()
        self.host: Host = open_host(database, now=self.time)

    def new_clock(self, every: timedelta = timedelta(milliseconds=1)) -> SweepLoop:
        """The clock of a process that begins now."""
        sweeper = Sweeper(self.database, self.host.games, now=self.time)
        return SweepLoop(sweeper, Shown(), every, lambda: True, self.note_presence)

    async def note_presence(self) -> None:
        await self.host.scheduler.presence.note_presence(self.present, self.out_of_order)

    @asynccontextmanager
    async def swept_by(self, clock: SweepLoop) -> AsyncIterator[None]:
        """The clock runs; at the end of the block it sweeps once more, at least."""
        clock.start()
        yield
        await self.sweeps(clock)
        await clock.stop(within=1)

    async def sweeps(self, clock: SweepLoop) -> None:
        """Wait until a sweep has ended that began later than now."""
        self.time.time += timedelta(microseconds=1)
        async with asyncio.timeout(PATIENCE), self.database.reading() as connection:
            while await last_beat(connection) != self.time.time:
                pass
        # The first sweep after an absence beats at its beginning, too.
        async with clock.up_to_date():
            pass

    async def begin(self) -> Game:
        challenge = await self.host.challenges.propose(
            HERE, ADA, Person(BOB), variant_key="lines", per_move=HOUR, request_id=new_request()
        )
        return await self.host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)

    async def deadline(self, game: Game) -> timedelta:
        """The deadline as it is stored, counted from noon, to the second."""
        deadline = (await self.host.games.find(GUILD, game.id)).deadline
        assert deadline is not None
        return timedelta(seconds=round((deadline - NOON).total_seconds()))


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    database = Database(f"sqlite:///{shutil.copy(migrated_sqlite(), tmp_path)}")
    yield Bot(database)
    await database.close()


async def test_what_was_lost_before_a_departure_was_noticed_is_given_back_too(bot: Bot) -> None:
    """The bot was removed while it was down; Discord may say so before the first sweep."""
    game = await bot.begin()
    async with bot.swept_by(bot.new_clock()):
        pass
    bot.time.time += 10 * HOUR
    clock = bot.new_clock()
    async with clock.up_to_date():
        await bot.host.scheduler.presence.note_departure(GUILD)
    bot.present = set()
    async with bot.swept_by(clock):
        pass
    bot.time.time += 5 * HOUR
    async with bot.new_clock().up_to_date():
        await bot.host.scheduler.presence.note_return(GUILD)
    assert await bot.deadline(game) == 16 * HOUR


async def test_so_it_is_where_a_sweep_notices_the_departure(bot: Bot) -> None:
    game = await bot.begin()
    async with bot.swept_by(bot.new_clock()):
        pass
    bot.time.time += 10 * HOUR
    bot.present = set()
    async with bot.swept_by(bot.new_clock()):
        pass
    bot.time.time += 5 * HOUR
    bot.present = {GUILD}
    async with bot.swept_by(bot.new_clock()):
        pass
    assert await bot.deadline(game) == 16 * HOUR


@pytest.mark.parametrize("is_told", [True, False])
async def test_an_outage_that_began_before_the_bot_was_down_is_given_back_once(bot: Bot, is_told: bool) -> None:
    """Whether Discord tells of the end before the first sweep, or that sweep finds the server there."""
    game = await bot.begin()
    bot.time.time += HOUR / 2
    bot.out_of_order = {GUILD}
    async with bot.swept_by(bot.new_clock()):
        pass
    bot.time.time += 2 * HOUR
    async with bot.swept_by(bot.new_clock()):
        pass
    bot.time.time += 10 * HOUR
    bot.out_of_order = set()
    clock = bot.new_clock()
    if is_told:
        async with clock.up_to_date():
            await bot.host.scheduler.presence.note_return(GUILD)
    async with bot.swept_by(clock):
        pass
    assert await bot.deadline(game) == 13 * HOUR


async def test_a_bot_that_lay_still_gives_that_back_before_it_notes_an_outage(bot: Bot) -> None:
    """Nobody told its clock that it was away."""
    game = await bot.begin()
    clock = bot.new_clock(every=HOUR)
    clock.start()
    await bot.sweeps(clock)
    bot.time.time += 10 * HOUR
    async with clock.up_to_date():
        await bot.host.scheduler.presence.note_outage(GUILD)
    bot.time.time += HOUR
    async with clock.up_to_date():
        await bot.host.scheduler.presence.note_return(GUILD)
    assert await bot.deadline(game) == 12 * HOUR
    await clock.stop(within=1)


async def test_a_server_where_the_bot_is_again_is_not_deleted_after_thirty_days(bot: Bot) -> None:
    game = await bot.begin()
    await bot.host.scheduler.presence.note_departure(GUILD)
    bot.time.time += timedelta(days=31)
    async with bot.swept_by(bot.new_clock()):
        pass
    assert await bot.deadline(game) == timedelta(days=31) + HOUR


async def test_a_return_that_could_not_be_noted_is_noted_by_the_next_sweep(bot: Bot) -> None:
    game = await bot.begin()
    await bot.host.scheduler.presence.note_departure(GUILD)
    bot.present = set()
    clock = bot.new_clock()
    async with bot.swept_by(clock):
        await bot.sweeps(clock)
        bot.time.time += HOUR
        bot.present = {GUILD}
        with pytest.raises(Busy):
            async with clock.up_to_date():
                raise Busy
    assert await bot.deadline(game) == 2 * HOUR


async def test_a_clock_is_late_when_nothing_was_swept_for_too_long_since_the_start_or_the_last_sweep(bot: Bot) -> None:
    seconds, connected = 0.0, False
    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    every = timedelta(milliseconds=1)
    clock = SweepLoop(sweeper, Shown(), every, lambda: connected, bot.note_presence, monotonic=lambda: seconds)
    late = [clock.is_late]
    clock.start()
    late.append(clock.is_late)
    seconds += 31
    late.append(clock.is_late)
    connected = True
    await bot.sweeps(clock)
    await clock.stop(within=1)
    late.append(clock.is_late)
    seconds += 31
    late.append(clock.is_late)
    assert late == [False, False, True, False, True]


async def test_a_sweep_that_finds_more_than_it_does_at_once_is_followed_by_the_next_one(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.scheduler.sweeper._AT_ONCE", 2)
    begun = [await bot.begin() for _ in range(5)]
    bot.time.time += 2 * HOUR
    clock = bot.new_clock(every=10 * HOUR)
    clock.start()
    async with asyncio.timeout(PATIENCE):
        while not all([(await bot.host.games.find(GUILD, game.id)).is_over for game in begun]):
            pass
    await clock.stop(within=1)


async def test_a_clock_that_is_behind_when_discord_is_lost_sweeps_no_more_until_its_time(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.scheduler.sweeper._AT_ONCE", 1)
    begun = [await bot.begin() for _ in range(3)]
    bot.time.time += 2 * HOUR
    answers, is_lost = iter([True, False]), asyncio.Event()

    def is_lost_the_second_time() -> bool:
        is_connected = next(answers, True)
        if not is_connected:
            is_lost.set()
        return is_connected

    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    clock = SweepLoop(sweeper, Shown(), 10 * HOUR, is_lost_the_second_time, bot.note_presence)
    clock.start()
    await asyncio.wait_for(is_lost.wait(), PATIENCE)
    for _ in range(2):
        # A sweep that waited for its turn has been let in before.
        async with clock.up_to_date():
            pass
    assert [(await bot.host.games.find(GUILD, game.id)).is_over for game in begun] == [True, False, False]
    await clock.stop(within=1)


class Slow(Shown):
    """A Discord that is slow in one channel."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.busy, self.most_busy = 0, 0

    async def show(self, event: Event) -> None:
        self.busy += 1
        self.most_busy = max(self.busy, self.most_busy)
        if event.subject.place is not None and event.subject.place.channel_id == CHANNEL:
            await self.goes_on.wait()
        # Others would begin now, if they may.
        await asyncio.sleep(0)
        self.busy -= 1
        await super().show(event)

    def shown(self, games: list[Game]) -> bool:
        return {game.id for game in games} <= {event.subject.id for event in self.events}


async def test_a_slow_channel_holds_up_no_other_although_only_a_few_things_are_shown_at_once(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.runtime.sweep_loop._SHOWN_AT_ONCE", 2)
    here, there = [await bot.begin() for _ in range(3)], []
    for number in range(2):
        game = await bot.begin()
        there.append(game)
        await bot.host.games.place_board(game.id, Place(GUILD, OTHER_CHANNEL + number, None))
    bot.time.time += 2 * HOUR
    slow = Slow()
    clock = SweepLoop(
        Sweeper(bot.database, bot.host.games, now=bot.time), slow, 10 * HOUR, lambda: True, bot.note_presence
    )
    clock.start()
    async with asyncio.timeout(PATIENCE):
        while not slow.shown(there):
            await bot.deadline(here[0])
    assert not slow.shown(here[:1])
    slow.goes_on.set()
    async with asyncio.timeout(PATIENCE):
        while not slow.shown(here):
            await bot.deadline(here[0])
    assert slow.most_busy == 2
    await clock.stop(within=1)
