"""The limits of a whole bot: identifies, requests a second, refused requests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from local_discord import Limits, LocalDiscord
from local_discord.tests.support.scene import Clock
from local_discord.tests.support.socket import Socket, connected


@pytest.fixture
async def limited(clock: Clock) -> AsyncIterator[LocalDiscord]:
    """A server that enforces small limits."""
    limits = Limits(max_concurrency=2, session_starts=4, calls_per_second=3, invalid_calls=5)
    async with LocalDiscord(limits=limits, clock=clock) as server:
        yield server


async def _identify(socket: Socket, server: LocalDiscord, shard_id: int) -> int:
    """Identify a shard, and return the operation with which the gateway answers."""
    await socket.send(2, {"token": server.token, "intents": 0, "properties": {}, "shard": [shard_id, 8]})
    return int((await socket.receive())["op"])


async def _status(server: LocalDiscord, path: str = "/users/@me", method: str = "GET") -> int:
    headers = {"Authorization": f"Bot {server.token}"}
    url = f"{server.api_url}{path}"
    async with aiohttp.ClientSession() as session, session.request(method, url, headers=headers) as response:
        return response.status


async def test_an_identify_too_soon_in_the_same_slot_is_an_invalid_session(limited: LocalDiscord, clock: Clock) -> None:
    async with connected(limited) as first, connected(limited) as second, connected(limited) as third:
        assert [await _identify(first, limited, 0), await _identify(second, limited, 1)] == [0, 0]
        clock.advance(4.9)
        assert await _identify(third, limited, 2) == 9
        clock.advance(0.1)
        assert await _identify(third, limited, 2) == 0
    assert [one.was_early for one in limited.guard.identifies] == [False, False, True, False]


async def test_more_identifies_than_a_day_allows_end_all_sessions_and_reset_the_token(
    limited: LocalDiscord, clock: Clock
) -> None:
    token = limited.token
    async with connected(limited) as kept, connected(limited) as last:
        for number in range(3):
            async with connected(limited) as one:
                await _identify(one, limited, number)
            clock.advance(5)
        assert await _identify(kept, limited, 3) == 0
        clock.advance(5)
        assert limited.guard.to_json()["remaining"] == 0
        await last.send(2, {"token": token, "intents": 0, "properties": {}})
        assert [await last.close_code(), await kept.close_code()] == [4004, 4004]
    assert limited.token != token
    assert not limited.sessions


async def test_more_requests_than_a_second_allows_are_refused_unless_they_answer_interactions(
    limited: LocalDiscord, clock: Clock
) -> None:
    assert [await _status(limited) for _ in range(4)] == [200, 200, 200, 429]
    assert await _status(limited, "/webhooks/1/token", "POST") != 429
    clock.advance(1)
    assert await _status(limited) == 200
    assert limited.guard.most_calls == 4


async def test_too_many_refused_requests_ban_the_bot_for_ten_minutes(limited: LocalDiscord, clock: Clock) -> None:
    for _ in range(8):
        await _status(limited)
    assert limited.guard.invalid == 5
    clock.advance(590)
    assert await _status(limited) == 429
    clock.advance(610)
    assert await _status(limited) == 200
