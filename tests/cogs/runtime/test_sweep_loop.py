"""The sweep loop: when it sweeps, when it is late, and slow channels."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from cogs.runtime.sweep_loop import SweepLoop
from gridlock_host import Game, Place, Sweeper
from gridlock_host.model.terms import First
from gridlock_host.ownership.shards import ALL_SERVERS, NO_SERVERS, Shards
from gridlock_host.scheduler.events import Due, Event
from tests.cogs.support.swept_bot import HOUR, Shown, SweptBot
from tests.host.support.host import CHANNEL, GUILD, HERE, OTHER_CHANNEL, start_against_bot
from tests.host.support.statements import listening
from tests.support.patience import PATIENCE


async def test_an_idle_sweep_is_one_statement_and_one_heartbeat(bot: SweptBot) -> None:
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


async def test_the_first_sweep_starts_a_move_of_the_bot_that_a_killed_process_was_choosing(bot: SweptBot) -> None:
    """Later sweeps take it for being chosen by this process for some seconds."""
    game = await start_against_bot(bot.host, first=First.OPPONENT)
    loop, shown = bot.new_loop_and_display(every=HOUR)
    await loop._sweep_once()
    await loop.stop(within=PATIENCE)
    assert [event.subject.id for event in shown.events if event.due is Due.MOVE] == [game.id]


async def test_the_loop_is_late_if_no_sweep_succeeded_for_too_long_since_its_start_or_the_last_one(
    bot: SweptBot,
) -> None:
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
    bot: SweptBot, monkeypatch: pytest.MonkeyPatch
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
    bot: SweptBot, monkeypatch: pytest.MonkeyPatch
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
    bot: SweptBot, monkeypatch: pytest.MonkeyPatch
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
