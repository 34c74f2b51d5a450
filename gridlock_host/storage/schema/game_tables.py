"""Tables of games and challenges, with what belongs to one of them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    false,
    true,
)

from gridlock_host.storage.columns import RowId, UTCDateTime
from gridlock_host.storage.schema.base import metadata

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("request_id", BigInteger, nullable=False, unique=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    # The server of a channel outside of the servers that have the bot, if it is in one. The same in `games`.
    Column("foreign_guild_id", BigInteger),
    Column("challenger_id", BigInteger, nullable=False),
    Column("opponent_id", BigInteger),
    Column("variant", String(32), nullable=False),
    Column("size", Integer, nullable=False),
    Column("first", String(16), nullable=False),
    Column("seconds_per_move", Integer),
    Column("best_of", Integer, nullable=False, server_default="1"),
    Column("start", String(16), nullable=False, server_default="plain"),
    Column("swap", Boolean, nullable=False, server_default=false()),
    # Above 0 it favours the opponent, below 0 the challenger.
    Column("handicap", Integer, nullable=False, server_default="0"),
    Column("rated", Boolean, nullable=False, server_default=true()),
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
    Column("foreign_guild_id", BigInteger),
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
    # What was on the board before the first move, as gridlock_rules.starts describes; NULL for the plain board.
    Column("start", String(400)),
    Column("start_again", Boolean, nullable=False, server_default=false()),
    Column("swap", String(16)),
    # Above 0 it favours Player 1, below 0 Player 2.
    Column("handicap", Integer, nullable=False, server_default="0"),
    # Whether the players agreed that the game is rated. Not every such game is: see model.standings.rated.
    Column("rated", Boolean, nullable=False, server_default=true()),
    # Whether moderators have taken the game out of standings and ratings.
    Column("voided", Boolean, nullable=False, server_default=false()),
    # In place of the id of a deleted player: the same number in all games of that person in this server.
    Column("nameless_one", BigInteger),
    Column("nameless_two", BigInteger),
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
# Finds the start of the last game of a pair.
Index(
    "ix_games_starts_of_pair",
    games.c.player_one_id,
    games.c.player_two_id,
    games.c.variant,
    games.c.size,
    games.c.id,
    sqlite_where=games.c.start.is_not(None),
    postgresql_where=games.c.start.is_not(None),
)

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
    # As in `games`, to find results by an index.
    Column("guild_id", BigInteger, nullable=False),
    # Whether it counts in the standings: a game of two people with a winner and without a handicap.
    Column("gives_points", Boolean, nullable=False),
)
_RESULTS_IN_ORDER: Final = (results.c.gives_points, results.c.ended_at, results.c.game_id)
Index("ix_results_of_server", results.c.guild_id, *_RESULTS_IN_ORDER)
Index("ix_results_won", results.c.guild_id, results.c.winner_id, *_RESULTS_IN_ORDER)
Index("ix_results_lost", results.c.guild_id, results.c.loser_id, *_RESULTS_IN_ORDER)

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

# Pictures of finished games that were shared: the form, and so many moves as are played in them.
picture_shares = Table(
    "picture_shares",
    metadata,
    Column("game_id", BigInteger, ForeignKey("games.id"), primary_key=True, autoincrement=False),
    Column("form", String(8), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("shared_at", UTCDateTime, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
)

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
