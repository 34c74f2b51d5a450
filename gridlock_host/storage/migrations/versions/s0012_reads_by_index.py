"""Sums of the records against the bot, and indexes for reads of a part of a table."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_SUMS = ("won", "lost", "won_with_help")


def upgrade() -> None:
    """Create the table and fill it; create the indexes."""
    _create_bot_record_totals()
    op.drop_index(op.f("ix_standings_user_id"), "standings")
    op.create_index("ix_standings_of_member", "standings", ["user_id", "guild_id", "variant", "won", "lost"])
    op.create_index(op.f("ix_matches_guild_id"), "matches", ["guild_id"])
    op.create_index(op.f("ix_puzzle_streaks_last_day"), "puzzle_streaks", ["last_day"])
    op.create_index(op.f("ix_blocks_user_id_blocked_at_blocked_id"), "blocks", ["user_id", "blocked_at", "blocked_id"])
    for seat in ("player_one_id", "player_two_id"):
        op.drop_index(op.f(f"ix_games_guild_id_status_{seat}"), "games")
        op.create_index(op.f(f"ix_games_guild_id_status_{seat}_id"), "games", ["guild_id", "status", seat, "id"])


def _create_bot_record_totals() -> None:
    op.create_table(
        "bot_record_totals",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False, autoincrement=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _SUMS),
        sa.PrimaryKeyConstraint("guild_id", "variant", "level", name=op.f("pk_bot_record_totals")),
    )
    op.execute(
        "INSERT INTO bot_record_totals (guild_id, variant, level, won, lost, won_with_help) "
        "SELECT guild_id, variant, level, sum(won), sum(lost), sum(won_with_help) FROM bot_records "
        "GROUP BY guild_id, variant, level"
    )
