"""Messages to redraw, and servers in an outage of Discord."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Extend challenges, games and offers, whose messages need no redraw now; create the new table."""
    for table in ("challenges", "games"):
        op.add_column(table, sa.Column("redraw_since", UTCDateTime(), nullable=True))
        op.create_index(op.f(f"ix_{table}_redraw_since"), table, ["redraw_since"])
    for column in ("channel_id", "message_id"):
        op.add_column("offers", sa.Column(column, sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_offers_message_id"), "offers", ["message_id"])
    op.create_table(
        "outages",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("since", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_outages")),
    )
