"""Count the answers to each day's puzzle, post it where a server wants it, and list streaks."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, the columns of settings and the index. Streaks stay as they are."""
    op.create_table(
        "daily_puzzles",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("answered", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("tried_at", UTCDateTime()),
        sa.Column("unshown_since", UTCDateTime()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_daily_puzzles")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_daily_puzzles_guild_id_day", "daily_puzzles", ["guild_id", "day"], unique=True)
    op.create_index("ix_daily_puzzles_unshown_since", "daily_puzzles", ["unshown_since"])
    op.add_column("guild_settings", sa.Column("puzzle_channel_id", sa.BigInteger()))
    op.add_column("guild_settings", sa.Column("puzzle_done_on", sa.Date()))
    op.create_index("ix_guild_settings_puzzle_done_on", "guild_settings", ["puzzle_done_on"])
    op.create_index(
        "ix_puzzle_streaks_of_day", "puzzle_streaks", ["guild_id", "last_day", sa.text("streak DESC"), "user_id"]
    )
