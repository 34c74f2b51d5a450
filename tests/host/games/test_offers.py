"""The messages of offers are found when the offers are over, until they have lost their buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from gridlock_host import Database, Game, SessionManager
from gridlock_host.games.offer_store import OfferKind
from gridlock_host.storage.schema import offers
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, play, start

A_MESSAGE, ANOTHER = (replace(HERE, message_id=1_400_000_000_000_000_000 + number) for number in (1, 2))


async def wish(sessions: SessionManager) -> Game:
    """A game in which Ada has asked to take her first move back, in a message that is known."""
    game = await play(sessions, await start(sessions), "A1")
    await sessions.offer_take_back(GUILD, game.id, ADA)
    await sessions.place_offer(game, OfferKind.TAKE_BACK, ADA, A_MESSAGE)
    return game


async def offer(sessions: SessionManager) -> Game:
    """A finished game of which Ada has offered a rematch, in a message that is known."""
    game = await start(sessions)
    game = await sessions.resign(GUILD, game.id, BOB)
    await sessions.offer_rematch(GUILD, game.id, ADA, channel_id=CHANNEL)
    await sessions.place_offer(game, OfferKind.REMATCH, ADA, A_MESSAGE)
    return game


async def test_an_offer_that_stands_keeps_its_buttons(sessions: SessionManager) -> None:
    assert await sessions.ended_offers(await wish(sessions)) == []
    assert await sessions.ended_offers(await offer(sessions)) == []


async def test_a_wish_is_over_with_the_next_move(sessions: SessionManager) -> None:
    game = await play(sessions, await wish(sessions), "A2")
    assert await sessions.ended_offers(game) == [A_MESSAGE]
    await sessions.note_offer_closed(A_MESSAGE)
    assert await sessions.ended_offers(game) == []


async def test_a_wish_is_over_with_the_game(sessions: SessionManager) -> None:
    game = await sessions.resign(GUILD, (await wish(sessions)).id, BOB)
    assert await sessions.ended_offers(game) == [A_MESSAGE]


async def test_a_wish_that_was_refused_is_over_and_the_next_one_is_not(sessions: SessionManager) -> None:
    game = await wish(sessions)
    await sessions.answer_take_back(GUILD, game.id, BOB, seen_ply=1, agrees=False)
    await sessions.offer_take_back(GUILD, game.id, ADA)
    await sessions.place_offer(game, OfferKind.TAKE_BACK, ADA, ANOTHER)
    assert await sessions.ended_offers(game) == [A_MESSAGE]


async def test_a_wish_that_was_granted_is_over(sessions: SessionManager) -> None:
    game = await wish(sessions)
    game = await sessions.answer_take_back(GUILD, game.id, BOB, seen_ply=1, agrees=True)
    assert await sessions.ended_offers(game) == [A_MESSAGE]


async def test_an_offer_of_a_rematch_is_over_when_the_rematch_has_begun(sessions: SessionManager) -> None:
    game = await offer(sessions)
    rematch = await sessions.offer_rematch(GUILD, game.id, BOB, channel_id=CHANNEL)
    assert rematch is not None
    assert await sessions.ended_offers(rematch) == await sessions.ended_offers(game) == [A_MESSAGE]


async def test_an_offer_that_is_over_before_its_message_is_known_is_found_all_the_same(
    sessions: SessionManager,
) -> None:
    game = await play(sessions, await start(sessions), "A1")
    await sessions.offer_take_back(GUILD, game.id, ADA)
    after = await play(sessions, game, "A2")
    await sessions.place_offer(game, OfferKind.TAKE_BACK, ADA, A_MESSAGE)
    assert await sessions.ended_offers(after) == [A_MESSAGE]


async def test_a_rematch_and_the_game_before_it_know_each_other(sessions: SessionManager) -> None:
    game = await offer(sessions)
    assert not await sessions.has_rematch(game)
    rematch = await sessions.offer_rematch(GUILD, game.id, BOB, channel_id=CHANNEL)
    assert rematch is not None
    assert await sessions.has_rematch(game)
    assert await sessions.game_before(rematch) == game
    assert await sessions.game_before(game) is None


@pytest.mark.parametrize("agrees", [True, False])
async def test_nothing_is_to_be_shown_of_a_wish_that_was_answered_before_it_was_shown(
    database: Database, sessions: SessionManager, agrees: bool
) -> None:
    game = await play(sessions, await start(sessions), "A1")
    await sessions.offer_take_back(GUILD, game.id, ADA)
    await sessions.answer_take_back(GUILD, game.id, BOB, seen_ply=1, agrees=agrees)
    assert await to_be_shown(database) == []


async def test_nothing_is_to_be_shown_of_the_offer_of_a_rematch_that_began_before_it_was_shown(
    database: Database, sessions: SessionManager
) -> None:
    game = await sessions.resign(GUILD, (await start(sessions)).id, BOB)
    for player in (ADA, BOB):
        await sessions.offer_rematch(GUILD, game.id, player, channel_id=CHANNEL)
    assert await to_be_shown(database) == []


async def to_be_shown(database: Database) -> list[int]:
    async with database.reading() as connection:
        waiting = select(offers.c.id).where(offers.c.unshown_since.is_not(None))
        return list((await connection.execute(waiting)).scalars())
