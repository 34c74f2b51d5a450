"""Challenges that are made, accepted and closed in the store, each with all that it entails, and found again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import admission
from gridlock_host.challenges import store as challenge_store
from gridlock_host.games import match_store
from gridlock_host.games import store as game_store
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, First, Game, Place
from gridlock_host.servers.settings_store import lock_server

MATCH_LENGTHS: Final = (1, 3, 5, 7)


def draw_seats(challenge: Challenge, opponent_id: int, toss: Callable[[], bool]) -> tuple[int, int]:
    """Return the ids of both players, the one who moves first before the other."""
    challenger_first = toss() if challenge.first is First.RANDOM else challenge.first is First.ME
    pair = (challenge.challenger_id, opponent_id)
    return pair if challenger_first else pair[::-1]


async def add(
    connection: AsyncConnection, challenge: Challenge, *, request_id: int, thread_of: int | None
) -> Challenge:
    """Store a challenge and return it with its id; where this request has done so before, what it has made then.

    Raises:
        Refusal: As for `admission.check_may_challenge`.
    """
    await lock_server(connection, challenge.place.guild_id)
    made = await challenge_store.add_challenge(connection, challenge, request_id)
    if made is None:
        return await challenge_store.of_request(connection, request_id)
    # A refusal takes the challenge back.
    await admission.check_may_challenge(connection, made, thread_of)
    return made


async def accept(
    connection: AsyncConnection,
    challenge: Challenge,
    opponent_id: int,
    *,
    seats: tuple[int, int],
    here: Place,
    thread_of: int | None,
    now: Callable[[], datetime],
) -> Game | None:
    """Accept a challenge and store its game; None when the challenge is not open any more.

    Raises:
        Refusal: As for `admission.check_may_accept`.
    """
    await lock_server(connection, here.guild_id)
    # Only now, because others may have kept the server locked for a while.
    begun_at = now()
    if not await challenge_store.close_challenge(
        connection, challenge.id, ChallengeStatus.ACCEPTED, begun_at, opponent_id=opponent_id
    ):
        return None
    # A refusal takes the closing back along with everything else.
    await admission.check_may_accept(connection, challenge, opponent_id, here.channel_id, thread_of)
    match_id = await match_store.add_match(connection, here.guild_id, challenge.best_of)
    game = NewGame.of_challenge(challenge, here, seats, begun_at, match_id=match_id)
    return await game_store.add_game(connection, game)


async def find_accepted(connection: AsyncConnection, challenge: Challenge, opponent_id: int) -> Game | None:
    """The game that somebody has begun by accepting a challenge, if they have."""
    now = await challenge_store.lock_challenge(connection, challenge)
    if now is None or now.status is not ChallengeStatus.ACCEPTED or now.opponent_id != opponent_id:
        return None
    return await game_store.of_challenge(connection, now)


async def find_closed(connection: AsyncConnection, challenge: Challenge, status: ChallengeStatus) -> bool | None:
    """True if a challenge has come to be closed in this way, else None."""
    now = await challenge_store.lock_challenge(connection, challenge)
    return True if now is not None and now.status is status else None
