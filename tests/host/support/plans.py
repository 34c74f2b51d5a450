"""Query plans of SQLite: which statements would read, or sort, a growing part of a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import text

from gridlock_host import Database
from gridlock_host.storage.schema import metadata

ROWS: Final = 1_000_000
# A row for each server that is away, for each process, for each server with settings, and for each application.
SMALL: Final = (
    *("departures", "outages", "heartbeats", "guild_settings", "published_commands"),
    "bot_record_totals",  # at most 25 in a server
    "record_counts",  # a row for each different record
    "rating_changes",  # a row for each server
    "seasons",  # a few a year in each server
    "season_counts",  # a row for each different record
    "kept_out",  # a row for each ban and block of a person whose data was deleted
)
GROWING: Final = "|".join(name for name in metadata.tables if name not in SMALL)

# The results of subqueries have these names, and what is in them was found by the other steps of the plan.
_DERIVED: Final = re.compile(r"SCAN (anon_\d+|\(subquery-\d+\)|servers_in_\w+|counts|page|(\d+ )?CONSTANT ROWS?)\b.*")
_SCAN: Final = re.compile(r"SCAN (\w+)\b.*")
# A search by nothing but these finds all rows of a server, all that are over, all after an id, and so on.
_BROAD: Final = re.compile(
    rf"SEARCH ({GROWING}) .*\((?:(?:guild_id|status|variant)=\?(?: AND )?)*"
    r"(?:(?:rowid|id|guild_id|won|rate_order)>\?)?\)"
)
_SORT: Final = "USE TEMP B-TREE"
# How many of the rows have the same value in a column, at worst; columns that are not named here are ids.
_ROWS_WITH_EQUAL_VALUE: Final = {
    "guild_id": ROWS,
    "status": ROWS,
    "variant": ROWS // 5,
    "size": ROWS // 6,
    "level": ROWS // 25,
}
_ROWS_OF_A_PERSON: Final = 1_000


async def pretend_to_be_large(database: Database) -> None:
    """Make SQLite plan as if each growing table had a million rows in one server, by false statistics."""
    async with database.writing() as connection:
        await connection.execute(text("ANALYZE"))
        await connection.execute(text("DELETE FROM sqlite_stat1"))
        indexes = await connection.execute(
            text("SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND tbl_name NOT LIKE 'alembic%'")
        )
        for table, index in indexes.all():
            columns = await connection.execute(text("SELECT name FROM pragma_index_info(:index)"), {"index": index})
            found = " ".join(map(str, _statistics(list(columns.scalars()))))
            values = {"table": table, "index": index, "found": "10 1 1 1" if table in SMALL else found}
            await connection.execute(text("INSERT INTO sqlite_stat1 VALUES (:table, :index, :found)"), values)
        await connection.execute(text("ANALYZE sqlite_schema"))
    # Statistics are read when a connection is opened.
    await database.close()


def _statistics(columns: list[str]) -> list[int]:
    """The number of rows, and how many of them share the first column, the first two, and so on."""
    numbers, share = [ROWS], ROWS
    for column in columns:
        own = _ROWS_OF_A_PERSON if column.endswith(("_id", "by_id")) else 1
        share = min(share, _ROWS_WITH_EQUAL_VALUE.get(column, own))
        numbers.append(share)
    return numbers


async def plans(database: Database, asked: Mapping[str, Any]) -> dict[str, list[str]]:
    """How SQLite goes about each statement that reads or changes rows: its steps, by statement."""
    found: dict[str, list[str]] = {}
    async with database.reading() as connection:
        for statement, values in asked.items():
            if statement.startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
                rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
                found[" ".join(statement.split())] = [row.detail for row in rows]
    return found


def growing(steps: Mapping[str, list[str]]) -> list[tuple[str, str]]:
    """The steps that take longer the more rows there are, each with its statement; none that is `EXPECTED`."""
    return [
        (step, statement)
        for statement, of_it in steps.items()
        if not any(re.search(pattern, statement, re.DOTALL) for pattern in EXPECTED)
        for step in of_it
        if _grows(step, statement)
    ]


EXPECTED: Final = {
    r"^SELECT \(SELECT count.* AS unshown_games": "Open games and challenges are counted for the metrics, by an index.",
    r"^DELETE FROM \w+ WHERE [^=]*\bguild_id = \?\)?$": "All rows of a server that the bot has left are deleted.",
    r" FROM (games|challenges) WHERE .*\b(deadline|expires_at) > ": "After downtime all open games get more time.",
    r"^INSERT INTO (season_standings|season_counts) .* SELECT|^DELETE FROM season_(standings|counts) ": (
        "A season is counted again from its games after a moderator has taken games out."
    ),
    r"AS streaks LEFT OUTER JOIN": "A profile sums up the games of one member, each found by an index.",
    r"games\.rated = ": "A rating table is computed from all results of a server, in the background.",
    r"AS anon_3\) ORDER BY CASE WHEN": "The newest of three lists of at most 25 finished games are chosen.",
}
"""Statements that may read more the more rows there are, by a pattern, and why."""


def _grows(step: str, statement: str) -> bool:
    if step.startswith(_SORT):
        return True
    scanned = _SCAN.fullmatch(step)
    if scanned is not None:
        return not _DERIVED.fullmatch(step) and scanned[1] not in SMALL
    # In the order of an index, and up to a limit, only the first rows are read.
    is_broad = _BROAD.fullmatch(step) is not None
    return is_broad and not re.search(r"\bLIMIT\b|\bmin\(", statement)
