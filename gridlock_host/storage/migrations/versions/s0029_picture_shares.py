"""Which pictures of a finished game were shared."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; of pictures shared so far nothing is known, so each can be shared once more."""
    op.create_table(
        "picture_shares",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("form", sa.String(8), nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shared_at", UTCDateTime(), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_picture_shares_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "form", "ply", name=op.f("pk_picture_shares")),
    )
