"""Unreadable values in every column of every table: the check names the row, and never fails itself."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column

from gridlock_host import Database, Sweeper
from gridlock_host.maintenance.integrity import check
from gridlock_host.maintenance.unreadable_values import unreadable_values_in_file
from gridlock_host.model.terms import MOST_HANDICAP
from gridlock_host.scheduler import heartbeat
from gridlock_host.storage.migrate import Columns
from gridlock_host.storage.schema import metadata, moderation_log, moves
from tests.host.support.host import NOON, Clock, open_host, play_to_the_end, start, start_against_bot

TIME = "2030-01-01 00:00:00.000000"
# A row of each table that games alone do not fill.
ROWS = {
    "heartbeats": ("sweeper", TIME),
    "matches": (9, 1, 3),
    "offers": (9, 1, "rematch", 3, 7, "open", TIME, 1, 1, TIME, 6, TIME),
    "puzzle_streaks": (8, 7, "2030-01-01", 1, 1),
    "tutorial_progress": (7, "lines", 3),
    "daily_puzzles": (9, 8, "2030-01-01", 2, 1, 6, 10, TIME, TIME),
    "guild_settings": (
        8,
        "5 6",
        "lines",
        3,
        "1 hour",
        1,
        1,
        5,
        6,
        "de",
        "text",
        6,
        "2030-01-01",
        6,
        "2030-01-07",
        0,
        "month",
    ),
    "seasons": (9, 8, 1, "month", TIME, TIME, TIME, 7, 1),
    "season_standings": (8, 1, 7, 1, 0),
    "season_counts": (8, 1, 1, 0, 1),
    "announcements": (9, 8, "game", TIME, 1, 5, 0, 6, 10, TIME, TIME, 1),
    "bot_record_totals": (8, "lines", 3, 1, 0, 0),
    "end_cards": (1, 3, 2, 1, "1?2", TIME, 6, 10),
    "picture_shares": (1, "gif", 2, TIME, 6, 10),
    "accuracies": (1, 7, 8, "dodge", TIME, 3, 2),
    "accuracy_totals": (8, 7, "dodge", 3, 2),
    "exercises": (9, 7, 1, 0, "0" * 32, "A1 B2/C3", 1, TIME, TIME, 2.5, 5.5),
    "old_copies": (10, 6, 1, TIME),
    "bans": (8, 7, TIME),
    "blocks": (8, 7, TIME),
    "moderation_log": (9, 8, 7, "ban", 1, 6, "", TIME, 0),
    "notifications": (7, "quiet", 60, 120),
    "reading_settings": (7, 1),
    "kept_out": (9, 8, 7, "0" * 32, "0" * 64),
    "departures": (8, TIME),
    "welcomes": (8, TIME),
    "outages": (8, TIME),
    "published_commands": (8, "0" * 64),
}
# No column but the reason of a moderator can hold any of these.
BAD: list[Any] = [b"\xff", b"nonsense", "nonsense", "7, 8", "é", "\n", -3, 2**63 - 0.5, "2030-02-30 00:00:00"]


@pytest.fixture
async def full(sqlite_url: str, tmp_path: Path) -> Path:
    """A database with a row in every table."""
    database = Database(sqlite_url)
    host = open_host(database)
    await play_to_the_end(host, await start(host))
    await play_to_the_end(host, await start(host))
    bots = await start_against_bot(host)
    await host.games.resign(bots.place.guild_id, bots.id, bots.player_one_id)
    await database.close()
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        for table, row in ROWS.items():
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        connection.execute("UPDATE games SET start = '#A1 B2/C3', swap = 'taken', nameless_one = 2, nameless_two = 3")
        connection.execute("UPDATE challenges SET decline_reason = 'no, thanks', closed_at = created_at")
        connection.commit()
        for table in metadata.tables:
            if table != "bot_records":
                assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0], table  # noqa: S608
    return tmp_path / "gridlock.db"


def test_every_column_with_a_bad_value_is_named(full: Path) -> None:
    columns = {table.name: frozenset(table.c.keys()) for table in metadata.sorted_tables}
    with closing(sqlite3.connect(full, isolation_level=None)) as connection:
        assert list(unreadable_values_in_file(connection, columns)) == []
        for table in metadata.sorted_tables:
            of_table = {table.name: columns[table.name]}
            for column in table.c:
                if column is not moderation_log.c.reason and column.computed is None:
                    # A move is checked by replaying its game.
                    bad = BAD if column is not moves.c.text else [b"\xff", "é", "\n"]
                    for value in bad:
                        # A handicap of three steps for the challenger.
                        if (column.name, value) != ("handicap", -MOST_HANDICAP):
                            check_value(connection, column, value, of_table)


def check_value(connection: sqlite3.Connection, column: Column[Any], value: object, columns: Columns) -> None:
    """Store a value in all rows of a table, and assert that this is told, unless SQLite itself refuses it."""
    name, table = column.name, column.table.name
    connection.execute("BEGIN")
    with suppress(sqlite3.IntegrityError):
        connection.execute(f"UPDATE OR IGNORE {table} SET {name} = ?", (value,))  # noqa: S608
        stored = {row[0] for row in connection.execute(f"SELECT {name} FROM {table}")}  # noqa: S608
        if stored & {value, str(value)}:
            faults = list(unreadable_values_in_file(connection, columns))
            assert any(f"In the table {table}, row " in fault and f": {name} " in fault for fault in faults), value
    connection.execute("ROLLBACK")


async def test_a_heartbeat_with_an_unreadable_name_keeps_no_game_from_being_swept(
    database: Database, clock: Clock
) -> None:
    host = open_host(database, now=clock)
    sweeper = Sweeper(database, host.games, now=clock)
    await sweeper.sweep()
    async with database.writing() as connection:
        for name in ("shard ", "shard 1", "shard x/y", "shard 0/0", "shard 1/999999999999999999", "shard 1/2/3"):
            await connection.execute(metadata.tables["heartbeats"].insert().values(name=name, at=NOON))
    later = await sweeper.extend_deadlines_after_downtime()
    assert isinstance(later, datetime)
    async with database.writing() as connection:
        assert [absence.since for absence in await heartbeat.load_absences(connection, since_start=NOON)] == [NOON]
    if not database.is_sqlite:
        assert len((await check(database)).faults) == 6
