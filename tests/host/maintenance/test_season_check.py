"""The integrity check of seasons and voided games: each kind of fault is found."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import text

from gridlock_host import Database
from gridlock_host.maintenance.integrity import check
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.ownership.shards import ALL_SERVERS
from gridlock_host.servers.settings import SettingsChange
from gridlock_host.standings.seasons import close_season, load_seasons_over
from tests.host.support.host import BOB, CLEO, GUILD, MANAGER, Clock, open_host, play_to_the_end, start


@pytest.fixture
async def store(database: Database, clock: Clock) -> Database:
    """A season that is over, in which a game counts and another is voided, and a game after it."""
    host = open_host(database, now=clock)
    for rhythm in (Rhythm.MONTH, Rhythm.NONE):
        await host.servers.settings.change(GUILD, MANAGER, SettingsChange(season=rhythm))
        await play_to_the_end(host, await start(host))
        clock.time += timedelta(hours=1)
    async with database.writing() as connection:
        (season_id,) = await load_seasons_over(connection, clock(), 2, ALL_SERVERS)
        assert await close_season(connection, season_id, clock()) is not None
    voided = await play_to_the_end(host, await start(host, one=CLEO, two=BOB))
    await host.servers.moderation.void(GUILD, voided.id, MANAGER, "test")
    assert (await check(database)).faults == []
    return database


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("games SET voided = FALSE WHERE voided", "The result of game #"),
        ("games SET voided = TRUE WHERE NOT voided", "The result of game #"),
        ("results SET gives_points = NOT gives_points", "The result of game #"),
        ("seasons SET champion_id = NULL", "The champion of season 1 of server "),
        ("seasons SET champion_id = champion_id + 7", "The champion of season 1 of server "),
        ("season_standings SET won = won + 1", "The standings of member "),
        ("season_counts SET members = 9", "The numbers of members in season 1 of server "),
    ],
)
async def test_every_kind_of_fault_is_found(store: Database, change: str, sentence: str) -> None:
    async with store.writing() as connection:
        assert (await connection.execute(text(f"UPDATE {change}"))).rowcount > 0
    faults = (await check(store)).faults
    assert any(fault.startswith(sentence) for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)
