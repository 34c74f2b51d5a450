"""From what start a game begins."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the index of starts; games and challenges so far are on the plain board."""
    op.add_column("challenges", sa.Column("start", sa.String(16), nullable=False, server_default="plain"))
    op.add_column("games", sa.Column("start", sa.String(400), nullable=True))
    op.add_column("games", sa.Column("start_again", sa.Boolean(), nullable=False, server_default=sa.false()))
    has_start = sa.text("start IS NOT NULL")
    op.create_index(
        "ix_games_starts_of_pair",
        "games",
        ["player_one_id", "player_two_id", "variant", "size", "id"],
        sqlite_where=has_start,
        postgresql_where=has_start,
    )
