"""Values that the program cannot read, such as an impossible date: found by SQL, column by column.

SQLite stores any value in any column. PostgreSQL refuses values of a wrong type, but not an unknown word or a negative
count.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Boolean, Column, Date, Double, Integer, String, Table
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.games.rows import ACTIVE, OVER
from gridlock_host.members.notifications import NotifyMode
from gridlock_host.model.challenge import ChallengeStatus, DeclineReason
from gridlock_host.model.messages.announcement import AnnouncementKind
from gridlock_host.model.messages.look import Look
from gridlock_host.model.offer import OfferKind, OfferStatus
from gridlock_host.model.person import DELETED_PLAYER_TWO
from gridlock_host.model.result import Ending
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.model.starts import StartKind, Swap
from gridlock_host.model.terms import MOST_HANDICAP, First
from gridlock_host.model.time_control import TimeControl
from gridlock_host.ownership.shards import ONE_SHARD
from gridlock_host.servers.moderation_log import ModerationAction
from gridlock_host.standings.record_counts import ALL_VARIANTS
from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.migrate import Columns
from gridlock_host.storage.schema import metadata
from gridlock_rules import VARIANTS

MOST_TOLD: Final = 10
"""The most faults of one kind that are told."""

_MINUTES_OF_A_DAY: Final = 24 * 60
_LARGEST: Final = 2**63 - 1
# The spacing of exercises is in days and in points of difficulty.
_LARGEST_FRACTION: Final = 100_000
_LARGEST_OF_32_BITS: Final = 2**31 - 1


def _words(words: type[StrEnum]) -> tuple[str, ...]:
    return tuple(word.value for word in words)


_VARIANTS: Final = tuple(variant.key for variant in VARIANTS)
# The words that a column may hold.
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "announcements.kind": _words(AnnouncementKind),
    "challenges.start": _words(StartKind),
    "challenges.status": _words(ChallengeStatus),
    "challenges.decline_reason": _words(DeclineReason),
    "challenges.first": _words(First),
    "challenges.variant": _VARIANTS,
    "games.status": (ACTIVE, OVER),
    "games.swap": _words(Swap),
    "games.variant": _VARIANTS,
    "results.ending": _words(Ending),
    "standings.variant": _VARIANTS,
    "bot_records.variant": _VARIANTS,
    "bot_record_totals.variant": _VARIANTS,
    "tutorial_progress.variant": _VARIANTS,
    "accuracies.variant": _VARIANTS,
    "accuracy_totals.variant": _VARIANTS,
    "record_counts.variant": (*_VARIANTS, ALL_VARIANTS),
    "offers.kind": _words(OfferKind),
    "offers.status": _words(OfferStatus),
    "guild_settings.variant": _VARIANTS,
    "guild_settings.time": _words(TimeControl),
    "guild_settings.look": _words(Look),
    "guild_settings.season": _words(Rhythm),
    "seasons.rhythm": _words(Rhythm),
    "moderation_log.action": _words(ModerationAction),
    "notifications.mode": _words(NotifyMode),
}
_START_WORD: Final = "#?[A-H][1-8](/[A-H][1-8])?"
# How other texts are written, as regular expressions that Python and PostgreSQL read alike.
_PATTERNS: Final[Mapping[str, str]] = {
    # Whether it is a legal move is checked by replaying the game.
    "moves.text": "[ -~]+",
    "games.start": f"{_START_WORD}( {_START_WORD})*",
    "end_cards.story": "[12?]{1,80}",
    "picture_shares.form": "gif|png",
    "exercises.position": "[0-9a-f]{32}",
    "exercises.winning": "[A-H][1-8](/[A-H][1-8])?( [A-H][1-8](/[A-H][1-8])?)*",
    "heartbeats.name": f"sweeper|shard {ONE_SHARD}",
    "guild_settings.channels": "([1-9][0-9]{0,18}( [1-9][0-9]{0,18})*)?",
    "guild_settings.language": "[a-z]{2}(-[A-Z]{2})?",
    "kept_out.salt": "[0-9a-f]{32}",
    "kept_out.digest": "[0-9a-f]{64}",
    "published_commands.digest": "[0-9a-f]{64}",
}
# Integer columns that may hold less than 1, and those with an upper bound of their own.
_BOUNDS: Final[Mapping[str, tuple[int, int]]] = {
    "challenges.handicap": (-MOST_HANDICAP, MOST_HANDICAP),
    "games.handicap": (-MOST_HANDICAP, MOST_HANDICAP),
    "games.version": (0, _LARGEST_OF_32_BITS),
    "moves.ply": (0, _LARGEST_OF_32_BITS),
    "offers.ply": (0, _LARGEST_OF_32_BITS),
    "picture_shares.ply": (0, _LARGEST_OF_32_BITS),
    "standings.won": (0, _LARGEST_OF_32_BITS),
    "standings.lost": (0, _LARGEST_OF_32_BITS),
    "standing_totals.won": (0, _LARGEST_OF_32_BITS),
    "standing_totals.lost": (0, _LARGEST_OF_32_BITS),
    "bot_records.won": (0, _LARGEST_OF_32_BITS),
    "bot_records.lost": (0, _LARGEST_OF_32_BITS),
    "bot_records.won_with_help": (0, _LARGEST_OF_32_BITS),
    "season_standings.won": (0, _LARGEST_OF_32_BITS),
    "season_standings.lost": (0, _LARGEST_OF_32_BITS),
    "season_counts.won": (0, _LARGEST_OF_32_BITS),
    "season_counts.lost": (0, _LARGEST_OF_32_BITS),
    "seasons.champions": (0, _LARGEST_OF_32_BITS),
    "record_counts.won": (0, _LARGEST_OF_32_BITS),
    "record_counts.lost": (0, _LARGEST_OF_32_BITS),
    "bot_record_totals.won": (0, _LARGEST_OF_32_BITS),
    "bot_record_totals.lost": (0, _LARGEST_OF_32_BITS),
    "bot_record_totals.won_with_help": (0, _LARGEST_OF_32_BITS),
    "rating_changes.erasures": (0, _LARGEST_OF_32_BITS),
    "accuracies.kept": (0, _LARGEST_OF_32_BITS),
    "accuracy_totals.kept": (0, _LARGEST_OF_32_BITS),
    "exercises.ply": (0, _LARGEST_OF_32_BITS),
    "exercises.answers": (0, _LARGEST_OF_32_BITS),
    "puzzle_streaks.streak": (0, _LARGEST_OF_32_BITS),
    "puzzle_streaks.best": (0, _LARGEST_OF_32_BITS),
    "daily_puzzles.answered": (0, _LARGEST_OF_32_BITS),
    "daily_puzzles.solved": (0, _LARGEST_OF_32_BITS),
    "notifications.quiet_from": (0, _MINUTES_OF_A_DAY - 1),
    "notifications.quiet_to": (0, _MINUTES_OF_A_DAY - 1),
}
# The seats of deleted players are negative.
_PEOPLE: Final = (
    "challenges.challenger_id",
    "challenges.opponent_id",
    "games.player_one_id",
    "games.player_two_id",
    "results.winner_id",
    "seasons.champion_id",
    "results.loser_id",
    "moderation_log.moderator_id",
    "moderation_log.member_id",
)
# The only text that people write; the others are words, numbers and digests.
_FREE_TEXT: Final = "moderation_log.reason"
_TIME: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]"
_FRACTION: Final = ".[0-9][0-9][0-9][0-9][0-9][0-9]"
_DAY: Final = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"


def unreadable_values_in_file(connection: sqlite3.Connection, columns: Columns) -> Iterator[str]:
    """Yield a sentence for each unreadable value in an SQLite file.

    Args:
        connection: The file. Texts are read with replacement characters from now on.
        columns: The columns that the file has, which may be those of an older version.
    """
    connection.text_factory = lambda value: value.decode(errors="replace")
    connection.create_function("is_utf8", 1, _is_utf8, deterministic=True)
    connection.create_function("is_written_as", 2, _is_written_as, deterministic=True)
    for table in metadata.sorted_tables:
        found = columns.get(table.name)
        if found is None:
            continue
        statement = _query(table, _stored(table, found), is_sqlite=True)
        for row in connection.execute(statement):
            yield from _sentences(table, row, found)


async def unreadable_values(connection: AsyncConnection) -> list[str]:
    """Return a sentence for each unreadable value in a PostgreSQL database of the current version."""
    sentences: list[str] = []
    for table in metadata.sorted_tables:
        found = frozenset(table.c.keys())
        rows = await connection.exec_driver_sql(_query(table, _stored(table, found), is_sqlite=False))
        for row in rows:
            sentences += _sentences(table, tuple(row), found)
    return sentences


def _stored(table: Table, found: frozenset[str]) -> list[Column[Any]]:
    """Return the columns of a table that a file has, without those that the database computes from others."""
    return [column for column in table.c if column.name in found and column.computed is None]


def _query(table: Table, columns: list[Column[Any]], *, is_sqlite: bool) -> str:
    """Select the key of each row with unreadable values and, by column, whether its value is one, and the value."""
    shown = "quote({})" if is_sqlite else "quote_nullable(CAST({} AS text))"
    bad = [f"({column.name} IS NOT NULL AND ({_is_unreadable(column, is_sqlite=is_sqlite)}))" for column in columns]
    keys = [shown.format(column.name) for column in table.primary_key]
    values = [
        f"CASE WHEN {each} THEN {shown.format(column.name)} END" for each, column in zip(bad, columns, strict=True)
    ]
    return (
        f"SELECT {', '.join(keys + values)} FROM {table.name} "  # noqa: S608  # names and words of the program
        f"WHERE {' OR '.join(bad) or 'false'} LIMIT {MOST_TOLD}"
    )


def _sentences(table: Table, row: tuple[Any, ...], found: frozenset[str]) -> Iterator[str]:
    keys = [column.name for column in table.primary_key]
    where = ", ".join(f"{name} {value}" for name, value in zip(keys, row, strict=False))
    for column, value in zip(_stored(table, found), row[len(keys) :], strict=True):
        if value is not None:
            said = "" if str(column) == _FREE_TEXT else f" {value}"
            yield f"In the table {table.name}, row {where}: {column.name}{said} is not {_kind(column)}."


def _kind(column: Column[Any]) -> str:
    name = str(column)
    if name in _WORDS:
        return f"one of {', '.join(_WORDS[name])}"
    if isinstance(column.type, UTCDateTime):
        return "a time"
    if isinstance(column.type, Date):
        return "a day"
    if isinstance(column.type, Boolean):
        return "0 or 1"
    if isinstance(column.type, String):
        return "a text as the program writes it"
    if isinstance(column.type, Double):
        return f"a number from 0 to {_LARGEST_FRACTION:,}"
    least, most = _bounds(column)
    return f"a whole number from {least:,} to {most:,}" if most < _LARGEST else f"a whole number from {least:,}"


def _is_unreadable(column: Column[Any], *, is_sqlite: bool) -> str:
    """Return the SQL condition that a value that is not NULL is unreadable."""
    name = column.name
    if str(column) in _WORDS:
        words = ", ".join("'" + word.replace("'", "''") + "'" for word in _WORDS[str(column)])
        return f"{name} NOT IN ({words})"
    if str(column) in _PATTERNS:
        pattern = _PATTERNS[str(column)]
        if not is_sqlite:
            return f"{name} !~ '^({pattern})$'"
        return f"typeof({name}) <> 'text' OR NOT is_written_as('{pattern}', CAST({name} AS BLOB))"
    if isinstance(column.type, Integer):
        least, most = _bounds(column)
        wrong_type = f"typeof({name}) <> 'integer' OR " if is_sqlite else ""
        return f"{wrong_type}{name} < {least} OR {name} > {most}"
    if isinstance(column.type, Double):
        wrong_type = f"typeof({name}) <> 'real' OR " if is_sqlite else ""
        return f"{wrong_type}{name} < 0 OR {name} > {_LARGEST_FRACTION}"
    if is_sqlite:
        return _is_unreadable_in_sqlite(column)
    if isinstance(column.type, UTCDateTime | Date):
        # Python knows the years from 1 to 9999.
        return f"NOT isfinite({name}) OR {name} < '0001-01-02' OR {name} > '9999-12-30'"
    return "false"


def _is_unreadable_in_sqlite(column: Column[Any]) -> str:
    name = column.name
    if isinstance(column.type, Boolean):
        return f"typeof({name}) <> 'integer' OR {name} NOT IN (0, 1)"
    if isinstance(column.type, UTCDateTime):
        is_time = f"({name} GLOB '{_TIME}' OR {name} GLOB '{_TIME}{_FRACTION}') AND datetime({name}) IS NOT NULL"
        return f"typeof({name}) <> 'text' OR NOT ({is_time}) OR {_is_no_day(name)}"
    if isinstance(column.type, Date):
        return f"typeof({name}) <> 'text' OR {name} NOT GLOB '{_DAY}' OR {_is_no_day(name)}"
    if str(column) == _FREE_TEXT:
        return f"typeof({name}) <> 'text' OR NOT is_utf8(CAST({name} AS BLOB))"
    raise TypeError(f"nothing is known of the values of {column}")


def _is_no_day(name: str) -> str:
    # SQLite takes the 30th of February, and turns it into another day when it computes with it.
    day = f"substr({name}, 1, 10)"
    return f"{day} LIKE '0000%' OR date({day}, '+0 days') IS NOT {day}"


def _bounds(column: Column[Any]) -> tuple[int, int]:
    name = str(column)
    least = DELETED_PLAYER_TWO if name in _PEOPLE else 1
    return _BOUNDS.get(name, (least, _LARGEST_OF_32_BITS if type(column.type) is Integer else _LARGEST))


def _is_written_as(pattern: str, value: bytes) -> bool:
    return re.fullmatch(pattern.encode(), value) is not None


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True
