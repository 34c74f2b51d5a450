"""Ratings of a server: what counts, and what stays when a person is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from gridlock_host import Database, First, Host, Person
from gridlock_host.model.standings.rated import Unrated, unrated_game, unrated_terms
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_host.ratings.results import RatingGroup, load_results
from gridlock_host.ratings.service import MemberRatings
from gridlock_host.servers.settings import SettingsChange
from gridlock_ratings import BotLevel, Member, Player, RatingTable, rate, rate_each
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    Clock,
    lift_limits,
    new_request,
    open_host,
    play,
    play_to_the_end,
    resign,
    start,
    start_against_bot,
)
from tests.host.support.statements import listening

LINES = RatingGroup("lines")
FOUR = ("A1", "A3", "C3", "C5")


async def table(database: Database, group: RatingGroup = LINES) -> RatingTable:
    """The table that follows from what is stored."""
    return rate(await load_results(database, GUILD, group))


@contextmanager
def counting_jobs(host: Host) -> Iterator[list[object]]:
    """The functions that the workers run."""
    jobs: list[object] = []
    usual = host.workers.run

    async def run(function: Any, *arguments: Any, **options: Any) -> Any:
        jobs.append(function)
        return await usual(function, *arguments, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host.workers, "run", run)
        yield jobs


def ratings(found: RatingTable) -> dict[Player, tuple[float, float]]:
    return {each.player: (each.rating, each.interval) for pool in found.pools for each in pool.ratings}


async def test_a_game_that_is_played_to_the_end_or_resigned_is_rated(database: Database) -> None:
    host = open_host(database)
    assert (await table(database)).games == 0
    played = await play_to_the_end(host, await start(host))
    given_up = await start(host, size=5)
    await resign(host, GUILD, (await play(host, given_up, "A1", "A3", "C3", "C5")).id, ADA)
    found = await table(database)
    assert (found.games, found.newest_game) == (2, given_up.id)
    assert set(ratings(found)) == {Member(ADA), Member(BOB)}
    assert unrated_game(await host.games.find(GUILD, played.id)) is None


async def test_games_that_say_little_are_not_rated_and_say_why(database: Database, clock: Clock) -> None:
    host = open_host(database, now=clock)
    await lift_limits(host)
    early = await host.games.resign(GUILD, (await play(host, await start(host, size=5), "A1", "A3")).id, ADA)
    ended, _ = await host.servers.moderation.end_game(GUILD, (await start(host, size=5)).id, MANAGER, "test")
    size = await play_to_the_end(host, await start(host, variant="blocking", size=4))
    at_once = await play(host, await start(host, variant="dodge", size=3), "B2")
    assert [unrated_game(game) for game in (early, ended, size, at_once)] == [
        Unrated.TOO_SHORT,
        Unrated.NO_WINNER,
        Unrated.SIZE_DECIDES,
        Unrated.FIRST_MOVE_WINS,
    ]
    for group in (LINES, RatingGroup("blocking"), RatingGroup("dodge"), RatingGroup()):
        assert (await table(database, group)).games == 0


async def test_players_can_agree_that_a_game_is_not_rated(database: Database) -> None:
    host = open_host(database)
    terms = Terms("lines", 5, First.ME, start=StartKind.PLAIN, rated=False)
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=new_request())
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=HERE.channel_id)
    over = await play_to_the_end(host, game)
    assert (unrated_terms(challenge.terms), unrated_game(over)) == (Unrated.AGREED, Unrated.AGREED)
    assert (await table(database)).games == 0
    await host.challenges.rematch.offer(GUILD, over.id, BOB, channel_id=HERE.channel_id)
    again = await host.challenges.rematch.offer(GUILD, over.id, ADA, channel_id=HERE.channel_id)
    assert again is not None
    assert not again.rated


async def test_a_server_can_set_that_challenges_are_not_rated(database: Database) -> None:
    host = open_host(database)
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(rated=False))
    settings = await host.servers.settings.find(GUILD)
    assert (settings.terms().rated, settings.terms(rated=True).rated) == (False, True)


async def test_games_against_the_bot_have_a_table_in_which_its_levels_are_players(database: Database) -> None:
    host = open_host(database)
    game = await start_against_bot(host, level=2)
    while not game.is_over:
        mover = game.to_move_id
        assert mover in (ADA, BOT)
        game = await host.games.move(GUILD, game.id, mover, str(next(iter(game.position.legal_moves))))
    assert (await table(database)).games == 0
    assert set(ratings(await table(database, RatingGroup("lines", against_bot=True)))) == {
        Member(ADA),
        BotLevel("lines", 2),
    }


async def test_a_table_is_shown_as_of_the_last_computation_while_a_newer_one_is_computed(database: Database) -> None:
    host = open_host(database)
    first = await play_to_the_end(host, await start(host))
    before = await host.ratings.current(GUILD, LINES)
    second = await play_to_the_end(host, await start(host))
    shown = await host.ratings.table(GUILD, LINES)
    assert shown is not None
    assert (shown.table, shown.is_current, shown.table.newest_game) == (before, False, first.id)
    assert await host.ratings.current(GUILD, LINES) == await table(database)
    assert (await table(database)).newest_game == second.id


async def test_a_members_ratings_are_those_of_all_tables_and_computed_in_one_job(
    database: Database, clock: Clock
) -> None:
    host = open_host(database, now=clock)
    assert await host.ratings.of_member(GUILD, ADA) == MemberRatings(None, None, {})
    for variant in ("lines", "dodge", "lines"):
        clock.time += timedelta(days=1)
        await resign(host, GUILD, (await play(host, await start(host, variant=variant, size=5), *FOUR)).id, BOB)
    with counting_jobs(host) as jobs:
        found = await host.ratings.of_member(GUILD, ADA)
    assert jobs == [rate_each]
    assert found is not None
    assert found.of_all == (await table(database, RatingGroup())).find(Member(ADA))
    assert found.of_variants == {
        key: (await table(database, RatingGroup(key))).find(Member(ADA)) for key in ("lines", "dodge")
    }
    assert found.of_all is not None
    assert [point.day for point in found.of_all.history] == [clock.time.toordinal() - back for back in (2, 1, 0)]
    with counting_jobs(host) as jobs, listening(database) as statements:
        assert await host.ratings.of_member(GUILD, ADA) == found
    assert jobs == []
    assert statements.number <= 1


async def test_a_member_with_a_first_game_waits_for_the_next_table_and_others_do_not(database: Database) -> None:
    host = open_host(database)
    await play_to_the_end(host, await start(host))
    before = await host.ratings.of_member(GUILD, ADA)
    await play_to_the_end(host, await start(host, one=CLEO))
    assert await host.ratings.of_member(GUILD, ADA) == before
    of_cleo = await host.ratings.of_member(GUILD, CLEO)
    assert of_cleo is not None
    assert of_cleo.of_all is not None
    assert of_cleo.of_all.games == 1


async def test_forgetting_a_person_moves_nobody_else_and_is_shown_at_once(database: Database, clock: Clock) -> None:
    host = open_host(database, now=clock)
    for one, two in ((ADA, BOB), (CLEO, ADA), (BOB, CLEO), (ADA, CLEO), (BOB, ADA)):
        clock.time += timedelta(days=1)
        await play_to_the_end(host, await start(host, one=one, two=two))
    before = await host.ratings.current(GUILD, LINES)
    assert before is not None
    expected = ratings(before)
    await host.members.privacy.forget(ADA)
    shown = await host.ratings.table(GUILD, LINES)
    assert shown is not None
    assert shown.is_current
    del expected[Member(ADA)]
    assert ratings(shown.table) == expected
    assert set(expected) == {Member(BOB), Member(CLEO)}


async def test_a_void_is_shown_at_once_even_if_an_older_table_is_just_being_computed(database: Database) -> None:
    host = open_host(database)
    await play_to_the_end(host, await start(host))
    over = await play_to_the_end(host, await start(host, two=CLEO))
    without, unvoid = await table(database), host.servers.moderation.unvoid
    for change, games in ((host.servers.moderation.void, 1), (unvoid, 2)):
        await host.ratings.current(GUILD, LINES)
        await play_to_the_end(host, await start(host, variant="dodge", size=5))
        older = await host.ratings.table(GUILD, LINES)
        assert older is not None
        assert not older.is_current, "a newer one is being computed"
        await change(GUILD, over.id, MANAGER, "test")
        shown = await host.ratings.table(GUILD, LINES)
        assert shown is not None
        assert (shown.is_current, shown.table.games) == (True, games)
        assert shown.table == await table(database)
    assert without.games == 2


async def test_two_forgotten_people_stay_two(database: Database) -> None:
    host = open_host(database)
    for one, two in ((ADA, BOB), (BOB, ADA), (CLEO, ADA), (CLEO, BOB)):
        await play_to_the_end(host, await start(host, one=one, two=two))
    expected = ratings(await table(database))[Member(CLEO)]
    await host.members.privacy.forget(ADA)
    await host.members.privacy.forget(BOB)
    assert ratings(await table(database)) == {Member(CLEO): expected}


@pytest.mark.parametrize("group", [LINES, RatingGroup(), RatingGroup(against_bot=True)])
async def test_a_server_without_games_has_an_empty_table(database: Database, group: RatingGroup) -> None:
    assert (await table(database, group)).pools == ()
