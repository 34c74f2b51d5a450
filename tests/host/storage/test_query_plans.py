"""Query plans: no statement slows down with the number of rows."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from gridlock_host import Database, Host, Sweeper
from tests.host.support.every_request import use_everything
from tests.host.support.host import ADA, BOB, GUILD, Clock, open_host, start
from tests.host.support.plans import EXPECTED, GROWING, growing, plans, pretend_to_be_large
from tests.host.support.statements import listening


@pytest.fixture
async def sqlite(sqlite_url: str) -> AsyncIterator[Database]:
    database = Database(sqlite_url)
    yield database
    await database.close()


@pytest.fixture(params=["without statistics", "with a million rows"])
async def asked(request: pytest.FixtureRequest, sqlite: Database, clock: Clock) -> dict[str, list[str]]:
    """The plans of all statements of the host, as SQLite makes them with and without statistics."""
    with listening(sqlite) as statements:
        await use_everything(sqlite, open_host(sqlite, now=clock), clock)
    if request.param == "with a million rows":
        await pretend_to_be_large(sqlite)
    return await plans(sqlite, statements.asked)


async def test_no_statement_of_the_host_reads_or_sorts_a_growing_part_of_a_table(asked: dict[str, list[str]]) -> None:
    assert len(asked) > 100
    assert growing(asked) == []
    for pattern, reason in EXPECTED.items():
        assert any(re.search(pattern, statement) for statement in asked), reason


@pytest.mark.parametrize(
    ("statement", "step"),
    [
        ("SELECT * FROM games WHERE channel_id = 1", "SCAN games"),
        ("SELECT * FROM results ORDER BY ended_at LIMIT 1", "USE TEMP B-TREE FOR ORDER BY"),
        ("SELECT DISTINCT text FROM moves WHERE game_id = 1", "USE TEMP B-TREE FOR DISTINCT"),
        ("SELECT * FROM games AS others WHERE channel_id = 1", "SCAN others"),
        ("SELECT count(*) FROM games WHERE guild_id = 1 AND status = 'over'", "(guild_id=? AND status=?)"),
        ("UPDATE games SET size = 3 WHERE id > 5 AND channel_id = 1", "(rowid>?)"),
    ],
)
async def test_the_rule_finds_statements_that_read_or_sort_too_much(
    sqlite: Database, statement: str, step: str
) -> None:
    found = growing(await plans(sqlite, {statement: ()}))
    assert any(step in one for one, _ in found), found


async def test_finished_games_are_found_in_the_order_of_an_index(sqlite: Database, clock: Clock) -> None:
    """Each seat of the person by itself, and everybody's: at most as many of each as are wanted."""
    host = open_host(sqlite, now=clock)
    with listening(sqlite) as statements:
        await host.games.finished_for(GUILD, ADA, 25)
    ((_, steps),) = (await plans(sqlite, statements.asked)).items()
    for columns in ("id", "player_one_id_id", "player_two_id_id"):
        index = f"SEARCH games USING COVERING INDEX ix_games_guild_id_status_{columns} (guild_id=? AND status=?"
        assert any(step.startswith(index) for step in steps)
    # What is put together of these, after each of them has come to its limit.
    assert [step for step in steps if step.startswith(("SCAN", "USE TEMP"))] == [
        "SCAN anon_1",
        "SCAN anon_2",
        "SCAN anon_3",
        "USE TEMP B-TREE FOR ORDER BY",
    ]


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_postgresql_scans_no_growing_table(database: Database, clock: Clock) -> None:
    """Where it may choose, it scans the small tables of a test, so it may not. What it then scans has no index."""
    with listening(database) as statements:
        await use_everything(database, open_host(database, now=clock), clock)
    scanned: list[tuple[str, str]] = []
    async with database.reading() as connection:
        await connection.execute(text("SET enable_seqscan = off"))
        for statement, values in statements.asked.items():
            if not statement.startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
                continue
            rows = await connection.exec_driver_sql(f"EXPLAIN {statement}", values)
            scanned += [(row[0], statement) for row in rows if re.search(rf"Seq Scan on ({GROWING})\b", row[0])]
    assert scanned == []


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
