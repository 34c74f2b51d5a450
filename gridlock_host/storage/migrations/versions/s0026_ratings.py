"""Whether games are rated, which of them moderators have taken back, and numbers of players without a name."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table; all games so far are rated."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("games", sa.Column("voided", sa.Boolean(), nullable=False, server_default=sa.false()))
    for seat in ("one", "two"):
        op.add_column("games", sa.Column(f"nameless_{seat}", sa.BigInteger(), nullable=True))
    op.add_column("guild_settings", sa.Column("rated", sa.Boolean(), nullable=True))
    op.create_table(
        "rating_changes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("erasures", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_rating_changes"),
    )
