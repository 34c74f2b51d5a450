"""The right to swap: the second player takes over the first move, once."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from gridlock_host import Database, First, Game, Host, Person
from gridlock_host.errors import (
    NoSwap,
    NoSwapWithBot,
    NothingToTakeBack,
    NotYourTurn,
    OfferIsOver,
    Refusal,
    StaleBoard,
)
from gridlock_host.model.starts import StartKind, Swap
from gridlock_host.model.terms import Terms
from gridlock_rules import IllegalMove
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    Clock,
    new_request,
    open_host,
    play,
    play_to_the_end,
    resign,
)

SWAP = Terms("standoff", 5, First.ME, per_move=timedelta(hours=1), swap=True)


async def begun(host: Host, terms: Terms = SWAP) -> Game:
    challenge = await host.challenges.propose(HERE, ADA, Person(BOB), terms, request_id=new_request())
    return await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)


async def test_a_swap_exchanges_the_seats_and_gives_the_opponent_the_turn(database: Database) -> None:
    clock = Clock()
    host = open_host(database, now=clock)
    game = await play(host, await begun(host), "C3")
    assert game.may_swap
    clock.time += timedelta(minutes=40)
    swapped = await host.games.move(GUILD, game.id, BOB, " Swap ", seen_version=game.version)
    assert (swapped.player_one_id, swapped.player_two_id) == (BOB, ADA)
    assert (swapped.moves, swapped.position) == (game.moves, game.position)
    assert (swapped.version, swapped.to_move_id, swapped.swap) == (game.version + 1, ADA, Swap.TAKEN)
    assert swapped.deadline == clock.time + timedelta(hours=1)
    assert not swapped.may_swap
    stored = await open_host(database).games.find(GUILD, game.id)
    assert stored == swapped
    assert (await play_to_the_end(host, swapped)).is_over
    await host.scheduler.sweeper.sweep()


async def test_only_the_second_player_swaps_and_only_in_place_of_the_first_move(database: Database) -> None:
    host = open_host(database)
    game = await begun(host)
    for player, error in ((ADA, NoSwap), (BOB, NotYourTurn)):
        with pytest.raises(error):
            await host.games.move(GUILD, game.id, player, "swap")
    game = await play(host, game, "C3")
    with pytest.raises(NotYourTurn):
        await host.games.move(GUILD, game.id, ADA, "swap")
    with pytest.raises(StaleBoard):
        await host.games.move(GUILD, game.id, BOB, "swap", seen_version=0)
    swapped = await host.games.move(GUILD, game.id, BOB, "swap")
    with pytest.raises(NoSwap, match="in place of their first move"):
        await host.games.move(GUILD, game.id, ADA, "swap")
    after = await play(host, swapped, "A1")
    with pytest.raises(NoSwap):
        await host.games.move(GUILD, game.id, BOB, "swap")
    assert after.moves == ("C3", "A1")


async def test_without_the_agreement_there_is_no_swap(database: Database) -> None:
    host = open_host(database)
    game = await play(host, await begun(host, Terms("standoff", 5, First.ME)), "C3")
    with pytest.raises(NoSwap, match="not agreed"):
        await host.games.move(GUILD, game.id, BOB, "swap")
    with pytest.raises(IllegalMove):
        await host.games.move(GUILD, game.id, BOB, "C3")
    terms = Terms("standoff", 5, level=1, swap=True)
    with pytest.raises(NoSwapWithBot):
        await host.challenges.bot_games.start(HERE, CLEO, BOT, terms, request_id=new_request())


async def test_of_many_swaps_and_moves_at_once_one_counts(database: Database) -> None:
    hosts = [open_host(database) for _ in range(4)]
    game = await play(hosts[0], await begun(hosts[0]), "C3")
    tries = [
        host.games.move(GUILD, game.id, BOB, text, seen_version=game.version)
        for host in hosts
        for text in ("swap", "A1", "swap")
    ]
    results = await asyncio.gather(*tries, return_exceptions=True)
    (done,) = [result for result in results if isinstance(result, Game)]
    assert all(isinstance(result, Game | Refusal) for result in results)
    stored = await open_host(database).games.find(GUILD, game.id)
    assert (stored.version, stored.swap, stored.moves) == (game.version + 1, done.swap, done.moves)


async def test_a_swapped_move_cannot_be_taken_back(database: Database) -> None:
    host = open_host(database)
    game = await play(host, await begun(host), "C3")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    swapped = await host.games.move(GUILD, game.id, BOB, "swap")
    for player in (ADA, BOB):
        with pytest.raises(OfferIsOver):
            await host.games.take_back.answer(GUILD, game.id, player, seen_ply=1, agrees=True)
        with pytest.raises(NothingToTakeBack):
            await host.games.take_back.offer(GUILD, game.id, player)
    after = await play(host, swapped, "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    back = await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=2, agrees=True)
    assert (back.moves, back.to_move_id, back.swap) == (("C3",), ADA, Swap.TAKEN)
    assert back.version > after.version


async def test_a_game_counts_after_a_swap(database: Database) -> None:
    """The swap was the second player's move."""
    host = open_host(database)
    game = await play(host, await begun(host), "C3")
    assert game.may_be_called_off
    await host.games.move(GUILD, game.id, BOB, "swap")
    over = await host.games.resign(GUILD, game.id, ADA)
    assert over.result is not None
    assert over.result.winner_id == BOB


async def test_the_next_game_begins_with_the_other_player_and_the_right_again(database: Database) -> None:
    host = open_host(database)
    for terms in (SWAP, Terms("lines", 5, First.ME, start=StartKind.FAIR, swap=True)):
        game = await begun(host, terms)
        game = await play(host, game, str(game.position.legal_moves[0]))
        await host.games.move(GUILD, game.id, BOB, "swap")
        await resign(host, GUILD, game.id, ADA)
        await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
        after = await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
        assert after is not None
        assert (after.first_id, after.to_move_id, after.swap, after.start) == (BOB, BOB, Swap.AGREED, game.start)
        await host.games.resign(GUILD, after.id, ADA)
