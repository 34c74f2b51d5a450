"""An index for the newest games of a server."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index(op.f("ix_games_guild_id_status_id"), "games", ["guild_id", "status", "id"])
