"""Tables of what the bot has found out about the moves of people."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, String, Table, Text

from gridlock_host.storage.columns import RowId, UTCDateTime
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

# Positions of finished games in which a person gave a win away, the moves that win there, and when each is to be
# repeated. `position` is a digest, by which the same slip in several games is one exercise.
exercises = Table(
    "exercises",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("position", String(32), nullable=False),
    Column("winning", Text, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("due_at", UTCDateTime, nullable=False),
    Column("answered_at", UTCDateTime),
    Column("stability", Double),
    Column("difficulty", Double),
    sqlite_autoincrement=True,
)
Index(None, exercises.c.user_id, exercises.c.position, unique=True)
Index(None, exercises.c.user_id, exercises.c.due_at)
Index(None, exercises.c.user_id, exercises.c.id)
Index(None, exercises.c.game_id)
