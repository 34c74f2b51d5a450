"""Sums of the standings over all variants, and indexes in the orders of leaderboards."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_RATE = "CAST(won AS DOUBLE PRECISION) / NULLIF(won + lost, 0)"
_RATE_ORDER = f"CASE WHEN won + lost < 5 THEN {_RATE} - 2 ELSE {_RATE} END"


def _rate_order() -> sa.Column[float]:
    return sa.Column("rate_order", sa.Double(), sa.Computed(_RATE_ORDER, persisted=True))


def upgrade() -> None:
    """Create and fill the table of sums; create the indexes."""
    with op.batch_alter_table("standings") as table:
        table.add_column(_rate_order())
    op.create_table(
        "standing_totals",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        _rate_order(),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_standing_totals")),
    )
    op.execute(
        "INSERT INTO standing_totals (guild_id, user_id, won, lost) "
        "SELECT guild_id, user_id, sum(won), sum(lost) FROM standings GROUP BY guild_id, user_id"
    )
    op.create_index(op.f("ix_standing_totals_user_id"), "standing_totals", ["user_id"])
    best_first = (sa.text("won DESC"), sa.text("lost DESC"), "user_id")
    for name, *which in (("standings", "guild_id", "variant"), ("standing_totals", "guild_id")):
        op.create_index(f"ix_{name}_by_points", name, [*which, *best_first])
        op.create_index(f"ix_{name}_by_rate", name, [*which, sa.text("rate_order DESC"), *best_first])
