"""The sweep loop: downtime, outages, a bot that leaves or rejoins a server, and slow channels."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cogs.runtime.sweep_loop import EventDisplay, SweepLoop
from gridlock_host import Database, Game, Host, Person, Place, Sweeper
from gridlock_host.errors import Busy
from gridlock_host.model.terms import First, Terms
from gridlock_host.ownership.shards import ALL_SERVERS, NO_SERVERS, Shards
from gridlock_host.scheduler.heartbeat import last_beat
from gridlock_host.scheduler.sweeper import Due, Event
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    HERE,
    NOON,
    OTHER_CHANNEL,
    new_request,
    open_host,
    start_against_bot,
)
from tests.host.support.host import Clock as Time
from tests.host.support.statements import listening
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.patience import PATIENCE

HOUR = timedelta(hours=1)


class Shown(EventDisplay):
    """Collects the events instead of showing them."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    async def show(self, event: Event) -> None:
        self.events.append(event)


class Bot:
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


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    database = Database(f"sqlite:///{shutil.copy(migrated_sqlite(), tmp_path)}")
    yield Bot(database)
    await database.close()


async def test_an_idle_sweep_is_one_statement_and_one_heartbeat(bot: Bot) -> None:
    """However many games go on."""
    game = await bot.begin()
    await bot.host.games.place_board(game.id, replace(HERE, message_id=900))
    await bot.host.games.note_shown(game, None)
    loop = bot.new_loop(every=HOUR)
    await loop._sweep_once()
    with listening(bot.database) as statements:
        await loop._sweep_once()
    kinds = [statement.split()[0] for statement in statements.asked]
    assert (statements.number, kinds) == (3, ["SELECT", "BEGIN", "INSERT"])


async def test_the_first_sweep_starts_a_move_of_the_bot_that_a_killed_process_was_choosing(bot: Bot) -> None:
    """Later sweeps take it for being chosen by this process for some seconds."""
    game = await start_against_bot(bot.host, first=First.OPPONENT)
    loop, shown = bot.new_loop_and_display(every=HOUR)
    await loop._sweep_once()
    await loop.stop(within=PATIENCE)
    assert [event.subject.id for event in shown.events if event.due is Due.MOVE] == [game.id]


async def test_downtime_before_a_departure_is_stored_extends_deadlines_too(bot: Bot) -> None:
    """The bot was removed while it was down; Discord may report that before the first sweep."""
    game = await bot.begin()
    async with bot.swept_by(bot.new_loop()):
        pass
    bot.time.time += 10 * HOUR
    loop = bot.new_loop()
    async with loop.without_sweep():
        await bot.host.scheduler.departures.note_departure(GUILD)
    bot.present = set()
    async with bot.swept_by(loop):
        pass
    bot.time.time += 5 * HOUR
    async with bot.new_loop().without_sweep():
        await bot.host.scheduler.departures.note_return(GUILD)
    assert await bot.deadline(game) == 16 * HOUR


async def test_downtime_before_a_sweep_notices_a_departure_extends_deadlines_too(bot: Bot) -> None:
    game = await bot.begin()
    async with bot.swept_by(bot.new_loop()):
        pass
    bot.time.time += 10 * HOUR
    bot.present = set()
    async with bot.swept_by(bot.new_loop()):
        pass
    bot.time.time += 5 * HOUR
    bot.present = {GUILD}
    async with bot.swept_by(bot.new_loop()):
        pass
    assert await bot.deadline(game) == 16 * HOUR


@pytest.mark.parametrize("is_told", [True, False])
async def test_an_outage_that_began_before_downtime_extends_deadlines_once(bot: Bot, is_told: bool) -> None:
    """Either Discord reports the end before the first sweep, or that sweep finds the server available."""
    game = await bot.begin()
    bot.time.time += HOUR / 2
    bot.unavailable = {GUILD}
    async with bot.swept_by(bot.new_loop()):
        pass
    bot.time.time += 2 * HOUR
    async with bot.swept_by(bot.new_loop()):
        pass
    bot.time.time += 10 * HOUR
    bot.unavailable = set()
    loop = bot.new_loop()
    if is_told:
        async with loop.without_sweep():
            await bot.host.scheduler.departures.note_return(GUILD)
    async with bot.swept_by(loop):
        pass
    assert await bot.deadline(game) == 13 * HOUR


async def test_an_unnoticed_pause_extends_deadlines_before_an_outage_is_stored(bot: Bot) -> None:
    game = await bot.begin()
    loop = bot.new_loop(every=HOUR)
    loop.start()
    await bot.sweeps(loop)
    bot.time.time += 10 * HOUR
    async with loop.without_sweep():
        await bot.host.scheduler.departures.note_outage(GUILD)
    bot.time.time += HOUR
    async with loop.without_sweep():
        await bot.host.scheduler.departures.note_return(GUILD)
    assert await bot.deadline(game) == 12 * HOUR
    await loop.stop(within=1)


async def test_a_server_that_the_bot_has_rejoined_is_not_deleted_after_thirty_days(bot: Bot) -> None:
    game = await bot.begin()
    await bot.host.scheduler.departures.note_departure(GUILD)
    bot.time.time += timedelta(days=31)
    async with bot.swept_by(bot.new_loop()):
        pass
    assert await bot.deadline(game) == timedelta(days=31) + HOUR


async def test_a_return_that_could_not_be_stored_is_stored_by_the_next_sweep(bot: Bot) -> None:
    game = await bot.begin()
    await bot.host.scheduler.departures.note_departure(GUILD)
    bot.present = set()
    loop = bot.new_loop()
    async with bot.swept_by(loop):
        await bot.sweeps(loop)
        bot.time.time += HOUR
        bot.present = {GUILD}
        with pytest.raises(Busy):
            async with loop.without_sweep():
                raise Busy
    assert await bot.deadline(game) == 2 * HOUR


async def test_the_loop_is_late_if_no_sweep_succeeded_for_too_long_since_the_start_or_the_last_one(bot: Bot) -> None:
    seconds, connected = 0.0, False
    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    every = timedelta(milliseconds=1)

    def find_reachable() -> Shards:
        return ALL_SERVERS if connected else NO_SERVERS

    loop = SweepLoop(sweeper, Shown(), every, find_reachable, bot.note_present_servers, monotonic=lambda: seconds)
    late = [loop.is_late]
    loop.start()
    late.append(loop.is_late)
    seconds += 31
    late.append(loop.is_late)
    connected = True
    await bot.sweeps(loop)
    await loop.stop(within=1)
    late.append(loop.is_late)
    seconds += 31
    late.append(loop.is_late)
    assert late == [False, False, True, False, True]


async def test_a_sweep_that_leaves_something_due_is_followed_by_the_next_one_at_once(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.scheduler.sweeper._AT_ONCE", 2)
    begun = [await bot.begin() for _ in range(5)]
    bot.time.time += 2 * HOUR
    loop = bot.new_loop(every=10 * HOUR)
    loop.start()
    async with asyncio.timeout(PATIENCE):
        while not all([(await bot.host.games.find(GUILD, game.id)).is_over for game in begun]):
            pass
    await loop.stop(within=1)


async def test_a_loop_that_is_behind_stops_until_the_next_interval_if_the_connection_is_lost(
    bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gridlock_host.scheduler.sweeper._AT_ONCE", 1)
    begun = [await bot.begin() for _ in range(3)]
    bot.time.time += 2 * HOUR
    answers, is_lost = iter([True, False]), asyncio.Event()

    def is_lost_the_second_time() -> Shards:
        is_connected = next(answers, True)
        if not is_connected:
            is_lost.set()
        return ALL_SERVERS if is_connected else NO_SERVERS

    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    loop = SweepLoop(sweeper, Shown(), 10 * HOUR, is_lost_the_second_time, bot.note_present_servers)
    loop.start()
    await asyncio.wait_for(is_lost.wait(), PATIENCE)
    for _ in range(2):
        # The lock is fair, so a sweep that was waiting has run by then.
        async with loop.without_sweep():
            pass
    assert [(await bot.host.games.find(GUILD, game.id)).is_over for game in begun] == [True, False, False]
    await loop.stop(within=1)


@pytest.mark.parametrize("whole", [Shards((0, 1), 2), ALL_SERVERS], ids=["shards of the process", "all servers"])
async def test_while_a_shard_is_away_time_runs_in_the_others_and_its_own_servers_get_it_back(
    bot: Bot, whole: Shards
) -> None:
    far_away = replace(HERE, guild_id=GUILD + (1 << 22))
    bot.present.add(far_away.guild_id)
    games = []
    for place in (HERE, far_away):
        terms = Terms("lines", per_move=HOUR)
        challenge = await bot.host.challenges.propose(place, ADA, Person(BOB), terms, request_id=new_request())
        games.append(await bot.host.challenges.accept(place.guild_id, challenge.id, BOB, channel_id=CHANNEL))
    here, there = games
    reachable = whole
    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time, shards=whole)
    loop = SweepLoop(sweeper, Shown(), 10 * HOUR, lambda: reachable, bot.note_present_servers)
    await loop._sweep_once()
    reachable = Shards((GUILD >> 22 & 1,), 2)
    bot.time.time += 2 * HOUR
    await loop._sweep_once()
    assert (await bot.host.games.find(GUILD, here.id)).is_over
    reachable = whole
    await loop._sweep_once()
    current = await bot.host.games.find(far_away.guild_id, there.id)
    assert not current.is_over
    assert current.deadline == NOON + 3 * HOUR
    # From now on its time runs again.
    bot.time.time += HOUR + timedelta(seconds=1)
    await loop._sweep_once()
    assert (await bot.host.games.find(far_away.guild_id, there.id)).is_over


async def test_a_shard_that_was_announced_anew_gets_its_absence_back_though_no_sweep_noticed_it(bot: Bot) -> None:
    game = await bot.begin()
    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    loop = SweepLoop(sweeper, Shown(), 10 * HOUR, lambda: ALL_SERVERS, bot.note_present_servers)
    await loop._sweep_once()
    bot.time.time += 2 * HOUR
    loop.come_back(Shards((GUILD >> 22 & 1,), 2))
    await loop._sweep_once()
    assert await bot.deadline(game) == 3 * HOUR


class Slow(Shown):
    """Is slow in one channel, and counts what is shown at once."""

    def __init__(self) -> None:
        super().__init__()
        self.goes_on = asyncio.Event()
        self.busy, self.most_busy = 0, 0

    async def show(self, event: Event) -> None:
        self.busy += 1
        self.most_busy = max(self.busy, self.most_busy)
        if event.subject.place is not None and event.subject.place.channel_id == CHANNEL:
            await self.goes_on.wait()
        # Lets others begin, if they may.
        await asyncio.sleep(0)
        self.busy -= 1
        await super().show(event)

    def shown(self, games: list[Game]) -> bool:
        return {game.id for game in games} <= {event.subject.id for event in self.events}


async def test_a_slow_channel_delays_no_other_although_few_events_are_shown_at_once(
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
    loop = SweepLoop(
        Sweeper(bot.database, bot.host.games, now=bot.time),
        slow,
        10 * HOUR,
        lambda: ALL_SERVERS,
        bot.note_present_servers,
    )
    loop.start()
    async with asyncio.timeout(PATIENCE):
        while not slow.shown(there):
            await bot.deadline(here[0])
    assert not slow.shown(here[:1])
    slow.goes_on.set()
    async with asyncio.timeout(PATIENCE):
        while not slow.shown(here):
            await bot.deadline(here[0])
    assert slow.most_busy == 2
    await loop.stop(within=1)
