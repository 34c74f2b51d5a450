"""Time, offers, matches, server settings, moderation, privacy."""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

from gridlock_host.storage.columns import RowId, UTCDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# SQLite loses its sequences when a table is rebuilt, and would reuse the ids of deleted rows.
_COUNTING_UP = {"sqlite_autoincrement": True}


def upgrade() -> None:
    """Extend challenges, games and results; create the new tables."""
    counters = _counters()
    _extend_challenges()
    op.create_table(
        "matches",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("best_of", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sqlite_autoincrement=True,
    )
    _extend_games()
    _restore(counters)
    with op.batch_alter_table("results") as batch:
        batch.alter_column("winner_id", existing_type=sa.BigInteger(), nullable=True)
        batch.alter_column("loser_id", existing_type=sa.BigInteger(), nullable=True)
    _create_offers()
    _create_server_tables()
    _create_person_tables()


def _counters() -> list[dict[str, object]]:
    """Return the last id of each table; a rebuilt table would count on from its last row."""
    if op.get_context().dialect.name != "sqlite":
        return []
    return [dict(row) for row in op.get_bind().execute(sa.text("SELECT name, seq FROM sqlite_sequence")).mappings()]


def _restore(counters: list[dict[str, object]]) -> None:
    for counter in counters:
        for statement in (
            "DELETE FROM sqlite_sequence WHERE name = :name",
            "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)",
        ):
            op.get_bind().execute(sa.text(statement), counter)


def _extend_challenges() -> None:
    with op.batch_alter_table("challenges", table_kwargs=_COUNTING_UP) as batch:
        batch.alter_column("opponent_id", existing_type=sa.BigInteger(), nullable=True)
        batch.add_column(sa.Column("seconds_per_move", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("best_of", sa.Integer(), nullable=False, server_default="1"))
        batch.add_column(sa.Column("decline_reason", sa.String(32), nullable=True))
        batch.add_column(sa.Column("expires_at", UTCDateTime(), nullable=True))
        batch.add_column(sa.Column("unshown_since", UTCDateTime(), nullable=True))
    # Open challenges get as much time as new ones.
    opened = sa.table("challenges", sa.column("status", sa.String), sa.column("expires_at", UTCDateTime))
    until = datetime.now(UTC) + timedelta(days=1)
    op.execute(sa.update(opened).where(opened.c.status == "open").values(expires_at=until))
    op.create_index(op.f("ix_challenges_status_expires_at"), "challenges", ["status", "expires_at"])
    op.create_index(op.f("ix_challenges_unshown_since"), "challenges", ["unshown_since"])


def _extend_games() -> None:
    with op.batch_alter_table("games", table_kwargs=_COUNTING_UP) as batch:
        batch.add_column(sa.Column("seconds_per_move", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("deadline", UTCDateTime(), nullable=True))
        batch.add_column(sa.Column("wake_at", UTCDateTime(), nullable=True))
        batch.add_column(sa.Column("unshown_since", UTCDateTime(), nullable=True))
        batch.add_column(sa.Column("match_id", sa.BigInteger(), nullable=True))
        batch.add_column(sa.Column("match_number", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("rematch_of", sa.BigInteger(), nullable=True))
        batch.create_foreign_key(op.f("fk_games_match_id_matches"), "matches", ["match_id"], ["id"])
        batch.create_foreign_key(op.f("fk_games_rematch_of_games"), "games", ["rematch_of"], ["id"])
    op.create_index(op.f("ix_games_status_wake_at"), "games", ["status", "wake_at"])
    op.create_index(op.f("ix_games_unshown_since"), "games", ["unshown_since"])
    op.create_index(op.f("ix_games_match_id_match_number"), "games", ["match_id", "match_number"], unique=True)
    op.create_index(op.f("ix_games_rematch_of"), "games", ["rematch_of"], unique=True)


def _create_offers() -> None:
    op.create_table(
        "offers",
        sa.Column("id", RowId, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("created_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offers")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_offers_game_id_games")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_offers_game_id_kind_ply"), "offers", ["game_id", "kind", "ply"])
    op.create_table(
        "heartbeats",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_heartbeats")),
    )


def _create_server_tables() -> None:
    op.create_table(
        "guild_settings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("channels", sa.Text(), nullable=False),
        sa.Column("variant", sa.String(32), nullable=True),
        sa.Column("size", sa.Integer(), nullable=True),
        sa.Column("time", sa.String(16), nullable=True),
        sa.Column("most_games", sa.Integer(), nullable=True),
        sa.Column("most_challenges", sa.Integer(), nullable=True),
        sa.Column("moderator_role_id", sa.BigInteger(), nullable=True),
        sa.Column("log_channel_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_guild_settings")),
    )
    op.create_table(
        "bans",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("banned_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_bans")),
    )
    op.create_table(
        "moderation_log",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("moderator_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("member_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(200), nullable=False),
        sa.Column("acted_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moderation_log")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_moderation_log_guild_id"), "moderation_log", ["guild_id"])
    op.create_table(
        "departures",
        sa.Column("guild_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("left_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_departures")),
    )


def _create_person_tables() -> None:
    op.create_table(
        "blocks",
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("blocked_at", UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name=op.f("pk_blocks")),
    )
    op.create_table(
        "notifications",
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("mode", sa.String(16), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_to", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_notifications")),
    )
    op.create_table(
        "kept_out",
        sa.Column("id", RowId, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("blocker_id", sa.BigInteger(), nullable=True),
        sa.Column("salt", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_out")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_kept_out_guild_id"), "kept_out", ["guild_id"])
    op.create_index(op.f("ix_kept_out_blocker_id"), "kept_out", ["blocker_id"])
