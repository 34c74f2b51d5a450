"""Seasons with standings of their own."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_RATE = "CAST(won AS DOUBLE PRECISION) / NULLIF(won + lost, 0)"
_RATE_ORDER = f"CASE WHEN won + lost < 5 THEN {_RATE} - 2 ELSE {_RATE} END"
_BEST = (sa.text("won DESC"), sa.text("lost DESC"), sa.text("user_id"))


def upgrade() -> None:
    """Create the tables. Seasons begin when a server wants them."""
    op.create_table(
        "seasons",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("rhythm", sa.String(16), nullable=False),
        sa.Column("begins_at", UTCDateTime(), nullable=False),
        sa.Column("ends_at", UTCDateTime()),
        sa.Column("close_at", UTCDateTime()),
        sa.Column("champion_id", sa.BigInteger()),
        sa.Column("champions", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_seasons_guild_id_number", "seasons", ["guild_id", "number"], unique=True)
    op.create_index("ix_seasons_guild_id_begins_at", "seasons", ["guild_id", "begins_at"], unique=True)
    op.create_index("ix_seasons_close_at", "seasons", ["close_at"])
    op.create_index("ix_seasons_champion_id", "seasons", ["champion_id"])
    op.create_table(
        "season_standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("season", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("rate_order", sa.Double(), sa.Computed(_RATE_ORDER, persisted=True)),
        sa.PrimaryKeyConstraint("guild_id", "season", "user_id", name=op.f("pk_season_standings")),
    )
    op.create_index("ix_season_standings_user_id", "season_standings", ["user_id"])
    op.create_index("ix_season_standings_by_points", "season_standings", ["guild_id", "season", *_BEST])
    op.create_index(
        "ix_season_standings_by_rate", "season_standings", ["guild_id", "season", sa.text("rate_order DESC"), *_BEST]
    )
    op.create_table(
        "season_counts",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("season", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("won", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("lost", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.Column("rate_order", sa.Double(), sa.Computed(_RATE_ORDER, persisted=True)),
        sa.PrimaryKeyConstraint("guild_id", "season", "won", "lost", name=op.f("pk_season_counts")),
    )
    op.add_column("guild_settings", sa.Column("season", sa.String(16)))
    op.add_column("announcements", sa.Column("season", sa.Integer()))
    op.create_index("ix_announcements_guild_id_season", "announcements", ["guild_id", "season"], unique=True)
