"""In which server without the bot a challenge or a game is."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None
adds_only = True


def upgrade() -> None:
    """Add the columns; of games so far the server is not known, so links to them lead as before."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("foreign_guild_id", sa.BigInteger()))
