"""Shares: each game and each picture is claimed once, also by several processes, and forgotten with a player's data."""

from __future__ import annotations

import asyncio

from gridlock_host import Database, Host, Place
from gridlock_host.games.shares import GamePicture
from gridlock_host.model.end_card import Story
from gridlock_rules import Player
from tests.host.support.host import ADA, GUILD, HERE, open_host, resign, start


async def finished(host: Host) -> int:
    return (await resign(host, GUILD, (await start(host)).id, ADA)).id


async def test_of_all_who_claim_a_picture_one_gets_it_until_it_is_released(database: Database, host: Host) -> None:
    picture = GamePicture(await finished(host), "gif", 2)
    services = [open_host(database).games.picture_shares for _ in range(5)]
    assert sorted(await asyncio.gather(*(each.of(picture).claim() for each in services))) == [False] * 4 + [True]
    await services[0].of(picture).release()
    assert await services[1].of(picture).claim()
    for other in (GamePicture(picture.game_id, "png", 2), GamePicture(picture.game_id, "gif", 1)):
        assert await services[2].of(other).claim(), "another picture"


async def test_it_is_known_where_a_picture_was_posted_until_a_player_is_forgotten(host: Host) -> None:
    picture, shares = GamePicture(await finished(host), "gif", 2), host.games.picture_shares
    assert await shares.find(HERE, picture) is None
    assert await shares.of(picture).claim()
    await shares.of(picture).note_posted(Place(GUILD, HERE.channel_id, 12))
    place = await shares.find(HERE, picture)
    assert place is not None
    assert (place.channel_id, place.message_id) == (HERE.channel_id, 12)
    await host.members.privacy.forget(ADA)
    assert await shares.find(HERE, picture) is None
    assert not await shares.of(picture).claim()


async def test_of_all_who_claim_a_game_one_gets_it_until_it_is_released(database: Database, host: Host) -> None:
    game = await host.games.find(GUILD, await finished(host))
    shares = [await open_host(database).games.end_cards.share_of(game) for _ in range(5)]
    assert sorted(await asyncio.gather(*(each.claim() for each in shares))) == [False] * 4 + [True]
    await shares[0].release()
    assert not (await host.games.end_cards.find(game)).is_shared
    assert await shares[1].claim()
    await shares[1].note_posted(Place(GUILD, HERE.channel_id, 12))
    card = await host.games.end_cards.find(game)
    assert card.is_shared
    assert card.shared == Place(GUILD, HERE.channel_id, 12)


async def test_a_shared_game_keeps_its_story_when_the_share_is_released(host: Host) -> None:
    game = await host.games.find(GUILD, await finished(host))
    story = Story((Player.ONE,) * (game.ply + 1))
    await host.games.end_cards.note_story(game, story)
    share = await host.games.end_cards.share_of(game)
    assert await share.claim()
    await share.release()
    assert (await host.games.end_cards.find(game)).story == story
