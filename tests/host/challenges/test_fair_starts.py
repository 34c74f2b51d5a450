"""Games from fair starts: challenges, rematches, matches, games against the bot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Challenge, Database, First, Game, Host, Person
from gridlock_host.errors import NoFairStarts
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_rules import VARIANTS, replay
from gridlock_rules.start_pools import fair_starts
from gridlock_rules.starts import canonical_start
from tests.host.support.host import ADA, BOB, BOT, CHANNEL, GUILD, HERE, new_request, open_host, play, resign

FAIR = Terms("lines", 5, First.ME, start=StartKind.FAIR)


async def proposed(host: Host, terms: Terms = FAIR, one: int = ADA, two: int = BOB) -> Challenge:
    return await host.challenges.propose(HERE, one, Person(two), terms, request_id=new_request())


async def begun(host: Host, terms: Terms = FAIR, one: int = ADA, two: int = BOB) -> Game:
    challenge = await proposed(host, terms, one, two)
    return await host.challenges.accept(GUILD, challenge.id, two, channel_id=CHANNEL)


async def over(host: Host, game: Game) -> Game:
    return await resign(host, GUILD, game.id, BOB)


async def rematch(host: Host, game: Game) -> Game:
    await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
    new = await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    assert new is not None
    return new


def kind_of(game: Game) -> str:
    assert game.start is not None
    return canonical_start(game.start, game.position.size)


async def test_a_game_begins_from_a_start_of_the_pool_with_the_first_player_to_move(database: Database) -> None:
    for first, player in ((First.ME, ADA), (First.OPPONENT, BOB)):
        for variant in ("lines", "standoff", "dodge", "isolation"):
            host = open_host(database)
            game = await begun(host, replace(FAIR, variant_key=variant, first=first))
            assert kind_of(game) in fair_starts(variant, 5)
            assert game.to_move_id == player
            assert (game.moves, game.ply) == ((), 0)
            assert game.position == replay(variant, 5, (), start=game.start)
            stored = await open_host(database).games.find(GUILD, game.id)
            assert (stored.start, stored.position) == (game.start, game.position)
            await host.games.resign(GUILD, game.id, ADA)


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_games_on_every_board_from_4_to_8_begin_from_its_pool(database: Database, variant: str) -> None:
    host = open_host(database)
    for size in range(4, 9):
        game = await begun(host, replace(FAIR, variant_key=variant, size=size))
        assert kind_of(game) in fair_starts(variant, size)
        assert game.position == replay(variant, size, (), start=game.start)
        await host.games.resign(GUILD, game.id, ADA)


async def test_moves_are_played_taken_back_and_read_on_from_the_start(database: Database) -> None:
    host = open_host(database)
    game = await begun(host)
    first, second = (game.to_move_id, game.opponent_of(game.to_move_id or 0))
    moved = await play(host, game, str(game.position.legal_moves[0]))
    assert moved.to_move_id == second
    await host.games.take_back.offer(GUILD, game.id, first or 0)
    back = await host.games.take_back.answer(GUILD, game.id, second, seen_ply=1, agrees=True)
    assert (back.position, back.start, back.to_move_id) == (game.position, game.start, first)
    assert (await open_host(database).games.find(GUILD, game.id)).position == game.position


async def test_a_rematch_exchanges_the_seats_on_the_same_start_and_the_next_one_has_another(
    database: Database,
) -> None:
    host = open_host(database)
    games = [await begun(host)]
    for _ in range(3):
        games.append(await rematch(host, await over(host, games[-1])))
    assert [game.to_move_id for game in games] == [ADA, BOB, ADA, BOB]
    assert games[0].start == games[1].start
    assert games[2].start == games[3].start
    assert kind_of(games[1]) != kind_of(games[2])


async def test_a_match_plays_each_start_from_both_seats(database: Database) -> None:
    host = open_host(database)
    game = await begun(host, replace(FAIR, best_of=5))
    starts = []
    for loser in (BOB, ADA, BOB, ADA, BOB):
        starts.append((game.start, game.to_move_id))
        await resign(host, GUILD, game.id, loser)
        after = await host.games.next_in_match(await host.games.find(GUILD, game.id))
        if after is None:
            break
        game = after
    assert [player for _, player in starts] == [ADA, BOB, ADA, BOB, ADA]
    assert starts[0][0] == starts[1][0] != starts[2][0] == starts[3][0] != starts[4][0]


async def test_no_start_comes_twice_for_a_pair_within_fifty_games(database: Database) -> None:
    host = open_host(database)
    drawn = []
    for number in range(55):
        one, two = (ADA, BOB) if number % 3 else (BOB, ADA)
        game = await begun(host, replace(FAIR, variant_key="blocking", start=None), one, two)
        drawn.append(kind_of(game))
        await host.games.resign(GUILD, game.id, one)
    for number, start in enumerate(drawn):
        assert start not in drawn[number + 1 : number + 50]


async def test_blocking_has_obstacles_unless_the_plain_board_is_chosen(database: Database) -> None:
    host = open_host(database)
    assert (await begun(host, Terms("blocking", 6))).start is not None
    assert (await begun(host, Terms("blocking", 6, start=StartKind.PLAIN))).start is None
    assert (await begun(host, Terms("blocking", 3))).start is None
    assert (await begun(host, Terms("lines", 6))).start is None


async def test_a_board_without_fair_starts_is_refused(database: Database) -> None:
    host = open_host(database)
    terms = Terms("blocking", 3, start=StartKind.FAIR)
    with pytest.raises(NoFairStarts, match="no such starts in Blocking on 3×3"):  # noqa: RUF001
        await proposed(host, terms)
    against_bot = replace(terms, level=2)
    with pytest.raises(NoFairStarts):
        await host.challenges.bot_games.start(HERE, ADA, BOT, against_bot, request_id=new_request())
    assert await host.challenges.open_for(GUILD, ADA) == []


async def test_the_bot_moves_first_or_second_from_a_fair_start(database: Database) -> None:
    host = open_host(database)
    for first in (First.ME, First.OPPONENT):
        for _ in range(2):
            terms = replace(FAIR, variant_key="standoff", level=2, first=first)
            game = await host.challenges.bot_games.start(HERE, ADA, BOT, terms, request_id=new_request())
            assert game.bot_is_to_move is (first is First.OPPONENT)
            assert (game.deadline is None) is (first is First.OPPONENT or game.per_move is None)
            if game.bot_is_to_move:
                answer = await host.bot_player.opponent.reply(game)
                assert answer is not None
                assert answer.game.position == replay("standoff", 5, answer.game.moves, start=game.start)
            await host.games.resign(GUILD, game.id, ADA)
