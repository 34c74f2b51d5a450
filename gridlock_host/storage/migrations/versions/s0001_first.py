"""Challenges, games, moves, results, standings."""

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    _create_challenges()
    _create_games()
    _create_results()
    op.create_table(
        "published_commands",
        sa.Column("application_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("application_id", name=op.f("pk_published_commands")),
    )


def _create_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", RowId, nullable=False),
        sa.Column("request_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("challenger_id", sa.BigInteger(), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("first", sa.String(16), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.Column("closed_at", UTCDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
        sa.UniqueConstraint("request_id", name=op.f("uq_challenges_request_id")),
        sa.CheckConstraint("challenger_id <> opponent_id", name=op.f("ck_challenges_two_people")),
        sqlite_autoincrement=True,
    )
    for person in ("challenger_id", "opponent_id"):
        columns = ["guild_id", "status", person]
        op.create_index(op.f(f"ix_challenges_{'_'.join(columns)}"), "challenges", columns)


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", RowId, nullable=False),
        sa.Column("challenge_id", sa.BigInteger(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("notice_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("notice_message_id", sa.BigInteger(), nullable=True),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("player_one_id", sa.BigInteger(), nullable=False),
        sa.Column("player_two_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name=op.f("fk_games_challenge_id_challenges")),
        sa.UniqueConstraint("challenge_id", name=op.f("uq_games_challenge_id")),
        sa.CheckConstraint("player_one_id <> player_two_id", name=op.f("ck_games_two_people")),
        sqlite_autoincrement=True,
    )
    for person in ("player_one_id", "player_two_id"):
        columns = ["guild_id", "status", person]
        op.create_index(op.f(f"ix_games_{'_'.join(columns)}"), "games", columns)
    op.create_table(
        "moves",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(8), nullable=False),
        sa.Column("played_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "ply", name=op.f("pk_moves")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_moves_game_id_games")),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("winner_id", sa.BigInteger(), nullable=False),
        sa.Column("loser_id", sa.BigInteger(), nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("ended_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_results")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id_games")),
    )
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("variant", sa.String(32), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "variant", name=op.f("pk_standings")),
    )
