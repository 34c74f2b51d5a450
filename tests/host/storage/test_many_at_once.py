"""Limits, repetitions and locks under many concurrent requests.

`hosts` share nothing but the database, as two processes do. `python -m races` tests pairs of actions on one game.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Sequence
from typing import Any

import pytest

from gridlock_host import Database, Game, Host, Person, Refusal
from gridlock_host.errors import (
    AlreadyBanned,
    OfferedElsewhere,
    PlayerBanned,
    TooManyChallenges,
    TooManyGames,
)
from gridlock_host.model.terms import Terms
from gridlock_host.servers.settings import SettingsChange
from gridlock_rules import RulesError
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    contents,
    leaderboard,
    lift_limits,
    new_request,
    open_host,
    propose,
    resign,
    start,
)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
async def hosts(request: pytest.FixtureRequest, database: Database) -> AsyncIterator[list[Host]]:
    others = [Database(database.url.render_as_string(hide_password=False)) for _ in range(request.param - 1)]
    yield [open_host(each) for each in (database, *others)]
    for other in others:
        await other.close()


async def at_once(requests: Sequence[Coroutine[Any, Any, Any]]) -> tuple[list[Any], Counter[type[BaseException]]]:
    """Run requests at once; what came of those that were granted, and how many were refused in which way."""
    done = await asyncio.gather(*requests, return_exceptions=True)
    errors = [one for one in done if isinstance(one, BaseException)]
    for error in errors:
        if not isinstance(error, Refusal | RulesError):
            raise error
    return [one for one in done if not isinstance(one, BaseException)], Counter(map(type, errors))


async def test_a_request_repeated_concurrently_makes_one_challenge(database: Database, hosts: list[Host]) -> None:
    request = new_request()
    granted, refusals = await at_once(
        [
            hosts[each % len(hosts)].challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=request)
            for each in range(12)
        ]
    )
    assert not refusals
    assert len(granted) == 12
    assert len(set(granted)) == 1
    assert len((await contents(database))["challenges"]) == 1


async def test_fifty_concurrent_writers_all_succeed(hosts: list[Host]) -> None:
    """None of them is told that the database is locked, or anything else than that it is done."""
    await lift_limits(hosts[0])

    async def one(number: int) -> Game:
        host = hosts[number % len(hosts)]
        game = await start(host, one=(ADA, BOB)[number % 2], two=CLEO)
        return await resign(host, GUILD, game.id, CLEO)

    granted, refusals = await at_once([one(number) for number in range(50)])
    assert len(granted) == 50
    assert not refusals
    assert await counted(hosts[0]) == (50, 50)


async def test_concurrent_accepts_keep_to_the_game_limit(
    hosts: list[Host],
) -> None:
    """It is Bob's limit in the one half, who accepts, and in the other Ada's, whose challenges are accepted."""
    await lift_limits(hosts[0])
    to_bob = [await propose(hosts[0], one=(ADA, CLEO)[number % 2]) for number in range(8)]
    by_ada = [await propose(hosts[0], two=(BOB, CLEO)[number % 2]) for number in range(8)]
    for challenges, busy in ((to_bob, BOB), (by_ada, ADA)):
        room = len(await hosts[0].games.open_for(GUILD, busy)) + 2
        await hosts[0].servers.settings.change(GUILD, MANAGER, SettingsChange(most_games=room))
        granted, refusals = await at_once(
            [
                hosts[number % len(hosts)].challenges.accept(GUILD, one.id, one.opponent_id or 0, channel_id=CHANNEL)
                for number, one in enumerate(challenges)
            ]
        )
        assert len(granted) == 2
        assert refusals == {TooManyGames: 6}
        assert len(await hosts[0].games.open_for(GUILD, busy)) == room
        for game in granted:
            await resign(hosts[0], GUILD, game.id, busy)


async def test_concurrent_challenges_keep_to_the_challenge_limit(hosts: list[Host]) -> None:
    granted, refusals = await at_once([propose(hosts[number % len(hosts)]) for number in range(10)])
    assert len(granted) == 3
    assert refusals == {TooManyChallenges: 7}
    assert await hosts[0].challenges.open_for(GUILD, ADA) == sorted(granted, key=lambda one: one.id)


async def test_concurrent_rematches_and_accepts_keep_to_the_game_limit(hosts: list[Host]) -> None:
    """Whichever comes first takes the last place."""
    await hosts[0].servers.settings.change(GUILD, MANAGER, SettingsChange(most_games=1))
    for _ in range(3):
        over = await resign(hosts[0], GUILD, (await start(hosts[0])).id, ADA)
        assert await hosts[0].challenges.rematch.offer(GUILD, over.id, ADA, channel_id=CHANNEL) is None
        challenge = await propose(hosts[0], one=CLEO)
        granted, refusals = await at_once(
            [
                hosts[0].challenges.rematch.offer(GUILD, over.id, BOB, channel_id=CHANNEL),
                hosts[-1].challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL),
            ]
        )
        assert len(granted) == 1
        assert refusals == {TooManyGames: 1}
        await resign(hosts[0], GUILD, granted[0].id, BOB)
        if not await hosts[0].games.has_rematch(over):
            # Otherwise the next offer of the two would be refused.
            late = await hosts[0].challenges.rematch.offer(GUILD, over.id, BOB, channel_id=CHANNEL)
            assert late is not None
            await resign(hosts[0], GUILD, late.id, BOB)


async def test_concurrent_presses_under_old_games_of_a_pair_offer_one_rematch(hosts: list[Host]) -> None:
    over = [await resign(hosts[0], GUILD, (await start(hosts[0])).id, ADA) for _ in range(5)]
    presses = [
        hosts[number % len(hosts)].challenges.rematch.offer(GUILD, game.id, player, channel_id=CHANNEL)
        for number, (game, player) in enumerate(zip(over, (ADA, BOB, ADA, BOB, ADA), strict=True))
    ]
    granted, refusals = await at_once(presses)
    assert granted == [None]
    assert refusals == {OfferedElsewhere: 4}
    assert len(await hosts[0].challenges.rematch.open_for(GUILD, ADA)) == 1


async def test_no_game_begins_after_a_confirmed_ban(hosts: list[Host]) -> None:
    """Of many bans at once one counts, and it is logged once."""
    await lift_limits(hosts[0])
    challenges = [await propose(hosts[0]) for _ in range(6)]

    async def ban(host: Host) -> int:
        await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
        return len(await host.games.open_for(GUILD, ADA))

    games_then, refusals = await at_once(
        [
            *(hosts[0].challenges.accept(GUILD, one.id, BOB, channel_id=CHANNEL) for one in challenges[:3]),
            ban(hosts[0]),
            ban(hosts[-1]),
            *(hosts[-1].challenges.accept(GUILD, one.id, BOB, channel_id=CHANNEL) for one in challenges[3:]),
        ]
    )
    assert refusals[AlreadyBanned] == 1
    started = [one for one in games_then if isinstance(one, Game)]
    assert len(started) + refusals[PlayerBanned] == 6
    assert [one for one in games_then if not isinstance(one, Game)] == [len(started)]
    assert len(await hosts[0].servers.moderation.log(GUILD, MANAGER, 10)) == 1


async def counted(host: Host) -> tuple[int, int]:
    records = [standing.record for standing in await leaderboard(host)]
    return sum(record.won for record in records), sum(record.lost for record in records)
