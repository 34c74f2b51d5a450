"""How many members of a server have the same record."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_RATE = "CAST(won AS DOUBLE PRECISION) / NULLIF(won + lost, 0)"
_RATE_ORDER = f"CASE WHEN won + lost < 5 THEN {_RATE} - 2 ELSE {_RATE} END"


def upgrade() -> None:
    """Create the table and fill it."""
    op.create_table(
        "record_counts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("lost", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.Column("rate_order", sa.Double(), sa.Computed(_RATE_ORDER, persisted=True)),
        sa.PrimaryKeyConstraint("guild_id", "variant", "won", "lost", name=op.f("pk_record_counts")),
    )
    op.execute(
        "INSERT INTO record_counts (guild_id, variant, won, lost, members) "
        "SELECT guild_id, variant, won, lost, count(*) FROM standings GROUP BY guild_id, variant, won, lost"
    )
    op.execute(
        "INSERT INTO record_counts (guild_id, variant, won, lost, members) "
        "SELECT guild_id, 'all', won, lost, count(*) FROM standing_totals GROUP BY guild_id, won, lost"
    )
