"""The look of the boards of a server."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing servers have the default."""
    op.add_column("guild_settings", sa.Column("look", sa.String(16), nullable=True))
