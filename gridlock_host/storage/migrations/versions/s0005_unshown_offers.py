"""Offers that are not shown yet."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; existing offers count as shown."""
    op.add_column("offers", sa.Column("unshown_since", UTCDateTime(), nullable=True))
    op.create_index(op.f("ix_offers_unshown_since"), "offers", ["unshown_since"])
