"""Challenges: proposing a game, and answering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.challenges import transitions as challenge_changes
from gridlock_host.challenges.bot_games import BotGameService
from gridlock_host.challenges.rematch import RematchService
from gridlock_host.challenges.transitions import MATCH_LENGTHS, draw_seats
from gridlock_host.errors import (
    CannotBeChallenged,
    ChallengeClosed,
    NoSuchChallenge,
    NotYourChallenge,
)
from gridlock_host.games.service import GameService
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, DeclineReason, First, Game, Person, Place
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.storage.commit_recovery import store
from gridlock_host.storage.database import Database
from gridlock_rules import find_variant
from gridlock_rules.wording import Phrase


class ChallengeService:
    """What players do with challenges.

    Args:
        database: Where challenges are kept.
        games: Finds games.
        now: Tells the time, as an aware datetime.
        toss: Tosses a fair coin; True makes the challenger Player 1.

    Attributes:
        bot_games: Games against the bot.
        rematch: Rematches of finished games.
    """

    def __init__(
        self, database: Database, games: GameService, *, now: Callable[[], datetime], toss: Callable[[], bool]
    ) -> None:
        self._database = database
        self._now = now
        self._toss = toss
        self.bot_games = BotGameService(database, now=now, toss=toss)
        self.rematch = RematchService(database, games, now=now)

    async def propose(
        self,
        place: Place,
        challenger_id: int,
        opponent: Person | None,
        *,
        variant_key: str,
        size: int | None = None,
        first: First = First.RANDOM,
        per_move: timedelta | None = None,
        best_of: int = 1,
        request_id: int,
        thread_of: int | None = None,
    ) -> Challenge:
        """Propose a game to somebody.

        The refusals are decided in this order: the opponent, the variant and its size, the channel, bans, blocks,
        open challenges, open games.

        Args:
            place: The server and channel in which the challenge is made.
            challenger_id: Who proposes.
            opponent: Who is asked; None for anybody in the server.
            variant_key: Which of the registered variants.
            size: The side of the board; None for the size of the variant's own rule book.
            first: Who will be Player 1, in the first game if there are several.
            per_move: The time for a move; None for no limit.
            best_of: How many games decide who wins: one of `MATCH_LENGTHS`.
            request_id: Identifies the request; repeating it gives the same challenge, not a second one.
            thread_of: The channel to which the place's channel belongs, if that is a thread.

        Raises:
            CannotBeChallenged: The opponent is the challenger, a bot, or not in the server.
            UnknownVariant: There is no such variant.
            UnsupportedSize: The variant is not played on such a board.
            WrongChannel: Games may not be started here.
            KeptOut: One of the two is kept out of new games in this server.
            Unwelcome: The opponent has blocked the challenger.
            OpponentIsBlocked: The challenger has blocked the opponent.
            TooManyChallenges: The challenger has as many open ones as this server allows.
            TooManyGames: The challenger has as many open ones as this server allows.
            ValueError: `best_of` is none of `MATCH_LENGTHS`.
        """
        if best_of not in MATCH_LENGTHS:
            raise ValueError(f"a match has {MATCH_LENGTHS} games, not {best_of}")
        if opponent is not None:
            _check_opponent(challenger_id, opponent)
        variant, now = find_variant(variant_key), self._now()
        challenge = Challenge(
            id=0,
            place=place,
            challenger_id=challenger_id,
            opponent_id=None if opponent is None else opponent.id,
            variant_key=variant.key,
            size=variant.start(size).size,
            first=first,
            status=ChallengeStatus.OPEN,
            created_at=now,
            per_move=per_move,
            best_of=best_of,
            expires_at=now + CHALLENGE_LIFETIME,
        )
        add = partial(challenge_changes.add, challenge=challenge, request_id=request_id, thread_of=thread_of)
        return await store(self._database, add, find=add)

    async def accept(
        self, guild_id: int, challenge_id: int, actor_id: int, *, channel_id: int, thread_of: int | None = None
    ) -> Game:
        """Accept a challenge and start its game, to be shown in `channel_id`.

        The refusals are decided in the order in which they are listed here.

        Raises:
            NoSuchChallenge: This server has no such challenge.
            ChallengeClosed: It was answered or cancelled before.
            NotYourChallenge: The actor is not the one who was challenged.
            CannotBeChallenged: It is the actor's own.
            WrongChannel: Games may not be started in this channel.
            KeptOut: One of the two is kept out of new games in this server.
            Unwelcome: The challenger has blocked the actor.
            TooManyGames: One of the two has as many open ones as this server allows.
        """
        challenge = await self._open_challenge(guild_id, challenge_id, actor_id)
        _check_may_accept(challenge, actor_id)
        accept = partial(
            challenge_changes.accept,
            challenge=challenge,
            opponent_id=actor_id,
            seats=draw_seats(challenge, actor_id, self._toss),
            here=Place(guild_id, channel_id),
            thread_of=thread_of,
            now=self._now,
        )
        find = partial(challenge_changes.find_accepted, challenge=challenge, opponent_id=actor_id)
        game = await store(self._database, accept, find)
        if game is None:
            raise ChallengeClosed(await self.find(guild_id, challenge_id), actor_id)
        return game

    async def decline(
        self, guild_id: int, challenge_id: int, actor_id: int, reason: DeclineReason | None = None
    ) -> Challenge:
        """Turn a challenge down, for a reason or without one.

        Raises:
            NoSuchChallenge, ChallengeClosed, NotYourChallenge: As for `accept`.
        """
        challenge = await self._open_challenge(guild_id, challenge_id, actor_id)
        if actor_id != challenge.opponent_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the player who was challenged"))
        return await self._close(challenge, actor_id, ChallengeStatus.DECLINED, reason)

    async def give_reason(self, guild_id: int, challenge_id: int, actor_id: int, reason: DeclineReason) -> Challenge:
        """Say why one has turned a challenge down.

        Raises:
            NoSuchChallenge: As for `accept`.
            NotYourChallenge: The actor is not the one who turned it down.
        """
        challenge = await self.find(guild_id, challenge_id)
        if challenge.status is not ChallengeStatus.DECLINED or actor_id != challenge.opponent_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the player who declined"))
        async with self._database.writing() as connection:
            await challenge_store.give_reason(connection, challenge.id, reason)
        return replace(challenge, decline_reason=reason)

    async def cancel(self, guild_id: int, challenge_id: int, actor_id: int) -> Challenge:
        """Withdraw a challenge.

        Raises:
            NoSuchChallenge, ChallengeClosed: As for `accept`.
            NotYourChallenge: The actor is not the challenger.
        """
        challenge = await self._open_challenge(guild_id, challenge_id, actor_id)
        if actor_id != challenge.challenger_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the challenger"))
        return await self._close(challenge, actor_id, ChallengeStatus.CANCELLED)

    async def find(self, guild_id: int, challenge_id: int) -> Challenge:
        """A challenge of this server, open or closed.

        Raises:
            NoSuchChallenge: This server has no such challenge.
        """
        async with self._database.reading() as connection:
            challenge = await challenge_store.load_challenge(connection, guild_id, challenge_id)
        if challenge is None:
            raise NoSuchChallenge
        return challenge

    async def open_for(self, guild_id: int, user_id: int) -> list[Challenge]:
        """The open challenges by or to this person in this server, the oldest first."""
        async with self._database.reading() as connection:
            return await challenge_store.open_challenges(connection, guild_id, user_id)

    async def open_to_anybody(self, guild_id: int) -> list[Challenge]:
        """The open challenges in this server that anybody may accept, the oldest first."""
        async with self._database.reading() as connection:
            return await challenge_store.open_challenges_to_anybody(connection, guild_id)

    async def note_shown(self, challenge: Challenge) -> None:
        """Note that a challenge is shown as it is in its message; not if that became known only meanwhile."""
        async with self._database.writing() as connection:
            await challenge_store.note_shown(connection, challenge)

    async def put_off_showing(self, challenge_id: int) -> None:
        """Note that a challenge, or what became of it, could not be shown, so that it is tried again in a while."""
        async with self._database.writing() as connection:
            await challenge_store.put_off_showing(connection, challenge_id, self._now())

    async def place(self, challenge_id: int, place: Place) -> None:
        """Note which message shows a challenge; where that is over already, it is still to be shown there."""
        async with self._database.writing() as connection:
            await challenge_store.place_challenge(connection, challenge_id, place, self._now())

    async def _open_challenge(self, guild_id: int, challenge_id: int, actor_id: int) -> Challenge:
        challenge = await self.find(guild_id, challenge_id)
        if challenge.status is not ChallengeStatus.OPEN:
            raise ChallengeClosed(challenge, actor_id)
        return challenge

    async def _close(
        self, challenge: Challenge, actor_id: int, status: ChallengeStatus, reason: DeclineReason | None = None
    ) -> Challenge:
        async def close(connection: AsyncConnection) -> bool:
            now = self._now()
            return await challenge_store.close_challenge(connection, challenge.id, status, now, reason=reason)

        find = partial(challenge_changes.find_closed, challenge=challenge, status=status)
        closed = await store(self._database, close, find)
        # Read anew, because the challenge may have been closed, or its message noted, in the meantime.
        challenge = await self.find(challenge.place.guild_id, challenge.id)
        if not closed:
            raise ChallengeClosed(challenge, actor_id)
        return challenge


def _check_may_accept(challenge: Challenge, actor_id: int) -> None:
    if challenge.opponent_id is None:
        if actor_id == challenge.challenger_id:
            raise CannotBeChallenged(Phrase("You cannot accept your own challenge; it takes two."))
    elif actor_id != challenge.opponent_id:
        raise NotYourChallenge(challenge, wanted=Phrase("the player who was challenged"))


def _check_opponent(challenger_id: int, opponent: Person) -> None:
    if opponent.id == challenger_id:
        raise CannotBeChallenged(Phrase("You cannot challenge yourself; it takes two."))
    if opponent.is_bot:
        raise CannotBeChallenged(Phrase("You cannot challenge another bot; name a person, or me."))
    if not opponent.is_member:
        raise CannotBeChallenged(Phrase("That person is not in this server, so they cannot be challenged here."))
