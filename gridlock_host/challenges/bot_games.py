"""Bot game service: begins games against the bot, which accepts at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from gridlock_host.challenges.transactions import draw_seats, start_bot_game
from gridlock_host.errors import NoSuchLevel
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game, Place
from gridlock_host.model.terms import Terms
from gridlock_host.storage.commit_recovery import commit_with_recovery
from gridlock_host.storage.database import Database
from gridlock_solver.levels import LEVELS


class BotGameService:
    """Begins games against the bot."""

    def __init__(self, database: Database, *, now: Callable[[], datetime], toss: Callable[[], bool]) -> None:
        self._database = database
        self._now = now
        self._toss = toss

    async def start(
        self,
        place: Place,
        player_id: int,
        bot_id: int,
        terms: Terms,
        *,
        request_id: int,
        thread_of: int | None = None,
    ) -> Game:
        """Begin a game against the bot, to be shown in the channel of the request. The bot may be the one to move.

        A repeated request returns the same game.

        Raises:
            NoSuchLevel: The bot has no such level.
            UnknownVariant, UnsupportedSize, WrongChannel, PlayerBanned, TooManyGames: As for a challenge.
        """
        if terms.level is None:
            raise ValueError("a game against the bot needs a level")
        if terms.level not in LEVELS:
            raise NoSuchLevel(terms.level, LEVELS)
        terms.check()
        challenge = Challenge(
            id=0,
            place=place,
            challenger_id=player_id,
            opponent_id=bot_id,
            terms=terms,
            # It is stored as an accepted challenge, by which a repeated request is recognised.
            status=ChallengeStatus.ACCEPTED,
            created_at=self._now(),
        )
        start = partial(
            start_bot_game,
            challenge=challenge,
            seats=draw_seats(challenge, bot_id, self._toss),
            request_id=request_id,
            thread_of=thread_of,
        )
        return await commit_with_recovery(self._database, start, find=start)
