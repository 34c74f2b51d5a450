"""Challenge service: proposing a game, and answering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, and_, bindparam, case, func, null, or_, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.challenges import transactions
from gridlock_host.challenges.bot_games import BotGameService
from gridlock_host.challenges.rematch import RematchService
from gridlock_host.challenges.store import read_challenges, select_challenges
from gridlock_host.errors import CannotBeChallenged, ChallengeClosed, NoSuchChallenge, NotYourChallenge
from gridlock_host.games.service import GameService
from gridlock_host.model.challenge import Challenge, ChallengeStatus, DeclineReason
from gridlock_host.model.game import Game
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO, Person
from gridlock_host.model.place import Place
from gridlock_host.model.terms import Terms
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.storage.commit_recovery import commit_with_recovery
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Statement, Step
from gridlock_host.storage.schema import challenges
from gridlock_rules.wording import Phrase

_ONE_CHALLENGE: Final = Statement(
    select_challenges(challenges.c.id == bindparam("challenge_id"), challenges.c.guild_id == bindparam("guild_id"))
)
_HAS_DELETED_PLAYER: Final = or_(
    challenges.c.challenger_id == DELETED_PLAYER_ONE, challenges.c.opponent_id == DELETED_PLAYER_TWO
)
_SHOWN: Final = Statement(
    update(challenges)
    .where(
        challenges.c.id == bindparam("row_id"),
        challenges.c.message_id.is_not_distinct_from(bindparam("shown_in", type_=BigInteger)),
    )
    .values(unshown_since=null(), message_id=case((_HAS_DELETED_PLAYER, null()), else_=challenges.c.message_id))
)


class ChallengeService:
    """What players do with challenges.

    Args:
        database: Where challenges are stored.
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
        self._games = games
        self.bot_games = BotGameService(database, now=now, toss=toss)
        self.rematch = RematchService(database, games, now=now)

    async def propose(
        self,
        place: Place,
        challenger_id: int,
        opponent: Person | None,
        terms: Terms,
        *,
        request_id: int,
        thread_of: int | None = None,
    ) -> Challenge:
        """Propose a game and return the challenge.

        Reasons to refuse are checked in this order: the opponent, the variant and its size, the channel, bans, blocks,
        open challenges, open games.

        Args:
            place: The server and channel of the request.
            challenger_id: The player who proposes.
            opponent: The player who is asked; None for anybody in the server.
            terms: The proposed game.
            request_id: The id of the request; repeating it returns the same challenge.
            thread_of: The channel to which the place's channel belongs, if that is a thread.

        Raises:
            CannotBeChallenged: The opponent is the challenger, a bot, or not in the server.
            UnknownVariant, UnsupportedSize, ValueError, NoFairStarts: As for `transactions.check_terms`.
            WrongChannel: Games may not be started here.
            PlayerBanned: One of the two is banned from new games in this server.
            ChallengeBlocked: The opponent has blocked the challenger.
            OpponentIsBlocked: The challenger has blocked the opponent.
            TooManyChallenges: The challenger has as many open challenges as this server allows.
            TooManyGames: The challenger has as many open games as this server allows.
        """
        if opponent is not None:
            _check_opponent(challenger_id, opponent)
        transactions.check_terms(terms)
        now = self._now()
        challenge = Challenge(
            id=0,
            place=place,
            challenger_id=challenger_id,
            opponent_id=None if opponent is None else opponent.id,
            terms=terms.settled(),
            status=ChallengeStatus.OPEN,
            created_at=now,
            expires_at=now + CHALLENGE_LIFETIME,
        )
        add = partial(transactions.add, challenge=challenge, request_id=request_id, thread_of=thread_of)
        return await commit_with_recovery(self._database, add, find=add)

    async def accept(
        self,
        guild_id: int,
        challenge_id: int,
        actor_id: int,
        *,
        channel_id: int,
        thread_of: int | None = None,
        found: Challenge | None = None,
    ) -> Game:
        """Accept a challenge and return its game, to be shown in `channel_id`.

        Reasons to refuse are checked in the order in which they are listed here.

        Args:
            guild_id: The server in which the request was made.
            challenge_id: The challenge.
            actor_id: The player who accepts.
            channel_id: The channel of the request.
            thread_of: The channel to which that channel belongs, if it is a thread.
            found: The challenge as the caller has just read it, which saves a second read.

        Raises:
            NoSuchChallenge: This server has no such challenge.
            ChallengeClosed: It was answered or cancelled before.
            NotYourChallenge: The actor is not the player who was challenged.
            CannotBeChallenged: It is the actor's own.
            WrongChannel: Games may not be started in this channel.
            PlayerBanned: One of the two is banned from new games in this server.
            ChallengeBlocked: The challenger has blocked the actor.
            TooManyGames: One of the two has as many open games as this server allows.
        """
        challenge = found
        if challenge is None or challenge.status is not ChallengeStatus.OPEN:
            challenge = await self._find_open(guild_id, challenge_id, actor_id)
        _check_may_accept(challenge, actor_id)
        accept = partial(
            transactions.accept,
            challenge=challenge,
            opponent_id=actor_id,
            seats=transactions.draw_seats(challenge, actor_id, self._toss),
            here=challenge.place.in_channel(channel_id),
            thread_of=thread_of,
            now=self._now,
        )
        find = partial(transactions.find_accepted, challenge=challenge, opponent_id=actor_id)
        game = await commit_with_recovery(self._database, accept, find)
        if game is None:
            raise ChallengeClosed(await self.find(guild_id, challenge_id), actor_id)
        self._games.changes.remember_new(game)
        return game

    async def decline(
        self, guild_id: int, challenge_id: int, actor_id: int, reason: DeclineReason | None = None
    ) -> Challenge:
        """Decline a challenge, with or without a reason.

        Raises:
            NoSuchChallenge, ChallengeClosed, NotYourChallenge: As for `accept`.
        """
        challenge = await self._find_open(guild_id, challenge_id, actor_id)
        if actor_id != challenge.opponent_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the player who was challenged"))
        return await self._close(challenge, actor_id, ChallengeStatus.DECLINED, reason)

    async def give_reason(self, guild_id: int, challenge_id: int, actor_id: int, reason: DeclineReason) -> Challenge:
        """Add the reason to a declined challenge.

        Raises:
            NoSuchChallenge: As for `accept`.
            NotYourChallenge: The actor is not the player who declined it.
        """
        challenge = await self.find(guild_id, challenge_id)
        if challenge.status is not ChallengeStatus.DECLINED or actor_id != challenge.opponent_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the player who declined"))
        is_declined = and_(challenges.c.id == challenge.id, challenges.c.status == ChallengeStatus.DECLINED)
        await self._database.execute(update(challenges).where(is_declined).values(decline_reason=reason))
        return replace(challenge, decline_reason=reason)

    async def cancel(self, guild_id: int, challenge_id: int, actor_id: int) -> Challenge:
        """Withdraw a challenge.

        Raises:
            NoSuchChallenge, ChallengeClosed: As for `accept`.
            NotYourChallenge: The actor is not the challenger.
        """
        challenge = await self._find_open(guild_id, challenge_id, actor_id)
        if actor_id != challenge.challenger_id:
            raise NotYourChallenge(challenge, wanted=Phrase("the challenger"))
        return await self._close(challenge, actor_id, ChallengeStatus.CANCELLED)

    async def find(self, guild_id: int, challenge_id: int) -> Challenge:
        """Return a challenge of this server, open or closed.

        Raises:
            NoSuchChallenge: This server has no such challenge.
        """
        # A snapshot has nothing of what is written late.
        values = {"challenge_id": challenge_id, "guild_id": guild_id}
        found = read_challenges(await self._database.fetch_compiled(_ONE_CHALLENGE, values, flushes=False))
        if not found:
            raise NoSuchChallenge
        return found[0]

    async def open_for(self, guild_id: int, user_id: int) -> list[Challenge]:
        """Return the open challenges by or to this person in this server, the oldest first."""
        is_open = and_(challenges.c.guild_id == guild_id, challenges.c.status == ChallengeStatus.OPEN)
        ids = select(challenges.c.id).where(is_open)
        # Each side has an index of its own.
        sides = (challenges.c.challenger_id, challenges.c.opponent_id)
        return await self._select(challenges.c.id.in_(union_all(*(ids.where(side == user_id) for side in sides))))

    async def open_to_anybody(self, guild_id: int) -> list[Challenge]:
        """Return the open challenges in this server that anybody may accept, the oldest first."""
        is_open = and_(challenges.c.guild_id == guild_id, challenges.c.status == ChallengeStatus.OPEN)
        return await self._select(is_open, challenges.c.opponent_id.is_(None))

    async def place(self, challenge_id: int, place: Place) -> None:
        """Note which message shows a challenge; if it is closed by now, that still has to be shown there."""
        is_open = challenges.c.status == ChallengeStatus.OPEN
        unshown_since = case((is_open, null()), else_=func.coalesce(challenges.c.unshown_since, self._now()))
        await self._database.execute(
            update(challenges)
            .where(challenges.c.id == challenge_id)
            .values(channel_id=place.channel_id, message_id=place.message_id, unshown_since=unshown_since)
        )

    async def note_shown(self, challenge: Challenge) -> None:
        """Note that a challenge is shown as it is; if a player was deleted, forget the message.

        If another message is known by now than when the challenge was read, it still has to be shown there.
        """
        values = {"row_id": challenge.id, "shown_in": challenge.place.message_id}
        self._database.write_later(Step(_SHOWN, values))

    async def is_unshown(self, challenge: Challenge) -> bool:
        """Whether the last change of a challenge is not shown yet."""
        unshown = select(challenges.c.id).where(
            challenges.c.id == challenge.id, challenges.c.unshown_since.is_not(None)
        )
        return bool(await self._database.fetch(unshown))

    async def _select(self, *conditions: ColumnElement[bool]) -> list[Challenge]:
        return read_challenges(await self._database.fetch(select_challenges(*conditions)))

    async def _find_open(self, guild_id: int, challenge_id: int, actor_id: int) -> Challenge:
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

        find = partial(transactions.find_closed, challenge=challenge, status=status)
        closed = await commit_with_recovery(self._database, close, find)
        # Another request may have closed the challenge, or noted its message, in the meantime.
        current = await self.find(challenge.place.guild_id, challenge.id)
        if not closed:
            raise ChallengeClosed(current, actor_id)
        return current


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
        raise CannotBeChallenged(Phrase("You cannot challenge another bot. Choose a person, or me."))
    if not opponent.is_member:
        raise CannotBeChallenged(Phrase("That person is not in this server. You can challenge only its members."))
