"""Rematch offers that expire, and are found by person."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import UTCDateTime

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and indexes; open offers get as much time as new ones."""
    op.add_column("offers", sa.Column("to_id", sa.BigInteger(), nullable=True))
    op.add_column("offers", sa.Column("expires_at", UTCDateTime(), nullable=True))
    games = sa.table("games", *(sa.column(name, sa.BigInteger) for name in ("id", "player_one_id", "player_two_id")))
    numbers = (sa.column(name, sa.BigInteger) for name in ("game_id", "by_id", "to_id"))
    words = (sa.column(name, sa.String) for name in ("kind", "status"))
    offers = sa.table("offers", *numbers, *words, sa.column("expires_at", UTCDateTime))
    opponent = sa.case((games.c.player_one_id == offers.c.by_id, games.c.player_two_id), else_=games.c.player_one_id)
    of_game = sa.select(opponent).where(games.c.id == offers.c.game_id).scalar_subquery()
    op.execute(sa.update(offers).where(offers.c.kind == "rematch").values(to_id=of_game))
    is_open = (offers.c.kind == "rematch", offers.c.status == "open")
    op.execute(sa.update(offers).where(*is_open).values(expires_at=datetime.now(UTC) + timedelta(days=1)))
    op.create_index(op.f("ix_offers_by_id_status"), "offers", ["by_id", "status"])
    op.create_index(op.f("ix_offers_to_id_status"), "offers", ["to_id", "status"])
    op.create_index(op.f("ix_offers_expires_at"), "offers", ["expires_at"])
