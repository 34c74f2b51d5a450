"""The decisions of players in finished games, and how many of them kept the win."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables; nothing is known of games from before."""
    op.create_table(
        "accuracies",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_accuracies_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_accuracies")),
    )
    for columns in (["user_id", "guild_id", "ended_at"], ["guild_id", "ended_at"]):
        op.create_index(op.f(f"ix_accuracies_{'_'.join(columns)}"), "accuracies", columns)
    op.create_table(
        "accuracy_totals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "variant", name=op.f("pk_accuracy_totals")),
    )
    op.create_index(op.f("ix_accuracy_totals_user_id"), "accuracy_totals", ["user_id"])
