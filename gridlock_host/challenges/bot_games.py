"""Games against the bot itself, which accepts at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import admission
from gridlock_host.challenges import store as challenge_store
from gridlock_host.challenges.transitions import MATCH_LENGTHS, draw_seats
from gridlock_host.errors import NoSuchLevel
from gridlock_host.games import match_store
from gridlock_host.games import store as game_store
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, First, Game, Place
from gridlock_host.servers import settings_store
from gridlock_host.storage.commit_recovery import store
from gridlock_host.storage.database import Database
from gridlock_rules import find_variant
from gridlock_solver.levels import LEVELS


class BotGameService:
    """Begins games against the bot.

    Args:
        database: Where challenges and games are kept.
        now: Tells the time, as an aware datetime.
        toss: Tosses a fair coin; True makes the player Player 1.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime], toss: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._toss = toss

    async def start(
        self,
        place: Place,
        player_id: int,
        bot_id: int,
        level: int,
        *,
        variant_key: str,
        size: int | None = None,
        first: First = First.RANDOM,
        per_move: timedelta | None = None,
        best_of: int = 1,
        request_id: int,
        thread_of: int | None = None,
    ) -> Game:
        """Begin a game against the bot, to be shown in the place's channel. The bot may be the one to move.

        Args:
            place: The server and channel in which the game is asked for.
            player_id: Who plays the bot.
            bot_id: The bot's own id.
            level: How well it plays: one of `LEVELS`.
            variant_key: Which of the registered variants.
            size: The side of the board; None for the size of the variant's own rule book.
            first: Who will be Player 1, in the first game if there are several; `First.OPPONENT` is the bot.
            per_move: The time that the player has for a move; None for no limit. The bot has no clock.
            best_of: How many games decide who wins: one of `MATCH_LENGTHS`.
            request_id: Identifies the request; repeating it gives the same game, not a second one.
            thread_of: The channel to which the place's channel belongs, if that is a thread.

        Raises:
            NoSuchLevel: There is no such level.
            UnknownVariant: There is no such variant.
            UnsupportedSize: The variant is not played on such a board.
            WrongChannel: Games may not be started here.
            KeptOut: The player is kept out of new games in this server.
            TooManyGames: The player has as many open ones as this server allows.
            ValueError: `best_of` is none of `MATCH_LENGTHS`.
        """
        if level not in LEVELS:
            raise NoSuchLevel(level, LEVELS)
        if best_of not in MATCH_LENGTHS:
            raise ValueError(f"a match has {MATCH_LENGTHS} games, not {best_of}")
        variant = find_variant(variant_key)
        challenge = Challenge(
            id=0,
            place=place,
            challenger_id=player_id,
            opponent_id=bot_id,
            variant_key=variant.key,
            size=variant.start(size).size,
            first=first,
            # So that a request that is repeated finds what it has led to.
            status=ChallengeStatus.ACCEPTED,
            created_at=self._now(),
            per_move=per_move,
            best_of=best_of,
        )
        begin = partial(
            _begin,
            challenge=challenge,
            bot_id=bot_id,
            level=level,
            seats=draw_seats(challenge, bot_id, self._toss),
            request_id=request_id,
            thread_of=thread_of,
        )
        return await store(self._database, begin, find=begin)


async def _begin(
    connection: AsyncConnection,
    challenge: Challenge,
    bot_id: int,
    level: int,
    *,
    seats: tuple[int, int],
    request_id: int,
    thread_of: int | None,
) -> Game:
    """Store a game against the bot; where this request has done so before, return what it has begun then."""
    place, player_id = challenge.place, challenge.challenger_id
    await settings_store.lock_server(connection, place.guild_id)
    made = await challenge_store.add_challenge(connection, challenge, request_id)
    if made is None:
        begun = await challenge_store.of_request(connection, request_id)
        return await game_store.of_challenge(connection, begun)
    # A refusal takes the challenge back.
    await admission.check_may_play_bot(connection, player_id, place, thread_of)
    match_id = await match_store.add_match(connection, place.guild_id, challenge.best_of)
    here = Place(place.guild_id, place.channel_id)
    game = NewGame.of_challenge(made, here, seats, made.created_at, match_id=match_id, bot=(bot_id, level))
    return await game_store.add_game(connection, game)
