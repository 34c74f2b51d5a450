"""Rematch service: offering another game after a finished one, declining or withdrawing that, and beginning it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import admission
from gridlock_host.errors import (
    AlreadyOffered,
    NotInThisGame,
    NotOfferedByYou,
    NotOver,
    NotYourOffer,
    OfferIsOver,
    PlayerIsGone,
    RematchBegan,
)
from gridlock_host.games import offer_store
from gridlock_host.games import store as game_store
from gridlock_host.games.service import GameService
from gridlock_host.model.game import Game
from gridlock_host.model.messages.retry_times import SHOWN_WITHIN
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_host.model.place import Place
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_game, lock_server


class RematchService:
    """Offers, declines and begins rematches.

    Args:
        database: Where games and offers are stored.
        games: Finds games.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, games: GameService, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._games = games
        self._now = now

    async def offer(
        self, guild_id: int, game_id: int, actor_id: int, *, channel_id: int, thread_of: int | None = None
    ) -> Game | None:
        """Offer a rematch of a finished game, or begin it if the opponent has offered it already.

        The other player moves first in it; all else is as before. The rematch of a match's game is a match. The bot
        always agrees.

        Returns:
            The new game; None until the opponent offers it too.

        Raises:
            NoSuchGame: This server has no such game.
            NotInThisGame: The actor did not play in it.
            PlayerIsGone: A player of the game has had their data deleted.
            NotOver: The game, or its match, goes on.
            RematchBegan: There has been a rematch already.
            WrongChannel: Games may not be started in this channel.
            PlayerBanned: One of the two is banned from new games in this server.
            ChallengeBlocked: The opponent has blocked the actor.
            OpponentIsBlocked: The actor has blocked the opponent.
            TooManyGames: The rematch would begin, but one of the two has as many open games as this server allows.
            AlreadyOffered: The actor has offered it before.
            OfferedElsewhere: A rematch of another game of the two is offered.
            TooManyChallenges: The actor has as many open challenges and offers as this server allows.
        """
        game = await self._finished(guild_id, game_id, actor_id)
        here = game.place.in_channel(channel_id)
        begun = None
        async with self._database.writing(changes=[game.id]) as connection:
            await lock_server(connection, guild_id)
            offered_by = await _load_offerers(connection, game)
            begins = bool(offered_by - {actor_id}) or game.bot_id is not None
            await admission.check_may_play_again(connection, game, actor_id, here, thread_of=thread_of, begins=begins)
            if actor_id in offered_by:
                # Checked last: a player who is refused for this may have lost the message, and then sees it again.
                raise AlreadyOffered(game)
            if begins:
                begun = await self._begin(connection, game, here)
            else:
                await admission.check_may_offer_again(connection, game, actor_id)
                await offer_store.add_offer(connection, game, OfferKind.REMATCH, actor_id, self._now())
        if begun is not None:
            self._games.changes.remember_new(begun, is_rematch=True)
        return begun

    async def begin_at_level(
        self, guild_id: int, game_id: int, actor_id: int, level: int, *, channel_id: int, thread_of: int | None = None
    ) -> Game:
        """Begin the rematch of a finished game against the bot at another of its levels, as a single game.

        Raises:
            ValueError: The game was between two people.
            NoSuchGame, NotInThisGame, PlayerIsGone, NotOver, RematchBegan: As for `offer`.
            WrongChannel, PlayerBanned, TooManyGames: As for `offer`.
        """
        game = await self._finished(guild_id, game_id, actor_id)
        if game.bot_id is None:
            raise ValueError("only the bot has levels")
        here = game.place.in_channel(channel_id)
        async with self._database.writing(changes=[game.id]) as connection:
            await lock_server(connection, guild_id)
            await _load_offerers(connection, game)
            await admission.check_may_play_again(connection, game, actor_id, here, thread_of=thread_of, begins=True)
            begun = await self._begin(connection, replace(game, match=None, level=level), here)
        self._games.changes.remember_new(begun, is_rematch=True)
        return begun

    async def decline(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """Decline the opponent's offer of a rematch. Either player can offer one again.

        Returns:
            The finished game.

        Raises:
            NoSuchGame, NotInThisGame, PlayerIsGone, RematchBegan: As for `offer`.
            NotYourOffer: The actor made the offer; the opponent has to answer it.
            OfferIsOver: There is no open offer.
        """
        return await self._close(guild_id, game_id, actor_id, OfferStatus.REFUSED)

    async def withdraw(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """Withdraw the actor's own offer of a rematch.

        Returns:
            The finished game.

        Raises:
            NoSuchGame, NotInThisGame, PlayerIsGone, RematchBegan: As for `offer`.
            NotOfferedByYou: The opponent made the offer.
            OfferIsOver: There is no open offer.
        """
        return await self._close(guild_id, game_id, actor_id, OfferStatus.WITHDRAWN)

    async def open_for(self, guild_id: int, user_id: int) -> list[tuple[Offer, Game]]:
        """Return the open offers by and to a person in a server, the oldest first, each with its finished game."""
        async with self._database.reading() as connection:
            return await offer_store.load_open_rematch_offers(connection, guild_id, user_id)

    async def _finished(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        """Return a game of the actor that can have a rematch."""
        game = await self._games.find(guild_id, game_id)
        _check_played(game, actor_id)
        if not game.is_over or await self._games.next_in_match(game) is not None:
            raise NotOver(game)
        return game

    async def _close(self, guild_id: int, game_id: int, actor_id: int, status: OfferStatus) -> Game:
        """Close an open offer: the opponent's as refused, or the actor's own as withdrawn."""
        game = await self._games.find(guild_id, game_id)
        _check_played(game, actor_id)
        async with self._database.writing(changes=[game.id]) as connection:
            await lock_server(connection, guild_id)
            offered_by = await _load_offerers(connection, game)
            if not offered_by:
                raise OfferIsOver(game)
            if (actor_id in offered_by) is (status is OfferStatus.REFUSED):
                raise NotYourOffer(game) if status is OfferStatus.REFUSED else NotOfferedByYou(game)
            await offer_store.close_offers(connection, game, OfferKind.REMATCH, status, self._now())
        return game

    async def _begin(self, connection: AsyncConnection, game: Game, here: Place) -> Game:
        await offer_store.close_offers(connection, game, OfferKind.REMATCH, OfferStatus.ACCEPTED, self._now())
        await connection.execute(game_store.schedule_button_removal(game, self._now() + SHOWN_WITHIN))
        match_id = None
        if game.match is not None:
            match_id = await game_store.add_match(connection, here.guild_id, game.match.best_of)
        match = None if match_id is None else (match_id, 1)
        rematch = NewGame.after(game, here, self._now(), match=match, is_rematch=True)
        return await game_store.add_game(connection, rematch)


def _check_played(game: Game, actor_id: int) -> None:
    if not game.has_player(actor_id):
        raise NotInThisGame(game)
    if game.has_deleted_player:
        raise PlayerIsGone(game)


async def _load_offerers(connection: AsyncConnection, game: Game) -> set[int]:
    """Return the players who have offered a rematch, unless it has begun or a player is gone."""
    if not await lock_game(connection, game):
        raise PlayerIsGone(game)
    begun = await game_store.load_rematch_of(connection, game.id)
    if begun is not None:
        raise RematchBegan(begun)
    return await offer_store.load_offerers(connection, game, OfferKind.REMATCH)
