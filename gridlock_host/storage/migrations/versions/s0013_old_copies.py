"""Older copies of boards that still show controls."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; copies from before are not known."""
    op.create_table(
        "old_copies",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("retry_at", UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_old_copies_game_id_games")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_old_copies")),
    )
    op.create_index(op.f("ix_old_copies_game_id"), "old_copies", ["game_id"])
    op.create_index(op.f("ix_old_copies_retry_at"), "old_copies", ["retry_at"])
