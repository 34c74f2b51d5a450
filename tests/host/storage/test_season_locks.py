"""Results that are counted while a season begins, ends or is counted again: each counts once, where it belongs."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from gridlock_host import Database, Ending, Game, Host, Order
from gridlock_host.games.changes import store_change
from gridlock_host.maintenance.integrity import check
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.settings import SettingsChange
from tests.host.support.host import (
    ADA,
    CLEO,
    GUILD,
    MANAGER,
    Clock,
    lift_limits,
    play_to_the_end,
    start,
)
from tests.host.support.waiting import until_waiting

DAN = CLEO + 1
HOUR = timedelta(hours=1)


@pytest.fixture
async def over(host: Host) -> Game:
    """A finished game of Ada and Bob in a season that is begun by hand."""
    await lift_limits(host)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(season=Rhythm.BY_HAND))
    await host.games.seasons.begin(GUILD)
    return await play_to_the_end(host, await start(host))


async def end_during(database: Database, host: Host, clock: Clock, other: Coroutine[Any, Any, Any]) -> None:
    """End a game of Cleo and Dan, and begin something else while that is not committed."""
    game = await start(host, one=CLEO, two=DAN)
    clock.time += HOUR
    ended = replace(game, version=game.version + 1).ended(Ending.TIME, CLEO, clock.time)
    async with database.writing(changes=[game.id]) as connection:
        assert await store_change(connection, game, ended, clock.time) is not None
        clock.time += HOUR
        task = asyncio.ensure_future(other)
        await until_waiting(database, 1)
    await task
    assert (await check(database)).faults == []


async def season(host: Host, number: int) -> dict[int, int]:
    """The points in a season."""
    page = await host.games.standings.leaderboard(GUILD, None, Order.POINTS, asker_id=ADA, season=number)
    return {one.user_id: one.record.won for one in page.standings if one.record.won}


async def test_a_void_counts_a_season_again_after_a_result_that_is_being_counted(
    database: Database, host: Host, clock: Clock, over: Game
) -> None:
    await end_during(database, host, clock, host.servers.moderation.void(GUILD, over.id, MANAGER, "test"))
    assert await season(host, 1) == {CLEO: 1}


async def test_a_season_ends_after_a_result_that_is_being_counted(
    database: Database, host: Host, clock: Clock, over: Game
) -> None:
    await end_during(database, host, clock, host.games.seasons.begin(GUILD))
    assert over.result is not None
    assert await season(host, 1) == {over.result.winner_id: 1, CLEO: 1}
    assert await season(host, 2) == {}
