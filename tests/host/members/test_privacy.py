"""Forgetting somebody: nothing names them, nothing ties their games together, and nobody else loses anything."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings

from gridlock_host import ChallengeStatus, Database, Ending, Order, Person, Refusal, SessionManager
from gridlock_host.errors import GameIsOver, NotInThisGame, PlayerIsGone
from gridlock_host.model.snapshots import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.storage.schema import metadata
from tests.host.support.busy_life import Step, every_trace, live, lives, naming, stored_rows
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    GUILD,
    HERE,
    Rows,
    a_game,
    contents,
    new_request,
    open_host,
    play,
    play_to_the_end,
    propose,
    start,
)

DELETED = (DELETED_PLAYER_ONE, DELETED_PLAYER_TWO)


def standings_of_others(rows: Rows) -> list[tuple[object, ...]]:
    names = [column.name for column in metadata.tables["standings"].c]
    return sorted(row for row in rows["standings"] if row[names.index("user_id")] != ADA)


async def check_forgetting(database: Database) -> None:
    """Forget Ada; nothing names her, and the standings of the others, the games and the moves are as before."""
    before = await stored_rows(database)
    await open_host(database).forget(ADA)
    after = await stored_rows(database)
    assert naming(after, ADA) == []
    assert standings_of_others(after) == standings_of_others(before) == sorted(after["standings"])
    assert len(after["games"]) == len(before["games"])
    assert sorted(after["moves"]) == sorted(before["moves"])


async def test_after_a_life_that_leaves_every_trace_nothing_names_the_person(database: Database) -> None:
    await live(open_host(database), every_trace())
    rows = await stored_rows(database)
    named_in = {name for name, _ in naming(rows, ADA)}
    assert named_in == {
        "challenges",
        "games",
        "results",
        "standings",
        "bot_records",
        "offers",
        "bans",
        "blocks",
        "moderation_log",
        "notifications",
    }
    await check_forgetting(database)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(life=lives)
def test_after_any_life_nothing_names_the_person(migrated_file: Path, life: list[Step]) -> None:
    async def check(path: Path) -> None:
        database = Database(f"sqlite:///{path}")
        await live(open_host(database), life)
        await check_forgetting(database)
        await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(shutil.copy(migrated_file, folder))))


async def test_forgetting_again_or_somebody_unknown_changes_nothing(database: Database) -> None:
    await live(open_host(database), every_trace())
    await open_host(database).forget(ADA)
    before = await contents(database)
    await open_host(database).forget(ADA)
    await open_host(database).forget(new_request())
    assert await contents(database) == before


async def test_a_past_game_stays_with_the_opponent(sessions: SessionManager) -> None:
    game = await play_to_the_end(sessions, await start(sessions))
    await sessions.forget(ADA)
    now = await sessions.find_game(GUILD, game.id)
    assert (now.player_one_id, now.player_two_id) == (DELETED_PLAYER_ONE, BOB)
    assert (now.moves, now.position, now.moved_at) == (game.moves, game.position, game.moved_at)
    assert now.result is not None
    assert game.result is not None
    expected = {ADA: DELETED_PLAYER_ONE, BOB: BOB}
    assert (now.result.winner_id, now.result.loser_id) == (
        expected[game.result.winner_id or 0],
        expected[game.result.loser_id or 0],
    )
    assert [one.user_id for one in await sessions.leaderboard(GUILD, None, Order.POINTS)] == [BOB]


async def test_two_forgotten_players_of_a_game_stay_two(sessions: SessionManager) -> None:
    game = await play_to_the_end(sessions, await start(sessions))
    for person in (BOB, ADA):
        await sessions.forget(person)
    now = await sessions.find_game(GUILD, game.id)
    assert (now.player_one_id, now.player_two_id) == DELETED
    assert now.result is not None
    assert {now.result.winner_id, now.result.loser_id} == set(DELETED)
    assert await sessions.leaderboard(GUILD, None, Order.POINTS) == []


async def test_open_games_end_for_nobodys_points_and_are_returned_as_they_are_shown_now(
    sessions: SessionManager,
) -> None:
    first, second = await start(sessions), await start(sessions, one=BOB, two=ADA)
    await sessions.place_board(first.id, replace(HERE, message_id=5))
    await play(sessions, first, "B2")
    forgotten = await sessions.forget(ADA)
    assert [(game.id, game.player_one_id, game.player_two_id) for game in forgotten.games] == [
        (first.id, DELETED_PLAYER_ONE, BOB),
        (second.id, BOB, DELETED_PLAYER_TWO),
    ]
    for game in forgotten.games:
        assert game.result is not None
        assert (game.result.winner_id, game.result.ending) == (None, Ending.FORGOTTEN)
        assert game == await sessions.find_game(GUILD, game.id)
    assert forgotten.games[0].place.message_id == 5
    assert await sessions.leaderboard(GUILD, None, Order.POINTS) == []
    assert await sessions.open_games(GUILD, BOB) == []


async def test_open_challenges_close(sessions: SessionManager) -> None:
    by, to = await propose(sessions), await propose(sessions, one=BOB, two=ADA)
    forgotten = await sessions.forget(ADA)
    assert [(one.id, one.status, one.challenger_id, one.opponent_id) for one in forgotten.challenges] == [
        (by.id, ChallengeStatus.CANCELLED, DELETED_PLAYER_ONE, BOB),
        (to.id, ChallengeStatus.DECLINED, BOB, DELETED_PLAYER_TWO),
    ]
    assert await sessions.open_challenges(GUILD, BOB) == []


async def test_the_games_of_a_match_are_not_tied_together_any_more(
    sessions: SessionManager, database: Database
) -> None:
    challenge = await sessions.challenge(
        HERE, ADA, Person(BOB), variant_key="lines", size=3, best_of=3, request_id=new_request()
    )
    first = await sessions.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    await sessions.resign(GUILD, first.id, BOB)
    await sessions.forget(ADA)
    games = [await sessions.find_game(GUILD, number) for number in (first.id, first.id + 1)]
    assert [game.match for game in games] == [None, None]
    assert (await contents(database))["matches"] == []


async def test_what_is_shown_already_loses_its_message_and_what_is_not_keeps_it(sessions: SessionManager) -> None:
    """A message that still mentions the person is not to be found from the store, unless it is about to be changed."""
    over, open_one = await start(sessions), await start(sessions)
    for number, game in ((8, over), (9, open_one)):
        await sessions.place_board(game.id, replace(HERE, message_id=number))
    await sessions.note_shown(await sessions.resign(GUILD, over.id, ADA), None)
    await sessions.forget(ADA)
    assert [(await sessions.find_game(GUILD, game.id)).place.message_id for game in (over, open_one)] == [None, 9]


async def test_what_is_shown_after_that_loses_its_message_then(sessions: SessionManager) -> None:
    """Also where the opponent is deleted, and where it is shown as of before."""
    by_ada, to_ada = await start(sessions), await start(sessions, one=BOB, two=ADA)
    challenge = await propose(sessions)
    for number, game in ((8, by_ada), (9, to_ada)):
        await sessions.place_board(game.id, replace(HERE, message_id=number))
    await sessions.place_challenge(challenge.id, replace(HERE, message_id=10))
    forgotten = await sessions.forget(ADA)
    await sessions.note_shown(by_ada, None)
    assert (await sessions.find_game(GUILD, by_ada.id)).place.message_id == 8, "its end is still to be shown"
    for ended in forgotten.games:
        await sessions.note_shown(ended, None)
    await sessions.note_challenge_shown(*forgotten.challenges)
    places = [(await sessions.find_game(GUILD, game.id)).place for game in (by_ada, to_ada)]
    places.append((await sessions.find_challenge(GUILD, challenge.id)).place)
    assert [place.message_id for place in places] == [None] * 3


async def test_a_remembered_game_does_not_bring_the_person_back(database: Database) -> None:
    """Neither in the process that forgets nor in another one that has played the game last."""
    here, elsewhere = open_host(database), open_host(database)
    games = [await play(one, await start(one), "B2") for one in (here, elsewhere)]
    await here.forget(ADA)
    for sessions in (here, elsewhere):
        for game in games:
            with pytest.raises(GameIsOver):
                await sessions.move(GUILD, game.id, BOB, "A2")
            with pytest.raises(GameIsOver):
                await sessions.resign(GUILD, game.id, BOB)
    for game in games:
        with pytest.raises(GameIsOver):
            await here.find_turn(GUILD, game.id, BOB, seen_version=1)
    assert naming(await stored_rows(database), ADA) == []


async def test_nobody_can_be_offered_a_rematch_who_is_gone(sessions: SessionManager) -> None:
    game = await sessions.resign(GUILD, (await start(sessions)).id, ADA)
    await sessions.offer_rematch(GUILD, game.id, BOB, channel_id=CHANNEL)
    await sessions.forget(ADA)
    with pytest.raises(PlayerIsGone):
        await sessions.offer_rematch(GUILD, game.id, BOB, channel_id=CHANNEL)
    with pytest.raises(NotInThisGame):
        await sessions.offer_rematch(GUILD, game.id, ADA, channel_id=CHANNEL)


async def test_the_person_can_begin_anew(sessions: SessionManager) -> None:
    await play_to_the_end(sessions, await start(sessions))
    await sessions.forget(ADA)
    game = await play_to_the_end(sessions, await start(sessions))
    records = {one.user_id: one.record.played for one in await sessions.leaderboard(GUILD, None, Order.POINTS)}
    assert records == {ADA: 1, BOB: 2}
    assert game.player_one_id == ADA


@pytest.mark.parametrize("hosts", [1, 2])
async def test_whatever_happens_at_the_same_moment_leaves_no_trace_of_the_person(
    database: Database, hosts: int
) -> None:
    """Opponents move, resign, accept and offer while Ada is forgotten: each comes before or after, never between."""
    processes = [open_host(database) for _ in range(hosts)]
    here, elsewhere = processes[0], processes[-1]
    for round_number in range(5):
        games = [await start(elsewhere, one=BOB, two=ADA) for _ in range(3)]
        over = await elsewhere.resign(GUILD, (await start(elsewhere)).id, ADA)
        match = await here.challenge(
            HERE, BOB, Person(ADA), variant_key="dodge", size=3, best_of=3, request_id=new_request()
        )
        decider = await here.accept(GUILD, match.id, ADA, channel_id=CHANNEL)
        by_ada = await propose(here)
        done = await asyncio.gather(
            elsewhere.move(GUILD, games[0].id, BOB, "B2"),
            elsewhere.resign(GUILD, games[1].id, BOB),
            elsewhere.accept(GUILD, by_ada.id, BOB, channel_id=CHANNEL),
            elsewhere.resign(GUILD, decider.id, BOB),
            here.forget(ADA),
            elsewhere.move(GUILD, games[2].id, BOB, "B2"),
            elsewhere.offer_rematch(GUILD, over.id, BOB, channel_id=CHANNEL),
            return_exceptions=True,
        )
        assert [one for one in done if isinstance(one, BaseException) and not isinstance(one, Refusal)] == []
        assert await here.open_games(GUILD, BOB) == []
        assert naming(await stored_rows(database), ADA) == [], round_number


def test_a_game_with_a_deleted_player_says_so() -> None:
    assert a_game(one=DELETED_PLAYER_ONE).has_deleted_player
    assert a_game(two=DELETED_PLAYER_TWO).has_deleted_player
    assert not a_game().has_deleted_player
