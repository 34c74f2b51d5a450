"""The language of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing servers have the default."""
    op.add_column("guild_settings", sa.Column("language", sa.String(16), nullable=True))
