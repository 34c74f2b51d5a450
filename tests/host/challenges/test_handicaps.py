"""Handicaps: whom the start favours, what stays in further games, and that such games give no points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Database, First, Game, Host, Person
from gridlock_host.errors import HandicapAlone, NoFairStarts, NoSwapWithBot
from gridlock_host.maintenance.recount import miscounts
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_rules.start_pools import handicap_starts
from gridlock_rules.starts import canonical_start
from gridlock_solver import solve
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    GUILD,
    HERE,
    new_request,
    open_host,
    play_to_the_end,
    resign,
)

FOR_BOB = Terms("dodge", 5, First.ME, handicap=2)


async def begun(host: Host, terms: Terms = FOR_BOB) -> Game:
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=new_request())
    assert challenge.terms == (await host.challenges.find(GUILD, challenge.id)).terms
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


@pytest.mark.parametrize("first", [First.ME, First.OPPONENT])
@pytest.mark.parametrize("handicap", [1, 2, 3, -1, -2, -3])
async def test_the_start_is_won_by_the_favoured_player(database: Database, first: First, handicap: int) -> None:
    host = open_host(database)
    favoured = BOB if handicap > 0 else ADA
    for variant in ("lines", "dodge", "blocking"):
        game = await begun(host, Terms(variant, 5, first, handicap=handicap))
        assert game.to_move_id == (ADA if first is First.ME else BOB)
        assert (game.favoured_id, abs(game.handicap)) == (favoured, abs(handicap))
        starts = handicap_starts(variant, 5, abs(handicap), favours_first=game.to_move_id == favoured)
        assert canonical_start(game.start or "", 5) in starts
        assert solve(game.position).is_won is (game.to_move_id == favoured)
        assert await open_host(database).games.find(GUILD, game.id) == game
        await host.games.resign(GUILD, game.id, ADA)


async def test_the_handicap_stays_with_its_player_in_rematches_and_matches(database: Database) -> None:
    host = open_host(database)
    game = await begun(host, replace(FOR_BOB, best_of=3))
    await resign(host, GUILD, game.id, ADA)
    second = await host.games.next_in_match(await host.games.find(GUILD, game.id))
    assert second is not None
    await resign(host, GUILD, second.id, ADA)
    await host.challenges.rematch.offer(GUILD, second.id, ADA, channel_id=CHANNEL)
    third = await host.challenges.rematch.offer(GUILD, second.id, BOB, channel_id=CHANNEL)
    assert third is not None
    assert [each.to_move_id for each in (game, second, third)] == [ADA, BOB, ADA]
    assert {(each.favoured_id, abs(each.handicap)) for each in (game, second, third)} == {(BOB, 2)}
    assert solve(second.position).is_won
    assert solve(third.position).is_lost


async def test_a_game_with_a_handicap_gives_no_points(database: Database) -> None:
    host = open_host(database)
    game = await play_to_the_end(host, await begun(host))
    assert game.result is not None
    assert game.result.winner_id is not None
    assert await host.games.standings.records_by_variant(GUILD, game.result.winner_id) == {}
    assert (await host.games.end_cards.find(game)).points is None
    async with database.reading() as connection:
        assert await miscounts(connection) == []


async def test_a_handicap_is_refused_beside_a_start_a_swap_or_the_bot_and_on_the_smallest_board(
    database: Database,
) -> None:
    host = open_host(database)
    for terms, error in (
        (replace(FOR_BOB, start=StartKind.FAIR), HandicapAlone),
        (replace(FOR_BOB, swap=True), HandicapAlone),
        (replace(FOR_BOB, size=3), NoFairStarts),
        (replace(FOR_BOB, handicap=4), ValueError),
    ):
        with pytest.raises(error):
            await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=new_request())
    against_bot = replace(FOR_BOB, level=1)
    with pytest.raises(NoSwapWithBot):
        await host.challenges.bot_games.start(HERE, ADA, BOT, against_bot, request_id=new_request())
