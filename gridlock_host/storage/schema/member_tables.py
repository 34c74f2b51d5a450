"""Tables of members: the tutorial, blocks, bans, notifications and how boards are read."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    String,
    Table,
)

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata

# The tutorial: how many steps of each variant a person has solved, in all servers together.
tutorial_progress = Table(
    "tutorial_progress",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("steps", Integer, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("banned_at", UTCDateTime, nullable=False),
)
Index(None, bans.c.user_id)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_at", UTCDateTime, nullable=False),
)
Index(None, blocks.c.blocked_id)
Index(None, blocks.c.user_id, blocks.c.blocked_at, blocks.c.blocked_id)

notifications = Table(
    "notifications",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mode", String(16), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
)

reading_settings = Table(
    "reading_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("spoken", Boolean, nullable=False),
)

# Fingerprints of banned or blocked people whose data was deleted; see fingerprints.py.
kept_out = Table(
    "kept_out",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, index=True),
    Column("blocker_id", BigInteger, index=True),
    Column("salt", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    sqlite_autoincrement=True,
)
