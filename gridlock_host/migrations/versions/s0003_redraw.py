"""Which messages show a deadline that has changed."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.schema import UTCDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Extend challenges and games; what they show so far is left as it is."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("redraw_since", UTCDateTime(), nullable=True))
        op.create_index(op.f(f"ix_{table}_redraw_since"), table, ["redraw_since"])
