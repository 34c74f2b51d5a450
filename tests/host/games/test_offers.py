"""Offers, their messages and their buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from gridlock_host import Database, Game, Host, Place
from gridlock_host.model.offer import OfferKind
from gridlock_host.storage.schema import offers
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, play, resign, start

A_MESSAGE, ANOTHER = (replace(HERE, message_id=1_400_000_000_000_000_000 + number) for number in (1, 2))


async def wish(host: Host) -> Game:
    """A game in which Ada has asked to take her first move back, in a message that is known."""
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await host.games.offers.place(game, OfferKind.TAKE_BACK, ADA, A_MESSAGE)
    return game


async def offer(host: Host) -> Game:
    """A finished game with a rematch offer by Ada in a stored message."""
    game = await start(host)
    game = await resign(host, GUILD, game.id, BOB)
    await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
    await host.games.offers.place(game, OfferKind.REMATCH, ADA, A_MESSAGE)
    return game


async def ended(host: Host, game: Game) -> list[Place | None]:
    """The messages of offers that are over."""
    return [one.place for one in await host.games.offers.ended(game)]


async def test_an_open_offer_keeps_its_buttons(host: Host) -> None:
    assert await ended(host, await wish(host)) == []
    assert await ended(host, await offer(host)) == []


async def test_the_next_move_closes_a_take_back_offer(host: Host) -> None:
    game = await play(host, await wish(host), "A2")
    assert await ended(host, game) == [A_MESSAGE]
    await host.games.offers.note_closed(A_MESSAGE)
    assert await ended(host, game) == []


async def test_the_end_of_the_game_closes_a_take_back_offer(host: Host) -> None:
    game = await resign(host, GUILD, (await wish(host)).id, BOB)
    assert await ended(host, game) == [A_MESSAGE]


async def test_refusing_a_take_back_offer_closes_it_and_not_the_next_one(host: Host) -> None:
    game = await wish(host)
    await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=1, agrees=False)
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await host.games.offers.place(game, OfferKind.TAKE_BACK, ADA, ANOTHER)
    assert await ended(host, game) == [A_MESSAGE]


async def test_granting_a_take_back_offer_closes_it(host: Host) -> None:
    game = await wish(host)
    game = await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=1, agrees=True)
    assert await ended(host, game) == [A_MESSAGE]


async def test_a_started_rematch_closes_its_offer(host: Host) -> None:
    game = await offer(host)
    rematch = await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    assert rematch is not None
    assert await ended(host, rematch) == await ended(host, game) == [A_MESSAGE]


async def test_an_offer_closed_before_its_message_is_stored_is_still_found(
    host: Host,
) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    after = await play(host, game, "A2")
    await host.games.offers.place(game, OfferKind.TAKE_BACK, ADA, A_MESSAGE)
    assert await ended(host, after) == [A_MESSAGE]


async def test_a_rematch_and_its_first_game_refer_to_each_other(host: Host) -> None:
    game = await offer(host)
    assert not await host.games.has_rematch(game)
    rematch = await host.challenges.rematch.offer(GUILD, game.id, BOB, channel_id=CHANNEL)
    assert rematch is not None
    assert await host.games.has_rematch(game)
    assert await host.games.game_before(rematch) == game
    assert await host.games.game_before(game) is None


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_take_back_offer_answered_before_display_is_not_due_for_display(
    database: Database, host: Host, agrees: bool
) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=1, agrees=agrees)
    assert await to_be_shown(database) == []


async def test_a_rematch_offer_accepted_before_display_is_not_due_for_display(database: Database, host: Host) -> None:
    game = await resign(host, GUILD, (await start(host)).id, BOB)
    for player in (ADA, BOB):
        await host.challenges.rematch.offer(GUILD, game.id, player, channel_id=CHANNEL)
    assert await to_be_shown(database) == []


async def to_be_shown(database: Database) -> list[int]:
    async with database.reading() as connection:
        waiting = select(offers.c.id).where(offers.c.unshown_since.is_not(None))
        return list((await connection.execute(waiting)).scalars())
