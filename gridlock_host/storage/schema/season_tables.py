"""Tables of seasons: when they begin and end, and the standings in each."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Computed, Double, Index, Integer, String, Table

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata
from gridlock_host.storage.schema.standing_tables import RATE_ORDER

# A season without an end is one that a manager ends by beginning the next. `close_at` is null once the champion is
# decided.
seasons = Table(
    "seasons",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("rhythm", String(16), nullable=False),
    Column("begins_at", UTCDateTime, nullable=False),
    Column("ends_at", UTCDateTime),
    Column("close_at", UTCDateTime),
    Column("champion_id", BigInteger),
    Column("champions", Integer, nullable=False),
    sqlite_autoincrement=True,
)
Index(None, seasons.c.guild_id, seasons.c.number, unique=True)
Index(None, seasons.c.guild_id, seasons.c.begins_at, unique=True)
Index(None, seasons.c.close_at)
Index(None, seasons.c.champion_id)

season_standings = Table(
    "season_standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("rate_order", Double, Computed(RATE_ORDER, persisted=True)),
)
Index(None, season_standings.c.user_id)
_own = season_standings.c
_BEST = (_own.won.desc(), _own.lost.desc(), _own.user_id)
Index("ix_season_standings_by_points", _own.guild_id, _own.season, *_BEST)
Index("ix_season_standings_by_rate", _own.guild_id, _own.season, _own.rate_order.desc(), *_BEST)

# How many members have the same record in a season.
season_counts = Table(
    "season_counts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("won", Integer, primary_key=True, autoincrement=False),
    Column("lost", Integer, primary_key=True, autoincrement=False),
    Column("members", Integer, nullable=False),
    Column("rate_order", Double, Computed(RATE_ORDER, persisted=True)),
)
