"""Retries of displays that Discord rejected, at growing intervals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import pairwise

import pytest

from gridlock_host import Database, Game, Host, Sweeper
from gridlock_host.model.offer import OfferKind
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, Clock, propose, resign

MINUTES, HOURS, DAY = timedelta(minutes=10), timedelta(hours=2), timedelta(days=1)

PutOff = Callable[[], Awaitable[None]]
Refused = Callable[[Host], Awaitable[PutOff]]


@pytest.fixture
def sweeper(database: Database, host: Host, clock: Clock) -> Sweeper:
    return Sweeper(database, host.games, now=clock)


async def begin(host: Host) -> Game:
    """An open game without pending displays."""
    challenge = await propose(host)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    await host.challenges.note_shown(challenge)
    await host.games.note_shown(game, None)
    return game


async def finished(host: Host) -> Game:
    """A finished game without pending displays."""
    game = await resign(host, GUILD, (await begin(host)).id, ADA)
    await host.games.note_shown(game, None)
    return game


async def the_end_of_a_game(host: Host) -> PutOff:
    game = await resign(host, GUILD, (await begin(host)).id, ADA)
    return lambda: host.scheduler.outbox.put_off(game, since=game.changed_at)


async def a_call_in_a_game_without_a_clock(host: Host) -> PutOff:
    game = await begin(host)
    assert game.deadline is None
    return lambda: host.scheduler.outbox.put_off(game, since=game.changed_at)


async def the_end_of_a_challenge(host: Host) -> PutOff:
    challenge = await host.challenges.decline(GUILD, (await propose(host)).id, BOB)
    return lambda: host.scheduler.outbox.put_off(challenge, since=challenge.changed_at)


async def the_offer_of_a_rematch(host: Host) -> PutOff:
    game = await finished(host)
    await host.challenges.rematch.offer(GUILD, game.id, ADA, channel_id=CHANNEL)
    offer = await host.games.offers.find_open(game, OfferKind.REMATCH, ADA)
    assert offer is not None
    return lambda: host.scheduler.outbox.put_off(offer, since=offer.created_at)


async def the_board_of_a_finished_game(host: Host) -> PutOff:
    game = await finished(host)
    return lambda: host.scheduler.outbox.put_off_redraw(game, since=game.changed_at)


@pytest.mark.parametrize(
    "what",
    [
        the_end_of_a_game,
        a_call_in_a_game_without_a_clock,
        the_end_of_a_challenge,
        the_offer_of_a_rematch,
        the_board_of_a_finished_game,
    ],
)
async def test_refused_displays_are_retried_after_ten_minutes_and_finally_once_a_day(
    host: Host, sweeper: Sweeper, clock: Clock, what: Refused
) -> None:
    put_off = await what(host)
    begun = clock.time
    await put_off()
    tries = [begun]
    for step in [MINUTES] * 12 + [HOURS] * 24 + [DAY / 2] * 12:
        clock.time += step
        if await sweeper.find_unshown() or await sweeper.find_to_redraw():
            tries.append(clock.time)
            await put_off()
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[0] == MINUTES
    assert waits == sorted(waits)
    assert DAY <= waits[-1] <= DAY + HOURS
    assert len(tries) < 40
