"""The integrity check."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import text

from gridlock_host import Database, DatabaseUnusable, Host, Person, migrate
from gridlock_host.maintenance.backup import back_up
from gridlock_host.maintenance.integrity import check
from gridlock_host.model.terms import Terms
from gridlock_host.storage.migrate import known_revisions
from tests.host.support.busy_life import every_trace, live
from tests.host.support.host import (
    ADA,
    BOB,
    GUILD,
    HERE,
    contents,
    contents_of,
    lift_limits,
    new_request,
    open_host,
    play,
    play_to_the_end,
    resign,
    start,
    start_against_bot,
)
from tests.host.support.old_database import make_old_file
from tests.host.support.postgres import new_postgres_database


async def test_the_check_finds_nothing_in_a_busy_database_and_changes_nothing(database: Database, host: Host) -> None:
    await live(host, every_trace())
    await host.members.privacy.forget(ADA)
    before = await contents(database)
    report = await check(database)
    assert report.faults == []
    assert report.is_whole
    assert (report.games, report.moves) == (len(before["games"]), len(before["moves"]))
    assert report.games > 30
    assert await contents(database) == before


async def test_a_migrated_old_database_passes_the_check(tmp_path: Path) -> None:
    make_old_file(tmp_path / "gridlock.db")
    database = Database(f"sqlite:///{tmp_path / 'gridlock.db'}")
    report = await check(database)
    assert not report.is_whole
    assert [fault.split(",")[0] for fault in report.faults] == [
        f"Its schema is 0001 and this program's is {known_revisions()[0]}"
    ]
    await migrate(database)
    report = await check(database)
    assert report.faults == []
    assert report.games > 0
    await database.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sound_file(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games: 1 goes on after two moves, 2 is won on the board, 3 is the bot's turn, 4 has a clock, 5 begins a match."""
    path = Path(shutil.copy(migrated_file, tmp_path_factory.mktemp("sound")))
    database = Database(f"sqlite:///{path}")
    host = open_host(database)
    await lift_limits(host)
    await play(host, await start(host), "A1", "A2")
    await play_to_the_end(host, await start(host))
    await play(host, await start_against_bot(host), "A1")
    asked = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", per_move=timedelta(hours=1)), request_id=new_request()
    )
    await host.challenges.accept(GUILD, asked.id, BOB, channel_id=HERE.channel_id)
    match = await start(host, best_of=3)
    await resign(host, GUILD, match.id, BOB)
    over = await start_against_bot(host)
    await resign(host, GUILD, over.id, ADA)
    assert (await check(database)).faults == []
    await database.close()
    return path


@pytest.fixture
async def store(sound_file: Path, tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite:///{shutil.copy(sound_file, tmp_path)}")
    yield database
    await database.close()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DELETE FROM moves WHERE game_id = 1 AND ply = 0", "Game #1 lacks some of its moves."),
        ("UPDATE moves SET text = 'C2' WHERE game_id = 1 AND ply = 1", "Game #1 breaks the rules: "),
        ("UPDATE moves SET text = 'what' WHERE game_id = 1 AND ply = 1", "Game #1 breaks the rules: "),
        ("UPDATE games SET size = 99 WHERE id = 1", "Game #1 breaks the rules: "),
        ("UPDATE games SET version = 1 WHERE id = 1", "Game #1 has 2 moves, but only 1 changes."),
        ("UPDATE games SET status = 'over' WHERE id = 1", "Game #1 is over and has no result."),
        ("UPDATE games SET status = 'active' WHERE id = 2", "Game #2 is open and has a result."),
        ("DELETE FROM results WHERE game_id = 2", "Game #2 is over and has no result."),
        ("UPDATE results SET ending = 'resignation' WHERE game_id = 2", "Game #2 has the ending resignation, which"),
        (
            "UPDATE results SET winner_id = loser_id, loser_id = winner_id WHERE game_id = 2",
            "Game #2 has another winner than its last board.",
        ),
        ("UPDATE results SET winner_id = 7 WHERE game_id = 2", "Game #2 has a winner or a loser who did not play it."),
        (
            "UPDATE results SET winner_id = NULL, loser_id = NULL WHERE game_id = 2",
            "Game #2 ended because a player could not move,",
        ),
        ("UPDATE games SET thinking_since = NULL WHERE id = 3", "Game #3 has the bot to move, but is not marked"),
        (
            "UPDATE games SET thinking_since = created_at WHERE id = 1",
            "Game #1 is marked as waiting for the bot, although",
        ),
        (
            "UPDATE games SET wake_at = NULL WHERE id = 4",
            "Game #4 has a time for each move, but no deadline for this one.",
        ),
        (
            "UPDATE games SET deadline = NULL WHERE id = 4",
            "Game #4 has a time for each move, but no deadline for this one.",
        ),
        ("DELETE FROM games WHERE id = 6", "Game #5 ended, but the next game of its match is missing."),
        ("UPDATE games SET challenge_id = NULL WHERE id = 1", "Challenge #1 was accepted, but its game is missing."),
        (
            "UPDATE challenges SET status = 'open' WHERE id = 1",
            "Game #1 exists, but its challenge #1 was not accepted.",
        ),
        ("UPDATE standings SET won = won + 1", "The standings of member "),
        ("DELETE FROM standings", "The standings of member "),
        (
            "INSERT INTO standing_totals VALUES (8, 9, 0, 1)",
            "The standings of member 9 in server 8, all variants, say 1 lost; the results say nothing.",
        ),
        (
            "INSERT INTO standings VALUES (8, 9, 'lines', 0, 1)",
            "The standings of member 9 in server 8, lines, say 1",
        ),
        ("UPDATE bot_records SET won_with_help = 1", "The records against the bot of member "),
    ],
)
async def test_every_kind_of_fault_is_found(store: Database, change: str, sentence: str) -> None:
    async with store.writing() as connection:
        assert (await connection.execute(text(change))).rowcount > 0
    faults = (await check(store)).faults
    assert any(fault.startswith(sentence) for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            "games SET created_at = '2030-13-01 00:00:00' WHERE id = 1",
            "games, row id 1: created_at '2030-13-01 00:00:00' is not a time.",
        ),
        (
            "games SET created_at = '2030-02-30 00:00:00.000000' WHERE id = 1",
            "games, row id 1: created_at '2030-02-30 00:00:00.000000' is not a time.",
        ),
        ("games SET created_at = 7 WHERE id = 1", "games, row id 1: created_at 7 is not a time."),
        ("games SET created_at = '0000-01-01 00:00:00' WHERE id = 1", "games, row id 1: created_at '0000-01-01"),
        ("games SET created_at = '2030-01-01T00:00:00Z' WHERE id = 1", "games, row id 1: created_at '2030-01-01T"),
        ("games SET deadline = '' WHERE id = 1", "games, row id 1: deadline '' is not a time."),
        ("moves SET played_at = 'soon' WHERE game_id = 1 AND ply = 1", "moves, row game_id 1, ply 1: played_at 'soon'"),
        ("results SET ended_at = x'00' WHERE game_id = 2", "results, row game_id 2: ended_at X'00' is not a time."),
        ("games SET size = 'three' WHERE id = 1", "games, row id 1: size 'three' is not a whole number from 1 "),
        ("games SET size = 2.5 WHERE id = 1", "games, row id 1: size 2.5 is not a whole number from 1 "),
        ("games SET seconds_per_move = -1 WHERE id = 1", "games, row id 1: seconds_per_move -1 is not"),
        ("games SET channel_id = 'here' WHERE id = 1", "games, row id 1: channel_id 'here' is not"),
        ("games SET player_one_id = -3 WHERE id = 1", "games, row id 1: player_one_id -3 is not"),
        ("games SET helped = 2 WHERE id = 1", "games, row id 1: helped 2 is not 0 or 1."),
        ("games SET status = 'lost' WHERE id = 1", "games, row id 1: status 'lost' is not one of active, over."),
        ("games SET variant = 'chess' WHERE id = 1", "games, row id 1: variant 'chess' is not one of "),
        ("games SET variant = CAST(x'ff' AS TEXT) WHERE id = 1", "games, row id 1: variant '\ufffd' is not one of "),
        ("results SET ending = 'boredom' WHERE game_id = 2", "results, row game_id 2: ending 'boredom' is not one of "),
        ("challenges SET status = 'perhaps' WHERE id = 1", "challenges, row id 1: status 'perhaps' is not one of "),
        ("moves SET text = CAST(x'ff' AS TEXT) WHERE game_id = 1 AND ply = 1", "moves, row game_id 1, ply 1: text "),
        (
            "moves SET text = x'4131' WHERE game_id = 1 AND ply = 1",
            "moves, row game_id 1, ply 1: text X'4131' is not a text",
        ),
        ("standings SET won = -1", "standings, row guild_id 1200000000000000001, user_id "),
        ("bot_records SET lost = 'many'", "bot_records, row guild_id 1200000000000000001, user_id "),
        ("matches SET best_of = 0", "matches, row id 1: best_of 0 is not"),
        ("heartbeats SET at = 'now'", "heartbeats, row name 'sweeper': at 'now' is not a time."),
        ("heartbeats SET name = 'shard 0/0'", "heartbeats, row name 'shard 0/0': name 'shard 0/0' is not a text as"),
        ("notifications SET quiet_from = 1440", "notifications, row user_id 7: quiet_from 1440 is not"),
        (
            "puzzle_streaks SET last_day = '2030-02-30'",
            "puzzle_streaks, row guild_id 8, user_id 7: last_day '2030-02-30'",
        ),
        ("moderation_log SET reason = CAST(x'ff' AS TEXT)", "moderation_log, row id 1: reason is not a text"),
    ],
)
async def test_an_unreadable_value_is_found_with_its_row_and_not_backed_up(
    store: Database, tmp_path: Path, change: str, sentence: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        connection.execute("INSERT INTO heartbeats VALUES ('sweeper', '2030-01-01 00:00:00.000000')")
        connection.execute("INSERT INTO notifications VALUES (7, 'quiet', 60, 120)")
        connection.execute("INSERT INTO puzzle_streaks VALUES (8, 7, '2030-01-01', 1, 1)")
        connection.execute(
            "INSERT INTO moderation_log VALUES (1, 8, 7, 'ban', NULL, 6, 'é', '2030-01-01 00:00:00.000000', 0)"
        )
        connection.commit()
        assert (await check(store)).faults == []
        assert connection.execute(f"UPDATE {change}").rowcount > 0
        connection.commit()
    report = await check(store)
    assert any(fault.startswith(f"In the table {sentence}") for fault in report.faults), report.faults
    assert not report.is_whole
    with pytest.raises(DatabaseUnusable, match=r"was not backed up, .* In the table "):
        back_up(tmp_path / "gridlock.db", tmp_path / "backup.db")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("games SET created_at = 'infinity'", "created_at 'infinity' is not a time."),
        ("games SET created_at = '0044-03-15 12:00:00+00 BC'", "BC' is not a time."),
        ("games SET status = 'lost'", "status 'lost' is not one of active, over."),
        ("standings SET won = -1", "won '-1' is not a whole number from 0 "),
    ],
)
async def test_an_unreadable_value_on_postgresql_is_found(change: str, sentence: str) -> None:
    async with new_postgres_database() as url:
        database = Database(url)
        await migrate(database)
        await play_to_the_end(open_host(database), await start(open_host(database)))
        async with database.writing() as connection:
            assert (await connection.execute(text(f"UPDATE {change.replace(':', chr(92) + ':')}"))).rowcount > 0
        faults = (await check(database)).faults
        await database.close()
    assert any(fault.endswith(sentence) or sentence in fault for fault in faults), faults


async def test_a_stuck_game_is_found(store: Database) -> None:
    async with store.writing() as connection:
        await connection.execute(text("DELETE FROM results WHERE game_id = 2"))
        await connection.execute(text("UPDATE games SET status = 'active' WHERE id = 2"))
    assert "Game #2 is open, although the player to move has no legal move." in (await check(store)).faults


async def test_a_damaged_file_and_an_orphaned_row_are_found(sqlite_url: str, tmp_path: Path) -> None:
    database = Database(sqlite_url)
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        connection.execute("INSERT INTO moves VALUES (99, 0, 'A1', '2030-01-01 00:00:00.000000')")
        connection.commit()
    assert (await check(database)).faults == ["Row 1 of the table moves refers to a row of games that does not exist."]
    (tmp_path / "gridlock.db").write_bytes(b"Dear Ada, " * 1000)
    report = await check(database)
    assert report.faults == ["It cannot be read: file is not a database."]
    assert not report.is_whole
    await database.close()


async def test_the_check_does_not_create_a_missing_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnusable, match=r"There is no database .*gridlock\.db to check\."):
        await check(Database(f"sqlite:///{tmp_path / 'gridlock.db'}"))
    assert contents_of(tmp_path) == {}


async def test_an_unreachable_database_server_is_reported() -> None:
    report = await check(Database("postgresql://ada@127.0.0.1:1/games"))
    assert [fault.startswith("The database cannot be read: ") for fault in report.faults] == [True]


async def test_an_unknown_driver_option_is_reported() -> None:
    with pytest.raises(DatabaseUnusable, match=r"an option that the database's driver does not know: .*'sslmode'"):
        await check(Database("postgresql://ada@127.0.0.1:1/games?sslmode=require"))


async def test_a_missing_database_on_the_server_is_reported(postgres_url: str) -> None:
    with pytest.raises(
        DatabaseUnusable, match=r"The database postgresql://.* cannot be used: database .* does not exist"
    ):
        await check(Database(postgres_url + "_not"))


async def test_a_missing_table_is_reported(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE moves RENAME TO moves_not"))
    report = await check(database)
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE moves_not RENAME TO moves"))
    assert report.faults == ["It has no table moves."]
    assert not report.is_whole
