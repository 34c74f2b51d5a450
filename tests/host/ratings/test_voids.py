"""Voided games: standings and ratings are as if they had never been, and exactly as before once they are put back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import Database, Ending, Host, Place, migrate
from gridlock_host.errors import (
    AlreadyVoided,
    CannotVoidOwnGame,
    GameIsStillOpen,
    NoSuchGame,
    NotModerator,
    NotVoided,
)
from gridlock_host.games import store
from gridlock_host.games.changes import store_change
from gridlock_host.maintenance.recount import miscounts
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.model.terms import Terms
from gridlock_host.ratings.results import RatingGroup, load_results
from gridlock_host.servers.moderation_log import ModerationAction
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import SettingsChange
from gridlock_host.storage.schema import (
    bot_record_totals,
    bot_records,
    games,
    metadata,
    moves,
    record_counts,
    results,
    season_counts,
    season_standings,
    standing_totals,
    standings,
)
from gridlock_ratings import Member, rate
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    NOON,
    OTHER_GUILD,
    open_host,
    play_to_the_end,
    start,
    start_against_bot,
)

PEOPLE = (ADA, BOB, CLEO)
OPENING = ("A1", "A3", "C3", "C5")
TABLES = (season_standings, season_counts, standings, standing_totals, record_counts, bot_records, bot_record_totals)
GROUPS = (RatingGroup("lines"), RatingGroup(), RatingGroup("lines", against_bot=True))
# Each example takes a tenth of a second, so the usual run tries few, and the thorough one 1,000.
_EXAMPLES = 1_000 if os.environ.get("GRIDLOCK_TEST_PROFILE") == "thorough" else 12


@dataclass(frozen=True)
class Played:
    """A game that one of two wins, perhaps against the bot."""

    one: int
    two: int
    one_wins: bool
    variant: str


@st.composite
def histories(draw: st.DrawFn) -> list[Played]:
    pairs = st.sampled_from([(one, two) for one in PEOPLE for two in (*PEOPLE, BOT) if one != two])
    drawn = st.tuples(pairs, st.booleans(), st.sampled_from(["lines", "dodge"]))
    found = draw(st.lists(drawn, min_size=1, max_size=12))
    return [Played(one, two, wins, variant) for (one, two), wins, variant in found]


def steps() -> st.SearchStrategy[list[tuple[str, int]]]:
    """What moderators and people do: with a game, by its place in the history, or with a person."""
    of_games = st.tuples(st.sampled_from(["void", "void", "unvoid"]), st.integers(0, 11))
    of_people = st.tuples(st.sampled_from(["ban", "unvoid member", "forget"]), st.sampled_from(PEOPLE))
    return st.lists(st.one_of(of_games, of_people), max_size=6)


async def add(connection: AsyncConnection, guild_id: int, played: Played, number: int) -> int:
    """Add a finished game, by the code that ends games."""
    terms = Terms(played.variant, 5, level=3 if played.two == BOT else None)
    began = NOON + timedelta(days=4 * number)
    new = NewGame(
        Place(guild_id, HERE.channel_id),
        terms,
        played.one,
        played.two,
        began,
        bot_id=BOT if played.two == BOT else None,
    )
    game = await store.add_game(connection, new)
    rows = [{"game_id": game.id, "ply": ply, "text": text, "played_at": began} for ply, text in enumerate(OPENING)]
    await connection.execute(insert(moves), rows)
    game = replace(game, moves=OPENING, moved_at=(began,) * len(OPENING))
    winner = played.one if played.one_wins else played.two
    after = replace(game, version=game.version + 1).ended(Ending.RESIGNATION, winner, began + timedelta(hours=1))
    assert await store_change(connection, game, after, began) is not None
    return game.id


async def what_counts(database: Database, guild_id: int) -> list[Any]:
    """All points and ratings in a server, by members."""
    found: list[Any] = []
    async with database.reading() as connection:
        for table in TABLES:
            rows = await connection.execute(select(table).where(table.c.guild_id == guild_id))
            found.append(sorted(tuple(row)[1:] for row in rows))
        of_points = select(results.c.winner_id, results.c.loser_id, results.c.ended_at)
        rows = await connection.execute(of_points.where(results.c.guild_id == guild_id, results.c.gives_points))
        found.append(sorted(tuple(row) for row in rows))
        assert await miscounts(connection) == []
    for group in GROUPS:
        rated = rate(await load_results(database, guild_id, group))
        found.append((rated.games, rated.pools, rated.first_moves))
    return found


@settings(max_examples=_EXAMPLES)
@given(history=histories(), what=steps())
def test_what_counts_is_as_if_voided_games_had_never_been(
    history: Sequence[Played], what: Sequence[tuple[str, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def check() -> None:
        database = await _database(tmp_path_factory)
        try:
            await _compare(database, history, what)
        finally:
            await database.close()

    asyncio.run(check())


async def _database(paths: pytest.TempPathFactory) -> Database:
    path = paths.getbasetemp() / "voids.db"
    is_new = not path.exists()
    database = Database(f"sqlite:///{path}")
    if is_new:
        await migrate(database)
    async with database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if table is not games:
                await connection.execute(table.delete())
        await connection.execute(games.delete())
    return database


async def _compare(database: Database, history: Sequence[Played], what: Sequence[tuple[str, int]]) -> None:
    host = open_host(database)
    for guild_id in (GUILD, OTHER_GUILD):
        await host.servers.settings.change(guild_id, MANAGER, SettingsChange(season=Rhythm.MONTH))
    async with database.writing() as connection:
        ids = [await add(connection, GUILD, played, number) for number, played in enumerate(history)]
    voided = set[int]()
    names = dict(enumerate((played.one, played.two) for played in history))
    forgotten = set[int]()
    for step, subject in what:
        await _do(host, step, subject, ids, voided, names, forgotten)
    async with database.writing() as connection:
        for number, played in enumerate(history):
            if number not in voided:
                await add(connection, OTHER_GUILD, played, number)
    for person in forgotten:
        await host.members.privacy.forget(person)
    assert await what_counts(database, GUILD) == await what_counts(database, OTHER_GUILD)


async def _do(
    host: Host,
    step: str,
    subject: int,
    ids: Sequence[int],
    voided: set[int],
    names: dict[int, tuple[int, int]],
    forgotten: set[int],
) -> None:
    """Do one step, and note which games are voided and who is forgotten."""
    moderation = host.servers.moderation
    mine = {number for number, players in names.items() if subject in players and subject not in forgotten}
    number = subject % len(ids)
    match step:
        case "void" if number not in voided:
            await moderation.void(GUILD, ids[number], MANAGER, "test")
            voided.add(number)
        case "unvoid" if number in voided:
            await moderation.unvoid(GUILD, ids[number], MANAGER, "test")
            voided.remove(number)
        case "ban" if subject != CLEO and subject not in forgotten:
            await moderation.ban(GUILD, MANAGER, subject, "test", voids_games=True)
            await moderation.unban(GUILD, MANAGER, subject, "test")
            voided |= mine
        case "unvoid member" if mine & voided:
            await moderation.unvoid_member(GUILD, MANAGER, subject, "test")
            voided -= mine
        case "forget":
            await host.members.privacy.forget(subject)
            forgotten.add(subject)
        case _:
            pass


@pytest.fixture
async def host(database: Database) -> Host:
    return open_host(database)


async def test_points_and_ratings_come_back_exactly(database: Database, host: Host) -> None:
    for one, two in ((ADA, BOB), (BOB, CLEO)):
        await play_to_the_end(host, await start(host, one=one, two=two))
    game = await play_to_the_end(host, await start(host, one=CLEO, two=ADA))
    before = await what_counts(database, GUILD)
    voided, entry = await host.servers.moderation.void(GUILD, game.id, MANAGER, "an arranged game")
    assert voided.voided
    assert (entry.action, entry.game_id, entry.member_id) == (ModerationAction.VOID, game.id, None)
    assert await what_counts(database, GUILD) != before
    put_back, _ = await host.servers.moderation.unvoid(GUILD, game.id, MANAGER, "")
    assert not put_back.voided
    assert await what_counts(database, GUILD) == before


async def test_a_game_against_the_bot_can_be_voided(database: Database, host: Host) -> None:
    game = await start_against_bot(host)
    over = await host.games.resign(GUILD, game.id, ADA)
    before = await what_counts(database, GUILD)
    await host.servers.moderation.void(GUILD, over.id, MANAGER, "test")
    assert await host.games.standings.bot_records(GUILD, ADA) == []
    await host.servers.moderation.unvoid(GUILD, over.id, MANAGER, "test")
    assert await what_counts(database, GUILD) == before


async def test_a_banned_players_open_games_do_not_count_either_once_they_end(database: Database, host: Host) -> None:
    game = await start(host)
    banned = await host.servers.moderation.ban(GUILD, MANAGER, ADA, "test", voids_games=True)
    assert [entry.action for entry in banned] == [ModerationAction.BAN, ModerationAction.VOID]
    over = await play_to_the_end(host, await host.games.find(GUILD, game.id))
    assert over.voided
    assert await host.games.standings.records_by_variant(GUILD, BOB) == {}
    assert (await load_results(database, GUILD, GROUPS[0])) == []
    await host.servers.moderation.unvoid_member(GUILD, MANAGER, ADA, "")
    found = rate(await load_results(database, GUILD, GROUPS[0]))
    assert {each.player for pool in found.pools for each in pool.ratings} == {Member(ADA), Member(BOB)}


async def test_the_rest_of_a_voided_match_is_voided(host: Host) -> None:
    game = await start(host, best_of=3)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "test", voids_games=True)
    over = await play_to_the_end(host, await host.games.find(GUILD, game.id))
    following = await host.games.find(GUILD, over.id + 1)
    assert following.voided


async def test_the_rematch_of_a_voided_match_counts(host: Host) -> None:
    match = await start_against_bot(host, best_of=3)
    over = await host.games.resign(GUILD, match.id, ADA)
    await host.servers.moderation.void(GUILD, over.id, MANAGER, "test")
    rematch = await host.challenges.rematch.offer(GUILD, over.id, ADA, channel_id=HERE.channel_id)
    assert rematch is not None
    assert rematch.match is not None
    assert not rematch.voided


async def test_what_cannot_be_voided_says_why(host: Host) -> None:
    moderation = host.servers.moderation
    open_game = await start(host)
    over = await play_to_the_end(host, await start(host))
    own = await play_to_the_end(host, await start(host, one=CLEO))
    with pytest.raises(GameIsStillOpen):
        await moderation.void(GUILD, open_game.id, MANAGER, "test")
    with pytest.raises(NoSuchGame):
        await moderation.void(OTHER_GUILD, over.id, MANAGER, "test")
    with pytest.raises(NotModerator):
        await moderation.void(GUILD, over.id, Actor(BOB), "test")
    with pytest.raises(NotVoided):
        await moderation.unvoid(GUILD, over.id, MANAGER, "test")
    with pytest.raises(NotVoided):
        await moderation.unvoid_member(GUILD, MANAGER, ADA, "test")
    await moderation.void(GUILD, own.id, MANAGER, "a manager may")
    await moderation.void(GUILD, over.id, MANAGER, "test")
    with pytest.raises(AlreadyVoided):
        await moderation.void(GUILD, over.id, MANAGER, "test")


async def test_a_moderator_decides_nothing_about_their_own_games(host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=5))
    over = await play_to_the_end(host, await start(host))
    moderator = Actor(ADA, role_ids=frozenset({5}))
    for decide in (host.servers.moderation.void, host.servers.moderation.unvoid):
        with pytest.raises(CannotVoidOwnGame):
            await decide(GUILD, over.id, moderator, "test")
    with pytest.raises(CannotVoidOwnGame):
        await host.servers.moderation.unvoid_member(GUILD, moderator, ADA, "test")
