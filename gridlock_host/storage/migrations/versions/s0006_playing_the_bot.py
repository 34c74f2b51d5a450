"""Games against the bot, their records, and puzzle streaks."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Extend games; create the new tables."""
    for column in (
        sa.Column("bot_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.Integer(), nullable=True),
        sa.Column("thinking_since", UTCDateTime(), nullable=True),
        sa.Column("helped", sa.Boolean(), nullable=False, server_default=sa.false()),
    ):
        op.add_column("games", column)
    op.create_index(op.f("ix_games_thinking_since"), "games", ["thinking_since"])
    op.create_table(
        "bot_records",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("won_with_help", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "variant", "level", name=op.f("pk_bot_records")),
    )
    op.create_table(
        "puzzle_streaks",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_puzzle_streaks")),
    )
