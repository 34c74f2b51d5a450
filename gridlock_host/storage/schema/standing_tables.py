"""Tables of standings: points, records and their order in leaderboards."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Computed,
    Double,
    Index,
    Integer,
    String,
    Table,
)

from gridlock_host.model.standings.standing import FEWEST_GAMES_FOR_RATE
from gridlock_host.storage.schema.base import metadata

# A member's place by win rate: the rate; with too few games for a rank, the rate less 2, which is below all others. As
# floating-point numbers, different rates differ as long as nobody has played more than 67 million games.
_RATE: Final = "CAST(won AS DOUBLE PRECISION) / NULLIF(won + lost, 0)"
RATE_ORDER: Final = f"CASE WHEN won + lost < {FEWEST_GAMES_FOR_RATE} THEN {_RATE} - 2 ELSE {_RATE} END"

standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("rate_order", Double, Computed(RATE_ORDER, persisted=True)),
)
# This has all that the statistics of a member show. Otherwise, SQLite would read those of all members of the server.
Index(
    "ix_standings_of_member",
    standings.c.user_id,
    standings.c.guild_id,
    standings.c.variant,
    standings.c.won,
    standings.c.lost,
)

# The sums of the standings over all variants.
standing_totals = Table(
    "standing_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("rate_order", Double, Computed(RATE_ORDER, persisted=True)),
)
Index(None, standing_totals.c.user_id)

# How many members have the same record in a variant, or in all together.
record_counts = Table(
    "record_counts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("won", Integer, primary_key=True, autoincrement=False),
    Column("lost", Integer, primary_key=True, autoincrement=False),
    Column("members", Integer, nullable=False),
    Column("rate_order", Double, Computed(RATE_ORDER, persisted=True)),
)

# The orders of leaderboards, which are read a page at a time.
_by_variant, _of_all = standings.c, standing_totals.c
_IN_VARIANT: Final = (_by_variant.guild_id, _by_variant.variant)
_BEST_IN_VARIANT: Final = (_by_variant.won.desc(), _by_variant.lost.desc(), _by_variant.user_id)
_BEST_OF_ALL: Final = (_of_all.won.desc(), _of_all.lost.desc(), _of_all.user_id)
Index("ix_standings_by_points", *_IN_VARIANT, *_BEST_IN_VARIANT)
Index("ix_standings_by_rate", *_IN_VARIANT, _by_variant.rate_order.desc(), *_BEST_IN_VARIANT)
Index("ix_standing_totals_by_points", _of_all.guild_id, *_BEST_OF_ALL)
Index("ix_standing_totals_by_rate", _of_all.guild_id, _of_all.rate_order.desc(), *_BEST_OF_ALL)

# Games against the bot do not count in the standings. `won_with_help` is a part of `won`.
bot_records = Table(
    "bot_records",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("won_with_help", Integer, nullable=False),
)
Index(None, bot_records.c.user_id)

# The sums of the records against the bot over all members.
bot_record_totals = Table(
    "bot_record_totals",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("won_with_help", Integer, nullable=False),
)

# How often what is rated in a server has changed: by the end of a game, by a moderator, or by an erasure.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("changes", Integer, nullable=False),
    # How many of them have erased or changed earlier results, so that an older table is not shown any more.
    Column("erasures", Integer, nullable=False),
)
