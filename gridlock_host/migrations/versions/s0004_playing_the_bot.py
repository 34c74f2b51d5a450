"""Games against the bot, their records, and the streaks of the puzzles of the day."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.migrations.rebuilding import COUNTING_UP, last_ids, restore_last_ids
from gridlock_host.schema import UTCDateTime

revision = "0004"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Extend games; create the new tables."""
    counters = last_ids()
    _extend_games()
    restore_last_ids(counters)
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


def _extend_games() -> None:
    # SQLite would append columns to the table's last line; rebuilt, the table is as the program describes it.
    is_sqlite = op.get_context().dialect.name == "sqlite"
    with op.batch_alter_table("games", recreate="always" if is_sqlite else "never", table_kwargs=COUNTING_UP) as batch:
        batch.add_column(sa.Column("bot_id", sa.BigInteger(), nullable=True))
        batch.add_column(sa.Column("level", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("thinking_since", UTCDateTime(), nullable=True))
        batch.add_column(sa.Column("helped", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index(op.f("ix_games_thinking_since"), "games", ["thinking_since"])
