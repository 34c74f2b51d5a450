"""Mark the moderators' reasons in which a number stands that could be the id of a person."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column with its index, and mark the reasons so far."""
    op.add_column(
        "moderation_log", sa.Column("names_a_number", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    log = sa.table("moderation_log", sa.column("reason", sa.String), sa.column("names_a_number", sa.Boolean))
    is_sqlite = op.get_context().dialect.name == "sqlite"
    digits = log.c.reason.op("GLOB")(f"*{'[0-9]' * 6}*") if is_sqlite else log.c.reason.op("~")("[0-9]{6}")
    op.execute(sa.update(log).where(digits).values(names_a_number=True))
    op.create_index(op.f("ix_moderation_log_names_a_number"), "moderation_log", ["names_a_number"])
