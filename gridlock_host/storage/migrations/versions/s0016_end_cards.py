"""What the board of a finished game tells beside the result."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; nothing is known of games from before."""
    op.create_table(
        "end_cards",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer()),
        sa.Column("rank_before", sa.Integer()),
        sa.Column("rank_after", sa.Integer()),
        sa.Column("story", sa.String(80)),
        sa.Column("shared_at", UTCDateTime()),
        sa.Column("shared_channel_id", sa.BigInteger()),
        sa.Column("shared_message_id", sa.BigInteger()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_end_cards_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_end_cards")),
    )
