"""Tables of servers, and of the bot itself: settings, moderation, downtime."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata

heartbeats = Table(
    "heartbeats",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at", UTCDateTime, nullable=False),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channels", Text, nullable=False),
    Column("variant", String(32)),
    Column("size", Integer),
    Column("time", String(16)),
    Column("most_games", Integer),
    Column("most_challenges", Integer),
    Column("moderator_role_id", BigInteger),
    Column("log_channel_id", BigInteger),
    Column("language", String(16)),
    Column("look", String(16)),
    Column("puzzle_channel_id", BigInteger),
    # The last day whose puzzle was posted there, or was too late for that; null without a channel.
    Column("puzzle_done_on", Date),
    Column("results_channel_id", BigInteger),
    Column("season", String(16)),
    # The last Monday on which the week before was told there, or was too late for that; null without a channel.
    Column("digest_done_on", Date),
    # Whether challenges that do not say so are rated; null means the default.
    Column("rated", Boolean),
)
Index(None, guild_settings.c.puzzle_done_on)
Index(None, guild_settings.c.digest_done_on)

moderation_log = Table(
    "moderation_log",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("moderator_id", BigInteger, nullable=False),
    Column("action", String(16), nullable=False),
    Column("game_id", BigInteger),
    Column("member_id", BigInteger),
    Column("reason", String(200), nullable=False),
    Column("acted_at", UTCDateTime, nullable=False),
    # Whether a number that could be the id of a person stands in the reason. An erasure reads only such reasons.
    Column("names_a_number", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)
Index(None, moderation_log.c.names_a_number)
Index(None, moderation_log.c.game_id)
Index(None, moderation_log.c.member_id)
Index(None, moderation_log.c.moderator_id)

# Servers that have got the welcome card.
welcomes = Table(
    "welcomes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("welcomed_at", UTCDateTime, nullable=False),
)

departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", UTCDateTime, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("since", UTCDateTime, nullable=False),
)

published_commands = Table(
    "published_commands",
    metadata,
    Column("application_id", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
)
