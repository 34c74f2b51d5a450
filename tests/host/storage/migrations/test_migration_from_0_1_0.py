"""The migration of a database of version 0.1.0."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import event, insert, select, text
from sqlalchemy.exc import IntegrityError

from gridlock_host import Challenge, Database, DatabaseUnusable, Game, Host, migrate
from gridlock_host.errors import ChallengeClosed
from gridlock_host.storage.schema import games, metadata, moves
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    NOON,
    OTHER_GUILD,
    leaderboard,
    lift_limits,
    open_host,
    play_to_the_end,
    start,
)
from tests.host.support.old_database import (
    TABLES,
    OldRows,
    everything_in,
    failing_at,
    fill_first_schema,
    make_old_file,
    old_rows,
)
from tests.host.support.postgres import new_postgres_database


@pytest.fixture(scope="module")
def old() -> OldRows:
    return old_rows()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def scratch_url() -> AsyncIterator[str]:
    """A PostgreSQL database to be emptied before each use."""
    async with new_postgres_database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind, one after the other."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'gridlock.db'}"
    url: str = request.getfixturevalue("scratch_url")
    return url


@pytest.fixture
async def database(empty_url: str, tmp_path: Path, old: OldRows) -> AsyncIterator[Database]:
    """The old database, not yet migrated."""
    database = Database(empty_url)
    if database.is_sqlite:
        make_old_file(tmp_path / "gridlock.db")
    else:
        async with database.writing() as connection:
            await connection.run_sync(fill_first_schema, old)
    yield database
    await database.close()


@pytest.fixture
async def host(database: Database) -> Host:
    """A process of this version on the old database."""
    await migrate(database)
    host = open_host(database)
    for guild_id in (GUILD, OTHER_GUILD):
        await lift_limits(host, guild_id)
    return host


@pytest.mark.usefixtures("host")
async def test_the_migration_keeps_every_row(database: Database, old: OldRows) -> None:
    async with database.reading() as connection:
        for name in TABLES:
            columns = [metadata.tables[name].c[column] for column in old[name][0]]
            stored = [dict(row) for row in (await connection.execute(select(*columns))).mappings()]
            assert sorted(stored, key=str) == sorted(old[name], key=str)


async def test_the_migration_keeps_every_game_readable(host: Host, old: OldRows) -> None:
    """None has got a time limit, a match or a result that it did not have."""
    for row in old["games"]:
        game = await host.games.find(row["guild_id"], row["id"])
        assert game.moves == tuple(move["text"] for move in old["moves"] if move["game_id"] == game.id)
        assert (game.player_one_id, game.player_two_id) == (row["player_one_id"], row["player_two_id"])
        assert game.is_over == (row["status"] == "over")
        assert game.is_over == any(result["game_id"] == game.id for result in old["results"])
        assert (game.per_move, game.deadline, game.match) == (None, None, None)


async def test_the_migration_keeps_the_standings(host: Host, old: OldRows) -> None:
    for guild_id in (GUILD, OTHER_GUILD):
        for variant in {row["variant"] for row in old["standings"]}:
            before = {
                row["user_id"]: (row["won"], row["lost"])
                for row in old["standings"]
                if (row["guild_id"], row["variant"]) == (guild_id, variant)
            }
            current = await leaderboard(host, guild_id, variant)
            assert {one.user_id: (one.record.won, one.record.lost) for one in current} == before
        in_all: dict[int, tuple[int, int]] = {}
        for row in old["standings"]:
            if row["guild_id"] == guild_id:
                won, lost = in_all.get(row["user_id"], (0, 0))
                in_all[row["user_id"]] = (won + row["won"], lost + row["lost"])
        totals = await leaderboard(host, guild_id)
        assert {one.user_id: (one.record.won, one.record.lost) for one in totals} == in_all


async def test_open_games_go_on_to_their_end(host: Host, old: OldRows) -> None:
    """And then there can be a rematch."""
    going_on = [row for row in old["games"] if row["status"] == "active"]
    assert {row["variant"] for row in going_on} == {"lines", "standoff", "dodge", "blocking", "isolation"}
    for row in going_on:
        game = await play_to_the_end(host, await host.games.find(row["guild_id"], row["id"]))
        assert await _rematch(host, game) is not None
    record = (await leaderboard(host))[0].record
    assert record.played > max(row["won"] + row["lost"] for row in old["standings"])


async def test_open_challenges_are_answered_and_closed_ones_stay_closed(host: Host, old: OldRows) -> None:
    for row in old["challenges"]:
        challenge = await host.challenges.find(row["guild_id"], row["id"])
        assert (challenge.status, challenge.terms.best_of) == (row["status"], 1)
        assert (challenge.expires_at is not None) == (row["status"] == "open")
        if challenge.status == "open":
            game = await _accept(host, challenge)
            assert game.variant.key == row["variant"]
        else:
            with pytest.raises(ChallengeClosed):
                await _accept(host, challenge)
    assert await host.challenges.open_for(GUILD, ADA) == await host.challenges.open_for(GUILD, CLEO) == []


async def test_migrated_ids_are_not_reused(host: Host, old: OldRows) -> None:
    """Not even the id of a deleted last row."""
    last = {row["name"]: row["seq"] for row in old["sqlite_sequence"]}
    assert last["games"] > max(row["id"] for row in old["games"])
    assert last["challenges"] > max(row["id"] for row in old["challenges"])
    game = await start(host, one=CLEO, two=ADA)
    assert game.id == last["games"] + 1
    newest = await host.challenges.find(GUILD, last["challenges"] + 1)
    assert newest.challenger_id == CLEO


@pytest.mark.parametrize("column", ["match_id", "rematch_of"])
async def test_foreign_keys_hold_after_the_migration(database: Database, host: Host, column: str) -> None:
    """Those of the old tables and those of the new columns."""
    game = (await host.games.open_for(GUILD, BOB))[0]
    nowhere = [
        insert(moves).values(game_id=999, ply=0, text="A1", played_at=NOON),
        games.update().where(games.c.id == game.id).values({column: 999}),
    ]
    for statement in nowhere:
        with pytest.raises(IntegrityError):
            async with database.writing() as connection:
                await connection.execute(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "ix_challenges_status_expires_at",  # after the first table was extended
        "CREATE TABLE matches",
        "ix_games_rematch_of",
        "CREATE TABLE kept_out",
        "UPDATE alembic_version",  # the last one
    ],
)
async def test_a_failed_migration_changes_nothing(database: Database, statement: str) -> None:
    """The reason is told, and the next start can migrate."""
    before = await everything_in(database)
    with failing_at(database, statement), pytest.raises(DatabaseUnusable) as info:
        await migrate(database)
    assert str(info.value) == (
        f"The database {database.name} could not be updated "
        "(TypeError: the disk is gone). Nothing was changed. Remove the cause, and try again. If the database belongs "
        "to another program, set another one in DATABASE_URL."
    )
    assert await everything_in(database) == before
    if database.is_sqlite:
        async with database.reading() as connection:
            assert await connection.scalar(text("PRAGMA foreign_keys")) == 1
    await migrate(database)
    assert await everything_in(database) != before


async def test_a_full_disk_during_a_migration_leaves_the_file_unchanged(tmp_path: Path) -> None:
    """There is room for no page more, for a few, and so on, until there is enough."""
    rooms = iter(range(0, 1_000, 5))
    while not await _has_room(tmp_path / "gridlock.db", next(rooms)):
        pass
    assert next(rooms) > 25


async def _has_room(path: Path, room: int) -> bool:
    """Whether the migration of a file that can grow by so many pages succeeds; if not, nothing must change."""
    database = Database(f"sqlite:///{path}")
    pages = make_old_file(path)

    @event.listens_for(database._engine.sync_engine, "connect")
    def limit(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages + room}")

    before = await everything_in(database)
    try:
        await migrate(database)
    except DatabaseUnusable as error:
        if "database or disk is full" not in str(error):
            raise
        assert await everything_in(database) == before
        return False
    else:
        return True
    finally:
        await database.close()


async def _accept(host: Host, challenge: Challenge) -> Game:
    assert challenge.opponent_id is not None
    return await host.challenges.accept(
        challenge.place.guild_id, challenge.id, challenge.opponent_id, channel_id=CHANNEL
    )


async def _rematch(host: Host, game: Game) -> Game | None:
    assert (
        await host.challenges.rematch.offer(game.place.guild_id, game.id, game.player_one_id, channel_id=CHANNEL)
        is None
    )
    return await host.challenges.rematch.offer(game.place.guild_id, game.id, game.player_two_id, channel_id=CHANNEL)
