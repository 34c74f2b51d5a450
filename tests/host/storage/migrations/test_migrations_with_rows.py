"""The migrations of offers to ones that expire, and of reasons to ones that are searched quickly."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import insert, select, text
from sqlalchemy.engine import Connection

from gridlock_host import Database, migrate
from gridlock_host.errors import OfferedElsewhere
from gridlock_host.model.starts import StartKind
from gridlock_host.storage.schema import challenges, games, moderation_log, offers, results
from tests.host.support.host import ADA, BOB, CHANNEL, CLEO, GUILD, NOON, open_host
from tests.host.support.postgres import new_postgres_database

# Bob's two open offers to Ada in games 1 and 2, one of his that was accepted, one of Cleo's to him, a take-back.
OFFERS = [
    {"game_id": 1, "kind": "rematch", "by_id": BOB, "status": "open"},
    {"game_id": 2, "kind": "rematch", "by_id": BOB, "status": "open"},
    {"game_id": 3, "kind": "rematch", "by_id": BOB, "status": "accepted"},
    {"game_id": 4, "kind": "rematch", "by_id": CLEO, "status": "open"},
    {"game_id": 4, "kind": "take_back", "by_id": BOB, "status": "open"},
]


@pytest.fixture(params=["sqlite", "postgresql"])
async def older(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database of each kind as it was before, with four finished games and offers in them."""
    if request.param == "sqlite":
        database = Database(f"sqlite:///{tmp_path / 'gridlock.db'}")
        await _fill(database)
        yield database
        await database.close()
        return
    async with new_postgres_database() as url:
        database = Database(url)
        await _fill(database)
        yield database
        await database.close()


async def _fill(database: Database) -> None:
    async with database.writing() as connection:
        await connection.run_sync(_make)


def _make(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "gridlock_host.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "0008")
    common = {"guild_id": GUILD, "channel_id": CHANNEL, "message_id": 7, "variant": "lines", "size": 3}
    for number in range(1, 5):
        one, two = (ADA, BOB) if number < 4 else (BOB, CLEO)
        asked = {"challenger_id": one, "opponent_id": two, "first": "me", "status": "accepted", "created_at": NOON}
        connection.execute(insert(challenges).values(**common, **asked, request_id=number))
        played = {"challenge_id": number, "player_one_id": one, "player_two_id": two, "version": 1, "status": "over"}
        connection.execute(insert(games).values(**common, **played, created_at=NOON))
        connection.execute(
            insert(results).values(game_id=number, winner_id=one, loser_id=two, ending="resignation", ended_at=NOON)
        )
    for offer in OFFERS:
        connection.execute(insert(offers).values(**offer, ply=0, created_at=NOON))


async def test_open_rematch_offers_get_a_day_and_all_name_the_other_player(older: Database) -> None:
    before = datetime.now(UTC) + timedelta(days=1)
    await migrate(older)
    after = datetime.now(UTC) + timedelta(days=1)
    async with older.reading() as connection:
        columns = (offers.c.game_id, offers.c.kind, offers.c.by_id, offers.c.status, offers.c.to_id)
        rows = (await connection.execute(select(*columns, offers.c.expires_at).order_by(offers.c.id))).all()
    assert [tuple(row[:4]) for row in rows] == [tuple(offer.values()) for offer in OFFERS]
    assert [row.to_id for row in rows] == [ADA, ADA, ADA, BOB, None]
    assert [row.expires_at is not None for row in rows] == [True, True, False, True, False]
    assert all(before <= row.expires_at <= after for row in rows if row.expires_at is not None)


async def test_several_open_offers_of_a_pair_from_before_can_all_be_accepted(older: Database) -> None:
    await migrate(older)
    host = open_host(older)
    listed = await host.challenges.rematch.open_for(GUILD, BOB)
    assert [(offer.game_id, offer.by_id) for offer, _ in listed] == [(1, BOB), (2, BOB), (4, CLEO)]
    with pytest.raises(OfferedElsewhere):
        await host.challenges.rematch.offer(GUILD, 3, ADA, channel_id=CHANNEL)
    for number, actor_id in ((1, ADA), (2, ADA), (4, BOB)):
        assert await host.challenges.rematch.offer(GUILD, number, actor_id, channel_id=CHANNEL) is not None
    async with older.reading() as connection:
        assert await connection.scalar(select(offers.c.id).where(offers.c.expires_at.is_not(None))) is None


async def test_reasons_with_numbers_are_marked(older: Database) -> None:
    reasons = ["", "too loud", "in 2030", f"seen by <@{ADA}>", f"asked by {BOB}", "123456"]
    async with older.writing() as connection:
        for reason in reasons:
            columns = "guild_id, moderator_id, action, reason, acted_at"
            entry = {"guild": GUILD, "moderator": CLEO, "reason": reason, "acted_at": NOON}
            await connection.execute(
                text(f"INSERT INTO moderation_log ({columns}) VALUES (:guild, :moderator, 'ban', :reason, :acted_at)"),  # noqa: S608
                entry,
            )
    await migrate(older)
    async with older.reading() as connection:
        marked = select(moderation_log.c.reason).where(moderation_log.c.names_a_number).order_by(moderation_log.c.id)
        assert (await connection.scalars(marked)).all() == reasons[3:]
    await open_host(older).members.privacy.forget(ADA)
    async with older.reading() as connection:
        assert await connection.scalar(text(f"SELECT count(*) FROM moderation_log WHERE reason LIKE '%{ADA}%'")) == 0  # noqa: S608


async def test_games_and_challenges_so_far_are_on_the_plain_board_without_a_swap(older: Database) -> None:
    await migrate(older)
    host = open_host(older)
    for number in range(1, 5):
        game = await host.games.find(GUILD, number)
        assert (game.start, game.start_again, game.swap, game.handicap) == (None, False, None, 0)
        challenge = await host.challenges.find(GUILD, number)
        terms = challenge.terms
        assert (terms.start_kind, terms.swap, terms.handicap) == (StartKind.PLAIN, False, 0)
