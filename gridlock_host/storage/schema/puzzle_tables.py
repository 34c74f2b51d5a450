"""Tables of the puzzle of the day: streaks of members, and what became of each day's puzzle."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Date, Index, Integer, Table

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata

# The day of the last answer that counted, and how many puzzles were solved up to it without a break.
puzzle_streaks = Table(
    "puzzle_streaks",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("last_day", Date, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
)
Index(None, puzzle_streaks.c.user_id)
Index(None, puzzle_streaks.c.last_day)
# The streaks of a server that were answered last on one day, the longest first.
_streaks = puzzle_streaks.c
Index("ix_puzzle_streaks_of_day", _streaks.guild_id, _streaks.last_day, _streaks.streak.desc(), _streaks.user_id)

# How many members have answered and solved a day's puzzle, and the message in which it was posted. The channel is set
# by the process that posts it, and the time before each attempt.
daily_puzzles = Table(
    "daily_puzzles",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("day", Date, nullable=False),
    Column("answered", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("tried_at", UTCDateTime),
    Column("unshown_since", UTCDateTime),
    sqlite_autoincrement=True,
)
Index(None, daily_puzzles.c.guild_id, daily_puzzles.c.day, unique=True)
Index(None, daily_puzzles.c.unshown_since)
