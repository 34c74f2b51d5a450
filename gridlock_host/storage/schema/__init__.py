"""Tables of the database, the same in SQLite and PostgreSQL.

Ids from Discord are 64-bit integers, and times are stored in UTC. The migrations create the same tables, and a test
compares the two, so a change here always comes with a migration.
"""

from gridlock_host.storage.schema.announcement_tables import announcements
from gridlock_host.storage.schema.base import metadata
from gridlock_host.storage.schema.game_tables import (
    challenges,
    end_cards,
    games,
    matches,
    moves,
    offers,
    old_copies,
    picture_shares,
    results,
)
from gridlock_host.storage.schema.learning_tables import accuracies, accuracy_totals, exercises
from gridlock_host.storage.schema.member_tables import (
    bans,
    blocks,
    kept_out,
    notifications,
    reading_settings,
    tutorial_progress,
)
from gridlock_host.storage.schema.puzzle_tables import daily_puzzles, puzzle_streaks
from gridlock_host.storage.schema.season_tables import season_counts, season_standings, seasons
from gridlock_host.storage.schema.server_tables import (
    departures,
    guild_settings,
    heartbeats,
    moderation_log,
    outages,
    published_commands,
    welcomes,
)
from gridlock_host.storage.schema.standing_tables import (
    bot_record_totals,
    bot_records,
    rating_changes,
    record_counts,
    standing_totals,
    standings,
)

__all__ = [
    "accuracies",
    "accuracy_totals",
    "announcements",
    "bans",
    "blocks",
    "bot_record_totals",
    "bot_records",
    "challenges",
    "daily_puzzles",
    "departures",
    "end_cards",
    "exercises",
    "games",
    "guild_settings",
    "heartbeats",
    "kept_out",
    "matches",
    "metadata",
    "moderation_log",
    "moves",
    "notifications",
    "offers",
    "old_copies",
    "outages",
    "picture_shares",
    "published_commands",
    "puzzle_streaks",
    "rating_changes",
    "reading_settings",
    "record_counts",
    "results",
    "season_counts",
    "season_standings",
    "seasons",
    "standing_totals",
    "standings",
    "tutorial_progress",
    "welcomes",
]
