"""Bot game service: begins games against the bot, which accepts at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from gridlock_host.challenges.transactions import check_terms, draw_seats, start_bot_game
from gridlock_host.errors import NoSuchLevel, NoSwapWithBot
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.model.terms import Terms
from gridlock_host.storage.commit_recovery import commit_with_recovery
from gridlock_host.storage.database import Database
from gridlock_solver.levels import LEVELS


class BotGameService:
    """Begins games against the bot.

    Args:
        database: Where challenges and games are stored.
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
        terms: Terms,
        *,
        request_id: int,
        thread_of: int | None = None,
    ) -> Game:
        """Begin a game against the bot, to be shown in the channel of the request. The bot may be the one to move.

        Args:
            place: The server and channel of the request.
            player_id: The player.
            bot_id: The id of the bot itself.
            terms: The game, with one of the levels in `LEVELS`; `First.OPPONENT` is the bot.
            request_id: The id of the request; repeating it returns the same game.
            thread_of: The channel to which the place's channel belongs, if that is a thread.

        Raises:
            NoSuchLevel: The bot has no such level.
            NoSwapWithBot: The right to swap is for two people.
            UnknownVariant, UnsupportedSize, NoFairStarts: As for `transactions.check_terms`.
            ValueError: There is no level.
            WrongChannel: Games may not be started here.
            PlayerBanned: The player is banned from new games in this server.
            TooManyGames: The player has as many open games as this server allows.
        """
        if terms.level is None:
            raise ValueError("a game against the bot needs a level")
        if terms.level not in LEVELS:
            raise NoSuchLevel(terms.level, LEVELS)
        if terms.swap or terms.handicap:
            raise NoSwapWithBot
        check_terms(terms)
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
