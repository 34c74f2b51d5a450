"""Challenge transactions: making, accepting and closing a challenge, and finding out whether a commit succeeded."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import admission
from gridlock_host.challenges import store as challenge_store
from gridlock_host.errors import HandicapAlone, NoFairStarts
from gridlock_host.games import store as game_store
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.place import Place
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import First, Terms
from gridlock_host.storage.locks import lock_server


def draw_seats(challenge: Challenge, opponent_id: int, toss: Callable[[], bool]) -> tuple[int, int]:
    """Return the ids of the player who moves first and of the other one."""
    first = challenge.terms.first
    challenger_first = toss() if first is First.RANDOM else first is First.ME
    pair = (challenge.challenger_id, opponent_id)
    return pair if challenger_first else pair[::-1]


def check_terms(terms: Terms) -> None:
    """Refuse terms that no game can be played by.

    Raises:
        UnknownVariant, UnsupportedSize, ValueError: As for `Terms.check`.
        HandicapAlone: A handicap is chosen along with a start or the right to swap.
        NoFairStarts: There are no such starts on a board of this size.
    """
    terms.check()
    if terms.handicap and (terms.start is not None or terms.swap):
        raise HandicapAlone
    pools = [terms.starts(favours_first=favours_first) for favours_first in (True, False)]
    if terms.start_kind is not StartKind.PLAIN and not all(pools):
        raise NoFairStarts(terms.variant, terms.board_size)


async def add(
    connection: AsyncConnection, challenge: Challenge, *, request_id: int, thread_of: int | None
) -> Challenge:
    """Store a challenge and return it with its id; if the request is repeated, return the challenge it has made.

    Raises:
        Refusal: As for `admission.check_may_challenge`.
    """
    people = filter(None, (challenge.challenger_id, challenge.opponent_id))
    await lock_server(connection, challenge.place.guild_id, *people)
    made = await challenge_store.add_challenge(connection, challenge, request_id)
    if made is None:
        return await challenge_store.load_by_request(connection, request_id)
    # A refusal rolls the insert back.
    await admission.check_may_challenge(connection, made, thread_of)
    return made


async def start_bot_game(
    connection: AsyncConnection,
    challenge: Challenge,
    *,
    seats: tuple[int, int],
    request_id: int,
    thread_of: int | None,
) -> Game:
    """Store a game against the bot and return it; if the request is repeated, return the game it has begun.

    Raises:
        Refusal: As for `admission.check_may_play_bot`.
    """
    place = challenge.place
    await lock_server(connection, place.guild_id, challenge.challenger_id)
    made = await challenge_store.add_challenge(connection, challenge, request_id)
    if made is None:
        begun = await challenge_store.load_by_request(connection, request_id)
        return await game_store.load_game_of_challenge(connection, begun)
    # A refusal rolls the insert back.
    last_start = await admission.check_may_play_bot(connection, made, thread_of)
    return await _start(connection, made, place, seats, made.created_at, last_start)


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
    """Accept a challenge, store its game and return it; None if the challenge is not open any more.

    Raises:
        Refusal: As for `admission.check_may_accept`.
    """
    await lock_server(connection, here.guild_id, challenge.challenger_id, opponent_id)
    # The clock is read after the lock, which others may have held for a while.
    begun_at = now()
    if not await challenge_store.close_challenge(
        connection, challenge.id, ChallengeStatus.ACCEPTED, begun_at, opponent_id=opponent_id
    ):
        return None
    # A refusal rolls the closing back too.
    last_start = await admission.check_may_accept(connection, challenge, opponent_id, here.channel_id, thread_of)
    return await _start(connection, challenge, here, seats, begun_at, last_start)


async def find_accepted(connection: AsyncConnection, challenge: Challenge, opponent_id: int) -> Game | None:
    """Return the game that this opponent has begun by accepting a challenge, if they have."""
    current = await challenge_store.load_locked(connection, challenge)
    if current is None or current.status is not ChallengeStatus.ACCEPTED or current.opponent_id != opponent_id:
        return None
    return await game_store.load_game_of_challenge(connection, current)


async def find_closed(connection: AsyncConnection, challenge: Challenge, status: ChallengeStatus) -> bool | None:
    """Return True if a challenge now has this state, else None."""
    current = await challenge_store.load_locked(connection, challenge)
    return True if current is not None and current.status is status else None


async def _start(
    connection: AsyncConnection,
    challenge: Challenge,
    here: Place,
    seats: tuple[int, int],
    begun_at: datetime,
    last_start: str | None,
) -> Game:
    match_id = await game_store.add_match(connection, here.guild_id, challenge.terms.best_of)
    game = NewGame.of_challenge(challenge, here, seats, begun_at, match_id=match_id, last_start=last_start)
    return await game_store.add_game(connection, game)
