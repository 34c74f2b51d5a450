"""Whether the second player may take over the first move."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody has agreed on it so far."""
    op.add_column("challenges", sa.Column("swap", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("games", sa.Column("swap", sa.String(16), nullable=True))
