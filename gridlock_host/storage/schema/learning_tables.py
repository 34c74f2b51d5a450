"""Tables of what the bot has found out about the moves of people."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.schema.base import metadata

# The decisions of a player in a finished game, and how many of them kept the win. Games without any have no row.
accuracies = Table(
    "accuracies",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("variant", String(32), nullable=False),
    Column("ended_at", UTCDateTime, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
)
# A season is a range of times, of a player or of a server.
Index(None, accuracies.c.user_id, accuracies.c.guild_id, accuracies.c.ended_at)
Index(None, accuracies.c.guild_id, accuracies.c.ended_at)

# The sums of people's accuracies over all their games. The bot has none.
accuracy_totals = Table(
    "accuracy_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("decisions", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
)
Index(None, accuracy_totals.c.user_id)
