"""Find results by server, member and time, and post them in a channel where a server wants that."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns with what the games say, the table and the indexes. Nothing is posted until a server wants it."""
    with op.batch_alter_table("results") as table:
        table.add_column(sa.Column("guild_id", sa.BigInteger(), nullable=True))
        table.add_column(sa.Column("gives_points", sa.Boolean(), nullable=True))
    op.execute(
        "UPDATE results SET guild_id = (SELECT guild_id FROM games WHERE games.id = results.game_id), "
        "gives_points = winner_id IS NOT NULL AND EXISTS (SELECT 1 FROM games "
        "WHERE games.id = results.game_id AND games.bot_id IS NULL AND games.handicap = 0)"
    )
    with op.batch_alter_table("results") as table:
        table.alter_column("guild_id", existing_type=sa.BigInteger(), nullable=False)
        table.alter_column("gives_points", existing_type=sa.Boolean(), nullable=False)
    in_order = ["gives_points", "ended_at", "game_id"]
    op.create_index("ix_results_of_server", "results", ["guild_id", *in_order])
    op.create_index("ix_results_won", "results", ["guild_id", "winner_id", *in_order])
    op.create_index("ix_results_lost", "results", ["guild_id", "loser_id", *in_order])
    op.create_table(
        "announcements",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("about_at", UTCDateTime(), nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("streak", sa.Integer()),
        sa.Column("takes_lead", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("tried_at", UTCDateTime()),
        sa.Column("unshown_since", UTCDateTime()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_announcements_game_id_games")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_announcements_game_id", "announcements", ["game_id"], unique=True)
    op.create_index("ix_announcements_guild_id", "announcements", ["guild_id"])
    op.create_index("ix_announcements_unshown_since", "announcements", ["unshown_since"])
    op.add_column("guild_settings", sa.Column("results_channel_id", sa.BigInteger()))
    op.add_column("guild_settings", sa.Column("digest_done_on", sa.Date()))
    op.create_index("ix_guild_settings_digest_done_on", "guild_settings", ["digest_done_on"])
