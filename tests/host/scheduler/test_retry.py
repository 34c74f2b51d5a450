"""What Discord refuses to show is tried again, less and less often: it counts what it has refused, from everybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import pairwise

import pytest

from gridlock_host import Database, Game, SessionManager, Sweeper
from gridlock_host.games.offer_store import OfferKind
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, Clock, propose

MINUTES, HOURS, DAY = timedelta(minutes=10), timedelta(hours=2), timedelta(days=1)

PutOff = Callable[[], Awaitable[None]]
Refused = Callable[[SessionManager], Awaitable[PutOff]]


@pytest.fixture
def sweeper(database: Database, sessions: SessionManager, clock: Clock) -> Sweeper:
    return Sweeper(database, sessions, now=clock)


async def begin(sessions: SessionManager) -> Game:
    """A game, of which everything is shown."""
    challenge = await propose(sessions)
    game = await sessions.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    await sessions.note_challenge_shown(challenge)
    await sessions.note_shown(game, None)
    return game


async def finished(sessions: SessionManager) -> Game:
    """A game that is over, of which everything is shown."""
    game = await sessions.resign(GUILD, (await begin(sessions)).id, ADA)
    await sessions.note_shown(game, None)
    return game


async def the_end_of_a_game(sessions: SessionManager) -> PutOff:
    game = await sessions.resign(GUILD, (await begin(sessions)).id, ADA)
    return lambda: sessions.put_off_showing(game)


async def a_call_in_a_game_without_a_clock(sessions: SessionManager) -> PutOff:
    game = await begin(sessions)
    assert game.deadline is None
    return lambda: sessions.put_off_showing(game)


async def the_end_of_a_challenge(sessions: SessionManager) -> PutOff:
    challenge = await sessions.decline(GUILD, (await propose(sessions)).id, BOB)
    return lambda: sessions.put_off_showing_challenge(challenge.id)


async def the_offer_of_a_rematch(sessions: SessionManager) -> PutOff:
    game = await finished(sessions)
    await sessions.offer_rematch(GUILD, game.id, ADA, channel_id=CHANNEL)
    offer = await sessions.open_offer(game, OfferKind.REMATCH, ADA)
    assert offer is not None
    return lambda: sessions.put_off_showing_offer(offer)


async def the_buttons_of_a_finished_game(sessions: SessionManager) -> PutOff:
    game = await finished(sessions)
    return lambda: sessions.close_buttons_later(game)


async def the_board_of_a_finished_game(sessions: SessionManager) -> PutOff:
    game = await finished(sessions)
    return lambda: sessions.draw_later(game)


@pytest.mark.parametrize(
    "what",
    [
        the_end_of_a_game,
        a_call_in_a_game_without_a_clock,
        the_end_of_a_challenge,
        the_offer_of_a_rematch,
        the_buttons_of_a_finished_game,
        the_board_of_a_finished_game,
    ],
)
async def test_what_is_refused_again_and_again_is_tried_after_ten_minutes_and_in_the_end_once_a_day(
    sessions: SessionManager, sweeper: Sweeper, clock: Clock, what: Refused
) -> None:
    put_off = await what(sessions)
    begun = clock.time
    await put_off()
    tries = [begun]
    for step in [MINUTES] * 12 + [HOURS] * 120:
        clock.time += step
        if await sweeper.find_unshown() or await sweeper.find_outdated():
            tries.append(clock.time)
            await put_off()
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[0] == MINUTES
    assert waits == sorted(waits)
    assert DAY <= waits[-1] <= DAY + HOURS
    assert len(tries) < 40
