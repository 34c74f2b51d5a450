"""Indexes for the rows of a person, in all servers."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("challenges", "challenger_id", "status"),
    ("challenges", "opponent_id", "status"),
    ("games", "player_one_id", "status"),
    ("games", "player_two_id", "status"),
    ("standings", "user_id"),
    ("bot_records", "user_id"),
    ("puzzle_streaks", "user_id"),
    ("bans", "user_id"),
    ("blocks", "blocked_id"),
    ("moderation_log", "game_id"),
    ("moderation_log", "member_id"),
    ("moderation_log", "moderator_id"),
)


def upgrade() -> None:
    """Create the indexes."""
    for table, *columns in _COLUMNS:
        op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, columns)
