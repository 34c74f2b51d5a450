"""How many steps of the tutorial people have solved."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. Nobody has begun a tutorial yet."""
    op.create_table(
        "tutorial_progress",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("steps", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "variant", name=op.f("pk_tutorial_progress")),
    )
