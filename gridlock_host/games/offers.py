"""Offers between the players of a game: another game, or taking a move back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import admission
from gridlock_host.errors import (
    AlreadyOffered,
    NothingToTakeBack,
    NotInThisGame,
    NotOver,
    NotYourOffer,
    OfferIsOver,
    PlayerIsGone,
    RematchBegan,
    StaleBoard,
)
from gridlock_host.games import match_store, offer_store
from gridlock_host.games import store as game_store
from gridlock_host.games.offer_store import Offer, OfferKind, OfferStatus
from gridlock_host.games.service import GameSessions, check_takes_part
from gridlock_host.model.new_game import NewGame
from gridlock_host.model.snapshots import Game, Place
from gridlock_host.scheduler.redraw import look_at_buttons_again
from gridlock_host.servers import settings_store
from gridlock_host.storage.retry import SHOWN_WITHIN


class OfferSessions(GameSessions):
    """What the players of a game offer each other. The arguments are those of `SessionManager`."""

    async def offer_rematch(
        self, guild_id: int, game_id: int, actor_id: int, *, channel_id: int, thread_of: int | None = None
    ) -> Game | None:
        """Offer another game after a finished one, or begin it when the opponent has offered it already.

        The other player moves first in it; everything else is as it was. A rematch of a match's game is a match. The
        bot is always ready for one.

        Returns:
            The new game; None while the opponent has not offered it.

        Raises:
            NoSuchGame: This server has no such game.
            NotInThisGame: The actor did not play in it.
            PlayerIsGone: A player of the game has had their data deleted.
            NotOver: The game, or its match, goes on.
            RematchBegan: There has been a rematch already.
            WrongChannel: Games may not be started in this channel.
            KeptOut: One of the two is kept out of new games in this server.
            Unwelcome: The opponent has blocked the actor.
            OpponentIsBlocked: The actor has blocked the opponent.
            TooManyGames: The rematch would begin, but one of the two has as many open ones as this server allows.
            AlreadyOffered: The actor has offered it before.
        """
        game = await self.find_game(guild_id, game_id)
        _check_played(game, actor_id)
        if not game.is_over or await self.next_in_match(game) is not None:
            raise NotOver(game)
        here = Place(guild_id, channel_id)
        async with self._database.writing() as connection:
            await settings_store.lock_server(connection, guild_id)
            offered_by = await _who_offered_rematch(connection, game)
            begins = bool(offered_by - {actor_id}) or game.bot_id is not None
            await admission.check_may_play_again(connection, game, actor_id, here, thread_of=thread_of, begins=begins)
            if actor_id in offered_by:
                # Last, because whoever is refused for this may have lost the message, and is then shown it anew.
                raise AlreadyOffered(game)
            if begins:
                return await self._begin_rematch(connection, game, here)
            await offer_store.add_offer(connection, game, OfferKind.REMATCH, actor_id, self._now())
        return None

    async def _begin_rematch(self, connection: AsyncConnection, game: Game, here: Place) -> Game:
        await offer_store.close_offers(connection, game, OfferKind.REMATCH, OfferStatus.ACCEPTED)
        await look_at_buttons_again(connection, game, self._now() + SHOWN_WITHIN)
        match_id = None
        if game.match is not None:
            match_id = await match_store.add_match(connection, here.guild_id, game.match.best_of)
        match = None if match_id is None else (match_id, 1)
        rematch = NewGame.after(game, here, self._now(), match=match, is_rematch=True)
        return await game_store.add_game(connection, rematch)

    async def offer_take_back(
        self, guild_id: int, game_id: int, actor_id: int, *, seen_version: int | None = None
    ) -> Game:
        """Ask the opponent to let one's last move be taken back; valid until the next move.

        The bot is not asked: the actor's last move goes back at once, with the bot's answer if there is one already.
        A win of that game is noted as one with help.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: Who asks.
            seen_version: The version of the game on the board that the actor looked at; None when the request shows no
                board. It counts against the bot only, so that a press that comes twice takes one move back.

        Returns:
            The game; against the bot, without what was taken back.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `move`.
            PlayerIsGone: A player has had their data deleted meanwhile.
            NothingToTakeBack: The last move is not the actor's; or, against the bot, the actor has made none.
            AlreadyOffered: The actor has asked already.
            StaleBoard: Against the bot, the actor looked at an older board.
        """
        game = await self.find_own_game(guild_id, game_id, actor_id)
        if game.bot_id is not None:
            return await self._take_back_from_bot(game, actor_id, seen_version)
        if not game.moves or game.to_move_id == actor_id:
            raise NothingToTakeBack(game)
        async with self._database.writing() as connection:
            await _lock(connection, game)
            if await offer_store.offerers(connection, game, OfferKind.TAKE_BACK):
                raise AlreadyOffered(game)
            await offer_store.add_offer(connection, game, OfferKind.TAKE_BACK, actor_id, self._now())
        return game

    async def answer_take_back(
        self, guild_id: int, game_id: int, actor_id: int, *, seen_ply: int, agrees: bool
    ) -> Game:
        """Answer the opponent's wish to take a move back.

        Args:
            guild_id: The server in which the request was made.
            game_id: The game.
            actor_id: Who answers.
            seen_ply: The ply at which the opponent asked.
            agrees: Whether the move is taken back.

        Returns:
            The game, without the move if it was taken back.

        Raises:
            NoSuchGame, GameIsOver, NotInThisGame: As for `move`.
            OfferIsOver: A move was made since, or the wish was answered before.
            NotYourOffer: It is for the opponent to answer.
        """
        game = await self.find_own_game(guild_id, game_id, actor_id)
        if game.ply != seen_ply:
            raise OfferIsOver(game)
        if game.to_move_id != actor_id:
            raise NotYourOffer(game)
        if agrees:
            return await self._take_back(game, actor_id)
        async with self._database.writing() as connection:
            await _close_wish(connection, game, OfferStatus.REFUSED)
        return game

    async def _take_back_from_bot(self, game: Game, actor_id: int, seen_version: int | None) -> Game:
        """Remove the person's last move, and what the bot has answered."""

        def take_back(current: Game) -> Game:
            check_takes_part(current, actor_id)
            if seen_version not in (None, current.version):
                raise StaleBoard(current)
            if not current.moves_to_take_back:
                raise NothingToTakeBack(current)
            return replace(current.without_last_moves(self._now(), current.moves_to_take_back), helped=True)

        return await self.change(game.place.guild_id, game.id, take_back)

    async def place_offer(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Note which message holds the buttons of the offer that somebody has just made in a game."""
        async with self._database.writing() as connection:
            await offer_store.place_offer(connection, game, kind, by_id, place)

    async def open_offer(self, game: Game, kind: OfferKind, by_id: int) -> Offer | None:
        """Somebody's open offer in a game, if it has one as it stands."""
        if game.is_over and kind is OfferKind.TAKE_BACK:
            return None
        async with self._database.reading() as connection:
            return await offer_store.open_offer(connection, game, kind, by_id)

    def may_be_being_shown(self, offer: Offer) -> bool:
        """Whether whoever stored an offer without a known message may be just about to show it."""
        since = offer.unshown_since
        return since is not None and timedelta() <= self._now() - since < SHOWN_WITHIN

    async def note_offer_shown(self, offer: Offer) -> None:
        """Note that an offer is not to be shown any more, because it is over, or its channel is gone."""
        async with self._database.writing() as connection:
            await offer_store.note_shown(connection, offer)

    async def put_off_showing_offer(self, offer: Offer) -> None:
        """Note that an offer could not be shown, so that it is tried again in a while."""
        async with self._database.writing() as connection:
            await offer_store.put_off_showing(connection, offer, self._now())

    async def offers_around(self, user_id: int) -> list[Place]:
        """The messages that hold buttons of offers in games of a person, made by them or to them, in all servers."""
        async with self._database.reading() as connection:
            return await offer_store.messages_in_games_of(connection, user_id)

    async def ended_offers(self, game: Game) -> list[Place]:
        """The messages that hold buttons of offers which are over: of a game, and of the one whose rematch it is.

        A wish to take a move back is over with the next move, and with the game.
        """
        async with self._database.reading() as connection:
            return await offer_store.ended_offers(connection, game)

    async def game_before(self, rematch: Game) -> Game | None:
        """The game whose rematch this is, if it is one."""
        async with self._database.reading() as connection:
            return await game_store.game_before(connection, rematch.id)

    async def has_rematch(self, game: Game) -> bool:
        """Whether the rematch of a game has begun."""
        async with self._database.reading() as connection:
            return await game_store.rematch_of(connection, game.id) is not None

    async def note_offer_closed(self, place: Place) -> None:
        """Note that the message of an offer has lost its buttons, or is gone."""
        async with self._database.writing() as connection:
            await offer_store.note_closed(connection, place)

    async def _take_back(self, game: Game, actor_id: int) -> Game:
        """Remove the last move, and in the same transaction close the wish for it."""

        def take_back(current: Game) -> Game:
            check_takes_part(current, actor_id)
            if current.ply != game.ply:
                raise OfferIsOver(current)
            return current.without_last_moves(self._now())

        async def close_wish(connection: AsyncConnection) -> None:
            await _close_wish(connection, game, OfferStatus.ACCEPTED)
            # The game may come to its earlier plies again, but the wishes of then ended with the next move.
            await offer_store.lapse_offers(connection, game, OfferKind.TAKE_BACK)

        return await self.change(game.place.guild_id, game.id, take_back, alongside=close_wish)


def _check_played(game: Game, actor_id: int) -> None:
    if not game.has_player(actor_id):
        raise NotInThisGame(game)
    if game.has_deleted_player:
        raise PlayerIsGone(game)


async def _who_offered_rematch(connection: AsyncConnection, game: Game) -> set[int]:
    """Who has offered a rematch; refused where nobody has a say in that any more."""
    await _lock(connection, game)
    begun = await game_store.rematch_of(connection, game.id)
    if begun is not None:
        raise RematchBegan(begun)
    return await offer_store.offerers(connection, game, OfferKind.REMATCH)


async def _lock(connection: AsyncConnection, game: Game) -> None:
    if not await offer_store.lock_game(connection, game):
        raise PlayerIsGone(game)


async def _close_wish(connection: AsyncConnection, game: Game, status: OfferStatus) -> None:
    if not await offer_store.close_offers(connection, game, OfferKind.TAKE_BACK, status):
        raise OfferIsOver(game)
