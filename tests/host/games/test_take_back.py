"""Take-back offers between members."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host import Database, Game, Host
from gridlock_host.errors import NotYourOffer, OfferIsOver
from tests.host.support.host import ADA, BOB, GUILD, open_host, play, refused, start
from tests.host.support.old_database import failing_at


@pytest.fixture
async def game(host: Host) -> Game:
    """A game in which Ada has made the last move."""
    return await play(host, await start(host, variant="standoff", size=5), "A1", "C3", "A2")


async def test_a_closed_take_back_offer_is_not_reopened_by_a_later_take_back(
    database: Database, host: Host, game: Game
) -> None:
    """Bob's move closes Ada's offer, even if that move is taken back; she can offer again."""
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await play(host, game, "E5")
    await host.games.take_back.offer(GUILD, game.id, BOB)
    back = await host.games.take_back.answer(GUILD, game.id, ADA, seen_ply=4, agrees=True)
    assert back.moves == game.moves
    async with refused(database, OfferIsOver):
        await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True)
    await host.games.take_back.offer(GUILD, game.id, ADA)
    earlier = await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True)
    assert earlier.moves == game.moves[:2]


async def test_an_answer_to_an_earlier_offer_does_not_grant_a_later_one(
    database: Database, host: Host, game: Game
) -> None:
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await play(host, game, "E5")
    await host.games.take_back.offer(GUILD, game.id, BOB)
    async with refused(database, OfferIsOver):
        await host.games.take_back.answer(GUILD, game.id, ADA, seen_ply=3, agrees=True)


async def test_players_cannot_grant_their_own_take_back(database: Database, host: Host, game: Game) -> None:
    await host.games.take_back.offer(GUILD, game.id, ADA)
    async with refused(database, NotYourOffer):
        await host.games.take_back.answer(GUILD, game.id, ADA, seen_ply=3, agrees=True)


async def test_a_take_back_granted_twice_at_once_removes_one_move(database: Database, host: Host, game: Game) -> None:
    await host.games.take_back.offer(GUILD, game.id, ADA)
    hosts = [open_host(database), host, open_host(database)]
    answers = await asyncio.gather(
        *(host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True) for host in hosts),
        return_exceptions=True,
    )
    assert sorted(map(type, answers), key=str) == sorted([Game, OfferIsOver, OfferIsOver], key=str)
    assert (await host.games.find(GUILD, game.id)).moves == game.moves[:2]


async def test_a_take_back_granted_during_a_move_is_applied_or_stays_open(
    database: Database, host: Host, game: Game
) -> None:
    """Either the move is taken back and Bob cannot move, or Bob has moved and nothing is taken back."""
    await host.games.take_back.offer(GUILD, game.id, ADA)
    other = open_host(database)
    await asyncio.gather(
        host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True),
        other.games.move(GUILD, game.id, BOB, "E5", seen_version=3),
        return_exceptions=True,
    )
    assert (await other.games.find(GUILD, game.id)).moves in (game.moves[:2], (*game.moves, "E5"))


async def test_a_take_back_answer_that_failed_to_store_can_be_repeated(
    database: Database, host: Host, game: Game
) -> None:
    """The wish and the game change together or not at all."""
    await host.games.take_back.offer(GUILD, game.id, ADA)
    with failing_at(database, "DELETE FROM moves"), pytest.raises(TypeError):
        await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True)
    assert await host.games.find(GUILD, game.id) == game
    back = await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=3, agrees=True)
    assert back.moves == game.moves[:2]
