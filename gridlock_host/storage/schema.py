"""Tables of the database, the same in SQLite and PostgreSQL.

Ids from Discord are 64-bit integers, and times are stored in UTC. The migrations create the same tables, and a test
compares the two, so a change here always comes with a migration.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

from gridlock_host.model.standing import FEWEST_GAMES_FOR_RATE
from gridlock_host.storage.columns import RowId, UTCDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("request_id", BigInteger, nullable=False, unique=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger),
    Column("variant", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("first", String(16), nullable=False),
    Column("seconds_per_move", Integer),
    Column("best_of", Integer, nullable=False, server_default="1"),
    Column("status", String(16), nullable=False),
    Column("decline_reason", String(32)),
    Column("created_at", UTCDateTime, nullable=False),
    Column("expires_at", UTCDateTime),
    Column("closed_at", UTCDateTime),
    Column("unshown_since", UTCDateTime),
    Column("redraw_since", UTCDateTime),
    CheckConstraint("challenger_id <> opponent_id", name="two_people"),
    sqlite_autoincrement=True,
)
Index(None, challenges.c.guild_id, challenges.c.status, challenges.c.challenger_id)
Index(None, challenges.c.guild_id, challenges.c.status, challenges.c.opponent_id)
# These, and those of other tables with people, are for the export and the erasure of a person, in all servers.
Index(None, challenges.c.challenger_id, challenges.c.status)
Index(None, challenges.c.opponent_id, challenges.c.status)

Index(None, challenges.c.status, challenges.c.expires_at)
Index(None, challenges.c.unshown_since)
Index(None, challenges.c.redraw_since)

matches = Table(
    "matches",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild_id", BigInteger, nullable=False, index=True),
    Column("best_of", Integer, nullable=False),
    sqlite_autoincrement=True,
)

games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("challenge_id", BigInteger, ForeignKey("challenges.id"), unique=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("notice_channel_id", BigInteger),
    Column("notice_message_id", BigInteger),
    Column("variant", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("player_one_id", BigInteger, nullable=False),
    Column("player_two_id", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", UTCDateTime, nullable=False),
    Column("seconds_per_move", Integer),
    Column("deadline", UTCDateTime),
    Column("wake_at", UTCDateTime),
    Column("unshown_since", UTCDateTime),
    Column("redraw_since", UTCDateTime),
    Column("match_id", BigInteger, ForeignKey("matches.id")),
    Column("match_number", Integer),
    Column("rematch_of", BigInteger, ForeignKey("games.id")),
    Column("bot_id", BigInteger),
    Column("level", Integer),
    Column("thinking_since", UTCDateTime),
    Column("helped", Boolean, nullable=False, server_default=false()),
    CheckConstraint("player_one_id <> player_two_id", name="two_people"),
    sqlite_autoincrement=True,
)
Index(None, games.c.guild_id, games.c.status, games.c.player_one_id, games.c.id)
Index(None, games.c.guild_id, games.c.status, games.c.player_two_id, games.c.id)
Index(None, games.c.guild_id, games.c.status, games.c.id)
Index(None, games.c.player_one_id, games.c.status)
Index(None, games.c.player_two_id, games.c.status)

Index(None, games.c.status, games.c.wake_at)
Index(None, games.c.unshown_since)
Index(None, games.c.redraw_since)
Index(None, games.c.match_id, games.c.match_number, unique=True)
Index(None, games.c.rematch_of, unique=True)
Index(None, games.c.thinking_since)

moves = Table(
    "moves",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("text", String(8), nullable=False),
    Column("played_at", UTCDateTime, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("winner_id", BigInteger),
    Column("loser_id", BigInteger),
    Column("ending", String(16), nullable=False),
    Column("ended_at", UTCDateTime, nullable=False),
)

# What the board of a finished game tells beside the result. `story` has a letter for each position of the game.
end_cards = Table(
    "end_cards",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("points", Integer),
    Column("rank_before", Integer),
    Column("rank_after", Integer),
    Column("story", String(80)),
    Column("shared_at", UTCDateTime),
    Column("shared_channel_id", BigInteger),
    Column("shared_message_id", BigInteger),
)

# A member's place by win rate: the rate; with too few games for a rank, the rate less 2, which is below all others. As
# floating-point numbers, different rates differ as long as nobody has played more than 67 million games.
_RATE: Final = "CAST(won AS DOUBLE PRECISION) / NULLIF(won + lost, 0)"
_RATE_ORDER: Final = f"CASE WHEN won + lost < {FEWEST_GAMES_FOR_RATE} THEN {_RATE} - 2 ELSE {_RATE} END"

standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("variant", String(32), primary_key=True),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("rate_order", Double, Computed(_RATE_ORDER, persisted=True)),
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
    Column("rate_order", Double, Computed(_RATE_ORDER, persisted=True)),
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
    Column("rate_order", Double, Computed(_RATE_ORDER, persisted=True)),
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

# Daily puzzles: the day of the last answer that counted, and how many days in a row were solved up to it.
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

# Older copies of boards that Discord has refused to edit, so that they still show controls.
old_copies = Table(
    "old_copies",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    Column("retry_at", UTCDateTime, nullable=False),
)
Index(None, old_copies.c.game_id)
Index(None, old_copies.c.retry_at)

offers = Table(
    "offers",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("game_id", BigInteger, ForeignKey("games.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("ply", Integer, nullable=False),
    Column("by_id", BigInteger, nullable=False),
    Column("status", String(16), nullable=False),
    Column("created_at", UTCDateTime, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("unshown_since", UTCDateTime),
    # Of rematches only; an offer to take a move back ends with the next move. No offer expires that is over.
    Column("to_id", BigInteger),
    Column("expires_at", UTCDateTime),
    sqlite_autoincrement=True,
)
Index(None, offers.c.game_id, offers.c.kind, offers.c.ply)
Index(None, offers.c.message_id)
Index(None, offers.c.unshown_since)
# Open rematch offers of a pair, and those to and by a person, are found among all offers that there ever were.
Index(None, offers.c.by_id, offers.c.status)
Index(None, offers.c.to_id, offers.c.status)
Index(None, offers.c.expires_at)

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

notifications = Table(
    "notifications",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mode", String(16), nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
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
