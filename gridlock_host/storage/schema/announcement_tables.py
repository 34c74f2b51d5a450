"""Table of announcements: what is told in the channel for results that a server has chosen."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata

# `about_at` is when that happened which is told. The time of each attempt to post it is stored before the attempt.
announcements = Table(
    "announcements",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("kind", String(16), nullable=False),
    Column("about_at", UTCDateTime, nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id")),
    # Of a game: how many games the winner has won in a row, if that is told; and whether this gives them the lead.
    Column("streak", Integer),
    Column("takes_lead", Boolean, nullable=False),
    # The number of a season that is over.
    Column("season", Integer),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("tried_at", UTCDateTime),
    Column("unshown_since", UTCDateTime),
    sqlite_autoincrement=True,
)
Index(None, announcements.c.game_id, unique=True)
Index(None, announcements.c.guild_id, announcements.c.season, unique=True)
Index(None, announcements.c.unshown_since)
