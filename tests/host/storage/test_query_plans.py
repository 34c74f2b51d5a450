"""Query plans: no statement slows down with the number of finished games."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest

from gridlock_host import Database, Host, Sweeper
from gridlock_host.model.terms import Terms
from tests.host.support.busy_life import every_trace, live
from tests.host.support.host import ADA, BOB, GUILD, HERE, MANAGER, Clock, new_request, open_host, propose, start
from tests.host.support.statements import Statements, listening

# With every game that is played these grow, and nothing is ever taken out of them.
GROWING = "games|challenges|offers|moves|results"
# All rows, or those that meet a condition which a large part of them may meet.
TOO_MANY = re.compile(
    rf"SCAN ({GROWING})\b.*|SEARCH ({GROWING})\b.*\((status=\?|guild_id=\?|guild_id=\? AND status=\?)\)"
)
# This has them in the order of their ids, so that the newest are found without looking at the others.
NEWEST = "SEARCH games USING COVERING INDEX ix_games_guild_id_status_id (guild_id=? AND status=?)"
SORTED = "USE TEMP B-TREE FOR ORDER BY"


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


async def plans(database: Database, statements: Statements) -> list[str]:
    """How SQLite goes about each statement that reads or changes rows, a step each."""
    steps = []
    async with database.reading() as connection:
        for statement, values in statements.asked.items():
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
                steps += [row.detail for row in rows]
    return steps


async def sweep_all(sweeper: Sweeper) -> None:
    await sweeper.sweep()
    await sweeper.find_unshown_at_start()
    await sweeper.find_unshown()
    await sweeper.find_awaiting_bot()
    await sweeper.find_to_redraw()


def searched(steps: list[str]) -> list[str]:
    """Those steps that look at many more rows than are asked for."""
    return [step for step in steps if TOO_MANY.fullmatch(step)]


async def test_a_sweep_scans_no_growing_table(sqlite: Database, clock: Clock) -> None:
    host = open_host(sqlite, now=clock)
    await start(host)
    sweeper = Sweeper(sqlite, host.games, now=clock)
    with listening(sqlite) as statements:
        await sweep_all(sweeper)
    steps = await plans(sqlite, statements)
    assert any("ix_games_unshown_since" in step for step in steps)
    assert searched(steps) == []


async def test_listing_a_members_open_games_reads_no_other_rows(sqlite: Database, clock: Clock) -> None:
    host = open_host(sqlite, now=clock)
    with listening(sqlite) as statements:
        await host.games.open_for(GUILD, ADA)
        await host.challenges.open_for(GUILD, ADA)
        await propose(host)
        await host.challenges.propose(HERE, ADA, None, Terms("lines"), request_id=new_request())
    assert searched(await plans(sqlite, statements)) == []


async def test_listing_a_servers_newest_games_sorts_no_rows(sqlite: Database, clock: Clock) -> None:
    host = open_host(sqlite, now=clock)
    with listening(sqlite) as statements:
        await host.servers.moderation.open_games(GUILD, MANAGER, 25)
    steps = await plans(sqlite, statements)
    assert searched(steps) == [NEWEST]
    assert SORTED not in steps


async def test_listing_finished_games_sorts_only_the_requested_number(sqlite: Database, clock: Clock) -> None:
    """Each seat of the person by itself, and everybody's: at most as many of each as are wanted."""
    host = open_host(sqlite, now=clock)
    with listening(sqlite) as statements:
        await host.games.finished_for(GUILD, ADA, 25)
    steps = await plans(sqlite, statements)
    assert searched(steps) == [NEWEST]
    for seat in ("one", "two"):
        assert any(f"ix_games_guild_id_status_player_{seat}_id (guild_id=? AND status=? AND" in step for step in steps)
    # What is put together of these, after each of them has come to its limit.
    assert [step for step in steps if step.startswith(("SCAN", SORTED))] == [
        "SCAN anon_1",
        "SCAN anon_2",
        "SCAN anon_3",
        SORTED,
    ]


async def test_counting_open_rows_reads_no_finished_games(sqlite: Database, clock: Clock) -> None:
    host = open_host(sqlite, now=clock)
    with listening(sqlite) as statements:
        await host.stored_counts()
    steps = await plans(sqlite, statements)
    assert [step for step in steps if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"] == []
    assert any("ix_games_unshown_since" in step for step in steps)


async def test_an_idle_sweep_runs_the_same_statements_for_any_number_of_games(
    database: Database, host: Host, clock: Clock
) -> None:
    sweeper, asked = Sweeper(database, host.games, now=clock), []
    await sweeper.sweep()
    for _ in range(3):
        game = await start(host, one=ADA, two=BOB)
        await host.games.note_shown(game, None)
        with listening(database) as statements:
            await sweeper.sweep()
        asked.append(statements.number)
    assert len(set(asked)) == 1


async def test_erasing_a_person_reads_no_other_rows(sqlite: Database, clock: Clock) -> None:
    host = open_host(sqlite, now=clock)
    await start(host)
    await live(host, every_trace())
    with listening(sqlite) as statements:
        await host.members.privacy.forget(ADA)
        await host.members.privacy.forget(ADA)
    steps = await plans(sqlite, statements)
    assert any("ix_games_player_one_id" in step for step in steps)
    assert [step for step in steps if re.match(r"SCAN (?!SUBQUERY|CONSTANT)", step)] == []
    assert any("ix_moderation_log_names_a_number" in step for step in steps)
    assert searched(steps) == []
