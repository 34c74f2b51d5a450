"""Erasure of a member's data."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import update

from gridlock_host import ChallengeStatus, Database, Ending, Host, Person, Refusal
from gridlock_host.errors import GameIsOver, NotInThisGame, PlayerIsGone
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.model.terms import Terms
from gridlock_host.storage.schema import games, metadata
from tests.host.support.busy_life import Step, every_trace, live, lives, naming, stored_rows
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    Rows,
    a_game,
    contents,
    leaderboard,
    new_request,
    open_host,
    play,
    play_to_the_end,
    propose,
    resign,
    start,
)
from tests.support.patience import PATIENCE

DELETED = (DELETED_PLAYER_ONE, DELETED_PLAYER_TWO)


STANDINGS = ("standings", "standing_totals")


def standings_of_others(rows: Rows, table: str) -> list[tuple[object, ...]]:
    names = [column.name for column in metadata.tables[table].c]
    return sorted(row for row in rows[table] if row[names.index("user_id")] != ADA)


async def check_forgetting(database: Database) -> None:
    """Forget Ada; nothing names her, and the standings of the others, the games and the moves are as before."""
    before = await stored_rows(database)
    await open_host(database).members.privacy.forget(ADA)
    after = await stored_rows(database)
    assert naming(after, ADA) == []
    for table in STANDINGS:
        assert standings_of_others(after, table) == standings_of_others(before, table) == sorted(after[table])
    assert len(after["games"]) == len(before["games"])
    assert sorted(after["moves"]) == sorted(before["moves"])


async def test_erasure_removes_the_member_from_every_table(database: Database) -> None:
    await live(open_host(database), every_trace())
    rows = await stored_rows(database)
    named_in = {name for name, _ in naming(rows, ADA)}
    assert named_in == {
        "challenges",
        "games",
        "results",
        *STANDINGS,
        "bot_records",
        "accuracies",
        "accuracy_totals",
        "exercises",
        "offers",
        "bans",
        "blocks",
        "moderation_log",
        "notifications",
    }
    await check_forgetting(database)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(life=lives)
def test_erasure_removes_the_member_after_random_actions(migrated_file: Path, life: list[Step]) -> None:
    async def check(path: Path) -> None:
        database = Database(f"sqlite:///{path}")
        await live(open_host(database), life)
        await check_forgetting(database)
        await database.close()

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(shutil.copy(migrated_file, folder))))


async def test_erasing_again_or_an_unknown_member_changes_nothing(database: Database) -> None:
    await live(open_host(database), every_trace())
    await open_host(database).members.privacy.forget(ADA)
    before = await contents(database)
    await open_host(database).members.privacy.forget(ADA)
    await open_host(database).members.privacy.forget(new_request())
    assert await contents(database) == before


async def test_a_past_game_stays_with_the_opponent(host: Host) -> None:
    game = await play_to_the_end(host, await start(host))
    await host.members.privacy.forget(ADA)
    current = await host.games.find(GUILD, game.id)
    assert (current.player_one_id, current.player_two_id) == (DELETED_PLAYER_ONE, BOB)
    assert (current.moves, current.position, current.moved_at) == (game.moves, game.position, game.moved_at)
    assert current.result is not None
    assert game.result is not None
    expected = {ADA: DELETED_PLAYER_ONE, BOB: BOB}
    assert (current.result.winner_id, current.result.loser_id) == (
        expected[game.result.winner_id or 0],
        expected[game.result.loser_id or 0],
    )
    assert [one.user_id for one in await leaderboard(host)] == [BOB]


async def test_two_erased_players_of_a_game_stay_distinct(host: Host) -> None:
    game = await play_to_the_end(host, await start(host))
    for person in (BOB, ADA):
        await host.members.privacy.forget(person)
    current = await host.games.find(GUILD, game.id)
    assert (current.player_one_id, current.player_two_id) == DELETED
    assert current.result is not None
    assert {current.result.winner_id, current.result.loser_id} == set(DELETED)
    assert await leaderboard(host) == []


async def test_open_games_end_uncounted_and_are_returned_with_their_messages(
    host: Host,
) -> None:
    first, second = await start(host), await start(host, one=BOB, two=ADA)
    await host.games.place_board(first.id, replace(HERE, message_id=5))
    await play(host, first, "B2")
    forgotten = await host.members.privacy.forget(ADA)
    assert [(game.id, game.player_one_id, game.player_two_id) for game in forgotten.games] == [
        (first.id, DELETED_PLAYER_ONE, BOB),
        (second.id, BOB, DELETED_PLAYER_TWO),
    ]
    for game in forgotten.games:
        assert game.result is not None
        assert (game.result.winner_id, game.result.ending) == (None, Ending.FORGOTTEN)
        assert game == await host.games.find(GUILD, game.id)
    assert forgotten.games[0].place.message_id == 5
    assert await leaderboard(host) == []
    assert await host.games.open_for(GUILD, BOB) == []


async def test_open_challenges_close(host: Host) -> None:
    by, to = await propose(host), await propose(host, one=BOB, two=ADA)
    forgotten = await host.members.privacy.forget(ADA)
    assert [(one.id, one.status, one.challenger_id, one.opponent_id) for one in forgotten.challenges] == [
        (by.id, ChallengeStatus.CANCELLED, DELETED_PLAYER_ONE, BOB),
        (to.id, ChallengeStatus.DECLINED, BOB, DELETED_PLAYER_TWO),
    ]
    assert await host.challenges.open_for(GUILD, BOB) == []


async def test_erasure_unlinks_the_games_of_a_match(host: Host, database: Database) -> None:
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", size=3, best_of=3), request_id=new_request()
    )
    first = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    await resign(host, GUILD, first.id, BOB)
    await host.members.privacy.forget(ADA)
    games = [await host.games.find(GUILD, number) for number in (first.id, first.id + 1)]
    assert [game.match for game in games] == [None, None]
    assert (await contents(database))["matches"] == []


async def test_erasure_drops_message_ids_of_displayed_games_only(host: Host) -> None:
    """A message that still mentions the person is not to be found from the store, unless it is about to be changed."""
    over, open_one = await start(host), await start(host)
    for number, game in ((8, over), (9, open_one)):
        await host.games.place_board(game.id, replace(HERE, message_id=number))
    await host.games.note_shown(await resign(host, GUILD, over.id, ADA), None)
    await host.members.privacy.forget(ADA)
    assert [(await host.games.find(GUILD, game.id)).place.message_id for game in (over, open_one)] == [None, 9]


async def test_message_ids_are_dropped_once_the_end_is_displayed(host: Host) -> None:
    """Also where the opponent is deleted, and where it is shown as of before."""
    by_ada, to_ada = await start(host), await start(host, one=BOB, two=ADA)
    challenge = await propose(host)
    for number, game in ((8, by_ada), (9, to_ada)):
        await host.games.place_board(game.id, replace(HERE, message_id=number))
    await host.challenges.place(challenge.id, replace(HERE, message_id=10))
    forgotten = await host.members.privacy.forget(ADA)
    await host.games.note_shown(by_ada, None)
    assert (await host.games.find(GUILD, by_ada.id)).place.message_id == 8, "its end is still to be shown"
    for ended in forgotten.games:
        await host.games.note_shown(ended, None)
    await host.challenges.note_shown(*forgotten.challenges)
    places = [(await host.games.find(GUILD, game.id)).place for game in (by_ada, to_ada)]
    places.append((await host.challenges.find(GUILD, challenge.id)).place)
    assert [place.message_id for place in places] == [None] * 3


async def test_a_cached_game_does_not_restore_an_erased_member(database: Database) -> None:
    """Neither in the process that forgets nor in another one that has played the game last."""
    here, elsewhere = open_host(database), open_host(database)
    games = [await play(one, await start(one), "B2") for one in (here, elsewhere)]
    await here.members.privacy.forget(ADA)
    for host in (here, elsewhere):
        for game in games:
            with pytest.raises(GameIsOver):
                await host.games.move(GUILD, game.id, BOB, "A2")
            with pytest.raises(GameIsOver):
                await resign(host, GUILD, game.id, BOB)
    for game in games:
        with pytest.raises(GameIsOver):
            await here.games.find_turn(GUILD, game.id, BOB, seen_version=1)
    assert naming(await stored_rows(database), ADA) == []


async def test_an_erased_member_cannot_be_offered_a_rematch(host: Host) -> None:
    game = await resign(host, GUILD, (await start(host)).id, ADA)
    await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    await host.members.privacy.forget(ADA)
    with pytest.raises(PlayerIsGone):
        await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    with pytest.raises(NotInThisGame):
        await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)


async def test_an_erased_member_can_start_again(host: Host) -> None:
    await play_to_the_end(host, await start(host))
    await host.members.privacy.forget(ADA)
    game = await play_to_the_end(host, await start(host))
    records = {one.user_id: one.record.played for one in await leaderboard(host)}
    assert records == {ADA: 1, BOB: 2}
    assert game.player_one_id == ADA


@pytest.mark.parametrize("hosts", [1, 2])
async def test_concurrent_actions_leave_no_trace_of_an_erased_member(database: Database, hosts: int) -> None:
    """Opponents move, resign, accept and offer while Ada is forgotten: each comes before or after, never between."""
    processes = [open_host(database) for _ in range(hosts)]
    here, elsewhere = processes[0], processes[-1]
    for round_number in range(5):
        games = [await start(elsewhere, one=BOB, two=ADA) for _ in range(3)]
        over = await resign(elsewhere, GUILD, (await start(elsewhere)).id, ADA)
        match = await here.challenges.propose(
            HERE, BOB, Person(ADA), Terms("dodge", size=3, best_of=3), request_id=new_request()
        )
        decider = await here.challenges.accept(GUILD, match.id, ADA, channel_id=CHANNEL)
        by_ada = await propose(here)
        done = await asyncio.gather(
            elsewhere.games.move(GUILD, games[0].id, BOB, "B2"),
            resign(elsewhere, GUILD, games[1].id, BOB),
            elsewhere.challenges.accept(GUILD, by_ada.id, BOB, channel_id=CHANNEL),
            resign(elsewhere, GUILD, decider.id, BOB),
            here.members.privacy.forget(ADA),
            elsewhere.games.move(GUILD, games[2].id, BOB, "B2"),
            elsewhere.challenges.rematch.offer(GUILD, over.id, BOB, channel_id=CHANNEL),
            return_exceptions=True,
        )
        assert [one for one in done if isinstance(one, BaseException) and not isinstance(one, Refusal)] == []
        assert await here.games.open_for(GUILD, BOB) == []
        assert naming(await stored_rows(database), ADA) == [], round_number


def test_a_game_with_a_deleted_player_says_so() -> None:
    assert a_game(one=DELETED_PLAYER_ONE).has_deleted_player
    assert a_game(two=DELETED_PLAYER_TWO).has_deleted_player
    assert not a_game().has_deleted_player


async def test_nothing_is_locked_for_a_person_of_whom_nothing_is_stored(database: Database) -> None:
    await live(open_host(database), every_trace())
    await open_host(database).members.privacy.forget(ADA)
    async with asyncio.timeout(PATIENCE), database.writing() as connection:
        await connection.execute(update(games).values(message_id=1))
        for person in (ADA, new_request()):
            forgotten = await open_host(database).members.privacy.forget(person)
            assert (forgotten.games, forgotten.challenges) == ((), ())


async def test_one_person_is_erased_at_a_time_and_once(database: Database, host: Host) -> None:
    for one in (ADA, BOB):
        await start(host, one=one, two=CLEO)
    forgotten = await asyncio.gather(*(host.members.privacy.forget(person) for person in (ADA, ADA, BOB, ADA, BOB)))
    assert sorted(len(one.games) for one in forgotten) == [0, 0, 0, 1, 1]
    assert naming(await stored_rows(database), ADA) == []
