"""How much the start of a game favours one player."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; no game has a handicap so far."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("handicap", sa.Integer(), nullable=False, server_default="0"))
