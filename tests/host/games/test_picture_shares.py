"""Shares of pictures: each picture is claimed once, also by several processes, and forgotten with a player's data."""

from __future__ import annotations

import asyncio

from gridlock_host import Database, Host, Place
from gridlock_host.games.picture_shares import GamePicture
from tests.host.support.host import ADA, GUILD, HERE, open_host, resign, start


async def finished(host: Host) -> int:
    return (await resign(host, GUILD, (await start(host)).id, ADA)).id


async def test_of_all_who_claim_a_picture_one_gets_it_until_it_is_released(database: Database, host: Host) -> None:
    picture = GamePicture(await finished(host), "gif", 2)
    services = [open_host(database).games.picture_shares for _ in range(5)]
    assert sorted(await asyncio.gather(*(each.claim(picture) for each in services))) == [False] * 4 + [True]
    await services[0].release(picture)
    assert await services[1].claim(picture)
    for other in (GamePicture(picture.game_id, "png", 2), GamePicture(picture.game_id, "gif", 1)):
        assert await services[2].claim(other), "another picture"


async def test_it_is_known_where_a_picture_was_posted_until_a_player_is_forgotten(host: Host) -> None:
    picture, shares = GamePicture(await finished(host), "gif", 2), host.games.picture_shares
    assert await shares.find(GUILD, picture) is None
    assert await shares.claim(picture)
    await shares.note_posted(picture, Place(GUILD, HERE.channel_id, 12))
    place = await shares.find(GUILD, picture)
    assert place is not None
    assert (place.channel_id, place.message_id) == (HERE.channel_id, 12)
    await host.members.privacy.forget(ADA)
    assert await shares.find(GUILD, picture) is None
    assert not await shares.claim(picture)
