"""The positions in which people gave a win away, as exercises for them."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table; games from before give no exercises."""
    op.create_table(
        "exercises",
        sa.Column("id", RowId, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("position", sa.String(32), nullable=False),
        sa.Column("winning", sa.Text(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("due_at", UTCDateTime(), nullable=False),
        sa.Column("answered_at", UTCDateTime()),
        sa.Column("stability", sa.Double()),
        sa.Column("difficulty", sa.Double()),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_exercises_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exercises")),
        sqlite_autoincrement=True,
    )
    for columns, unique in (
        (["user_id", "position"], True),
        (["user_id", "due_at"], False),
        (["user_id", "id"], False),
        (["game_id"], False),
    ):
        op.create_index(op.f(f"ix_exercises_{'_'.join(columns)}"), "exercises", columns, unique=unique)
