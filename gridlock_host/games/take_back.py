"""Take-back service: asking the opponent to take a move back, answering, and taking back against the bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import (
    AlreadyOffered,
    NothingToTakeBack,
    NotYourOffer,
    OfferIsOver,
    PlayerIsGone,
    StaleBoard,
)
from gridlock_host.games import offer_store
from gridlock_host.games.changes import GameChanges, check_takes_part
from gridlock_host.model.game import Game
from gridlock_host.model.offer import OfferKind, OfferStatus
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_game


class TakeBackService:
    """Offers and answers take-backs.

    Args:
        database: Where offers are stored.
        changes: Loads games and stores their changes.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, changes: GameChanges, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._changes = changes
        self._now = now

    async def offer(self, guild_id: int, game_id: int, actor_id: int, *, seen_version: int | None = None) -> Game:
        """Ask the opponent to let the actor's last move be taken back; the offer lasts until the next move.

        The bot is not asked: the actor's last move is taken back at once, along with the bot's answer if there is one.
        A later win of that game counts as one with help.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: The player who asks.
            seen_version: The version of the game on the board that the actor saw; None if the request shows no board.
                It is checked against the bot only, so that a doubled press takes one move back.

        Returns:
            The game; against the bot, without the moves that were taken back.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `GameService.move`.
            PlayerIsGone: A player has had their data deleted since.
            NothingToTakeBack: The last move is not the actor's; or, against the bot, the actor has not moved.
            AlreadyOffered: The actor has asked already.
            StaleBoard: Against the bot, the actor saw an older board.
        """
        game = await self._find_own(guild_id, game_id, actor_id)
        if game.bot_id is not None:
            return await self._take_back_against_bot(game, actor_id, seen_version)
        if not game.moves_to_take_back or game.to_move_id == actor_id:
            raise NothingToTakeBack(game)
        async with self._database.writing(changes=[game.id]) as connection:
            if not await lock_game(connection, game):
                raise PlayerIsGone(game)
            if await offer_store.load_offerers(connection, game, OfferKind.TAKE_BACK):
                raise AlreadyOffered(game)
            await offer_store.add_offer(connection, game, OfferKind.TAKE_BACK, actor_id, self._now())
        return game

    async def answer(self, guild_id: int, game_id: int, actor_id: int, *, seen_ply: int, agrees: bool) -> Game:
        """Answer the opponent's offer to take a move back.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: The player who answers.
            seen_ply: The ply at which the opponent asked.
            agrees: Whether the move is taken back.

        Returns:
            The game, without the move if it was taken back.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `GameService.move`.
            OfferIsOver: A move was made since, or the offer was answered before.
            NotYourOffer: The opponent has to answer it.
        """
        game = await self._find_own(guild_id, game_id, actor_id)
        if game.ply != seen_ply or game.has_just_swapped:
            raise OfferIsOver(game)
        if game.to_move_id != actor_id:
            raise NotYourOffer(game)
        if agrees:
            return await self._take_back(game, actor_id)
        async with self._database.writing(changes=[game.id]) as connection:
            await _close_offer(connection, game, OfferStatus.REFUSED, self._now())
        return game

    async def _take_back_against_bot(self, game: Game, actor_id: int, seen_version: int | None) -> Game:
        """Remove the player's last move and the bot's answer to it."""

        def take_back(current: Game) -> Game:
            check_takes_part(current, actor_id)
            if seen_version not in (None, current.version):
                raise StaleBoard(current)
            if not current.moves_to_take_back:
                raise NothingToTakeBack(current)
            return replace(current.without_last_moves(self._now(), current.moves_to_take_back), helped=True)

        return await self._changes.change(game.place.guild_id, game.id, take_back, found=game)

    async def _take_back(self, game: Game, actor_id: int) -> Game:
        """Remove the last move, and close the offer in the same transaction."""

        def take_back(current: Game) -> Game:
            check_takes_part(current, actor_id)
            if current.ply != game.ply or current.has_just_swapped:
                raise OfferIsOver(current)
            return current.without_last_moves(self._now())

        async def close_offer(connection: AsyncConnection) -> None:
            await _close_offer(connection, game, OfferStatus.ACCEPTED, self._now())
            # The game can come to its earlier plies again, but the offers made there ended with the next move.
            await offer_store.lapse_offers(connection, game, OfferKind.TAKE_BACK, self._now())

        return await self._changes.change(game.place.guild_id, game.id, take_back, found=game, alongside=close_offer)

    async def _find_own(self, guild_id: int, game_id: int, actor_id: int) -> Game:
        game = await self._changes.find(guild_id, game_id)
        check_takes_part(game, actor_id)
        return game


async def _close_offer(connection: AsyncConnection, game: Game, status: OfferStatus, closed_at: datetime) -> None:
    if not await offer_store.close_offers(connection, game, OfferKind.TAKE_BACK, status, closed_at):
        raise OfferIsOver(game)
