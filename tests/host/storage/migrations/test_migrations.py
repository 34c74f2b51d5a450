"""Migrations, and databases that cannot be migrated."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import insert, inspect, select, text
from sqlalchemy.engine import Connection

from gridlock_host import Database, DatabaseUnusable, migrate
from gridlock_host.bot_player.puzzle_streaks import Streak
from gridlock_host.storage.schema import challenges, games, metadata, offers, puzzle_streaks
from tests.host.support.host import ADA, BOB, GUILD, NOON, contents, contents_of, open_host, start
from tests.host.support.postgres import new_postgres_database

ROOT = Path(__file__).parents[4]


@pytest.fixture(params=["sqlite", "postgresql"])
async def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """An empty database of each kind, one after the other."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'gridlock.db'}"
        return
    async with new_postgres_database() as url:
        yield url


@pytest.fixture
async def empty(empty_url: str) -> AsyncIterator[Database]:
    database = Database(empty_url)
    yield database
    await database.close()


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def _definitions(connection: Connection) -> set[tuple[str, ...]]:
    """What the tables are to the database itself, checks and counters included, which Alembic does not compare."""
    if connection.dialect.name == "sqlite":
        tables = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version'"))
        # A table that was rebuilt has its name in quotes, and a column that was added stands in the last line.
        return {
            (name, part.strip("\t )").replace('"', ""))
            for name, sql in tables
            if sql
            for part in re.split("[\n,]", sql)
            if part.strip("\t )")
        }
    return {tuple(map(str, row)) for statement in _POSTGRESQL for row in connection.execute(text(statement))}


_POSTGRESQL = [
    """SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
           WHERE connamespace = 'public'::regnamespace AND conname NOT LIKE 'alembic%'""",
    """SELECT indexname, indexdef FROM pg_indexes
           WHERE schemaname = 'public' AND tablename <> 'alembic_version'""",
    """SELECT table_name, column_name, data_type, is_nullable, column_default, generation_expression,
           character_maximum_length
           FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'alembic_version'""",
]


# Alembic does not know that PostgreSQL writes an expression in a form of its own.
@pytest.mark.filterwarnings("ignore:Computed default on .*rate_order cannot be modified:UserWarning")
async def test_migrations_create_the_programs_schema(empty: Database) -> None:
    """Neither Alembic nor the database itself sees a difference to tables made from the metadata."""
    await migrate(empty)
    async with empty.writing() as connection:
        assert await connection.run_sync(_differences) == []
        migrated = await connection.run_sync(_definitions)
        await connection.run_sync(metadata.drop_all)
        await connection.run_sync(metadata.create_all)
        made = await connection.run_sync(_definitions)
    assert migrated == made
    assert len(made) > len(metadata.tables)


async def test_migrating_again_changes_nothing(empty: Database) -> None:
    """A database that is up to date keeps its rows and can be played on."""
    await migrate(empty)
    game = await start(open_host(empty))
    before = await contents(empty)
    await migrate(empty)
    assert await contents(empty) == before
    assert await open_host(empty).games.open_for(game.place.guild_id, game.player_one_id) == [game]


async def test_rows_of_the_second_schema_are_kept_without_pending_displays(
    empty: Database,
) -> None:
    async with empty.writing() as connection:
        await connection.run_sync(_make_second_schema)
    await migrate(empty)
    game = await open_host(empty).games.find(GUILD, 1)
    assert (game.deadline, game.place.message_id) == (NOON, 7)
    rows = await contents(empty)
    assert all(NOON in row for row in [*rows["games"], *rows["challenges"]])
    async with empty.reading() as connection:
        for table in (games, challenges):
            assert (await connection.scalars(select(table.c.redraw_since))).all() == [None]
        assert (await connection.execute(select(offers.c.by_id, offers.c.message_id))).all() == [(ADA, None)]


async def test_streaks_from_before_the_puzzles_of_the_pool_go_on(empty: Database) -> None:
    """Also one whose last puzzle was solved the day before yesterday: one missed day is forgiven now."""
    async with empty.writing() as connection:
        await connection.run_sync(_make_schema, "0017")
        row = {"guild_id": GUILD, "last_day": NOON.date() - timedelta(days=2), "streak": 4, "best": 9}
        await connection.execute(insert(puzzle_streaks), [row | {"user_id": user_id} for user_id in (ADA, BOB)])
    await migrate(empty)
    puzzles = open_host(empty).bot_player.puzzles
    assert await puzzles.streak(GUILD, ADA) == Streak(4, 9)
    answer = str(puzzles.puzzle(GUILD).puzzle.answer)
    assert (await puzzles.answer(GUILD, ADA, NOON.date(), answer)).streak == Streak(5, 9, has_answered=True)
    assert [one.days for one in await puzzles.longest_streaks(GUILD)] == [5, 4]


def _make_schema(connection: Connection, revision: str) -> None:
    """Make the tables as they were after a migration."""
    config = Config()
    config.set_main_option("script_location", "gridlock_host.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _make_second_schema(connection: Connection) -> None:
    """Make the tables as they were before messages could be redrawn, with a challenge and its game."""
    _make_schema(connection, "0002")
    common = {"guild_id": GUILD, "channel_id": 5, "message_id": 7, "variant": "lines", "size": 3, "created_at": NOON}
    challenge = {"request_id": 1, "challenger_id": ADA, "opponent_id": BOB, "first": "me", "expires_at": NOON}
    game = {"challenge_id": 1, "player_one_id": ADA, "player_two_id": BOB, "version": 0}
    clock = {"seconds_per_move": 3600, "deadline": NOON, "wake_at": NOON}
    connection.execute(insert(challenges).values(**common, **challenge, status="accepted"))
    connection.execute(insert(games).values(**common, **game, **clock, status="active"))
    offer = {"game_id": 1, "kind": "take_back", "ply": 0, "by_id": ADA, "status": "open", "created_at": NOON}
    connection.execute(insert(offers).values(**offer))


async def test_a_newer_database_is_refused_unchanged(empty: Database, tmp_path: Path) -> None:
    await migrate(empty)
    await start(open_host(empty))
    async with empty.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    before = await contents(empty)
    await empty.close()
    files = contents_of(tmp_path)

    with pytest.raises(DatabaseUnusable) as info:
        await migrate(empty)
    assert str(info.value) == (
        f"The database {empty.name} is newer than this program (its schema is 9999, which this version does not know). "
        "Update Gridlock, or point DATABASE_URL at another database. Nothing was changed."
    )
    await empty.close()
    assert contents_of(tmp_path) == files
    assert await contents(empty) == before
    async with empty.reading() as connection:
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DROP TABLE moves", "It has no table moves."),
        ("ALTER TABLE games DROP COLUMN helped", "Its table games has no column helped."),
    ],
)
async def test_an_incomplete_database_is_refused_unchanged(empty: Database, change: str, sentence: str) -> None:
    """Otherwise the missing part would be noticed only during a game."""
    await migrate(empty)
    async with empty.writing() as connection:
        await connection.execute(text(change))
    with pytest.raises(DatabaseUnusable) as info:
        await migrate(empty)
    assert str(info.value) == (
        f"The database {empty.name} is incomplete. {sentence} Nothing was changed. Keep its files, and restore a "
        "backup, as docs/storage.md says."
    )


async def test_a_database_of_another_program_is_refused_unchanged(empty: Database) -> None:
    """What the migration had done before it met the foreign table is undone."""
    async with empty.writing() as connection:
        await connection.execute(text("CREATE TABLE games (title VARCHAR(20))"))
        await connection.execute(text("INSERT INTO games VALUES ('chess')"))
    with pytest.raises(DatabaseUnusable, match=r"games.* already exists"):
        await migrate(empty)
    async with empty.reading() as connection:
        assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == ["games"]
        assert (await connection.scalars(text("SELECT title FROM games"))).all() == ["chess"]


_MIGRATE = """
import asyncio, sys
from gridlock_host import Database, migrate
async def main():
    database = Database(sys.argv[1])
    await migrate(database)
    await database.close()
asyncio.run(main())
"""


async def test_several_processes_can_migrate_at_once(empty: Database) -> None:
    """One of them migrates it; the others find that done."""
    # The file is made first: switching a new one to WAL is the one step for which SQLite does not wait its turn.
    async with empty.reading():
        url = empty.url.render_as_string(hide_password=False)
    starts = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", _MIGRATE, url, cwd=ROOT, stderr=asyncio.subprocess.PIPE
        )
        for _ in range(3)
    ]
    ends = await asyncio.gather(*(start.communicate() for start in starts))
    assert [start.returncode for start in starts] == [0, 0, 0], [errors.decode() for _, errors in ends]
    assert (await contents(empty))["games"] == []
