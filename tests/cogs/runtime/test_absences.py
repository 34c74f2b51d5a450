"""Absences: downtime, outages, a bot that leaves or rejoins a server, and shards that are away."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from cogs.runtime.sweep_loop import SweepLoop
from gridlock_host import Person, Sweeper
from gridlock_host.errors import Busy
from gridlock_host.model.terms import Terms
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from tests.cogs.support.swept_bot import HOUR, Shown, SweptBot
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, new_request


async def test_downtime_before_a_departure_is_stored_extends_deadlines_too(bot: SweptBot) -> None:
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


async def test_downtime_before_a_sweep_notices_a_departure_extends_deadlines_too(bot: SweptBot) -> None:
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
async def test_an_outage_that_began_before_downtime_extends_deadlines_once(bot: SweptBot, is_told: bool) -> None:
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


async def test_an_unnoticed_pause_extends_deadlines_before_an_outage_is_stored(bot: SweptBot) -> None:
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


async def test_a_server_that_the_bot_has_rejoined_is_not_deleted_after_thirty_days(bot: SweptBot) -> None:
    game = await bot.begin()
    await bot.host.scheduler.departures.note_departure(GUILD)
    bot.time.time += timedelta(days=31)
    async with bot.swept_by(bot.new_loop()):
        pass
    assert await bot.deadline(game) == timedelta(days=31) + HOUR


async def test_a_return_that_could_not_be_stored_is_stored_by_the_next_sweep(bot: SweptBot) -> None:
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


@pytest.mark.parametrize("whole", [Shards((0, 1), 2), ALL_SERVERS], ids=["shards of the process", "all servers"])
async def test_while_a_shard_is_away_time_runs_in_the_others_and_its_own_servers_get_it_back(
    bot: SweptBot, whole: Shards
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


async def test_a_shard_that_was_announced_anew_gets_its_absence_back_though_no_sweep_noticed_it(bot: SweptBot) -> None:
    game = await bot.begin()
    sweeper = Sweeper(bot.database, bot.host.games, now=bot.time)
    loop = SweepLoop(sweeper, Shown(), 10 * HOUR, lambda: ALL_SERVERS, bot.note_present_servers)
    await loop._sweep_once()
    bot.time.time += 2 * HOUR
    loop.come_back(Shards((GUILD >> 22 & 1,), 2))
    await loop._sweep_once()
    assert await bot.deadline(game) == 3 * HOUR
