"""Offer service: open offers and their messages. `take_back` and `rematch` make and answer offers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from operator import attrgetter

from sqlalchemy import ColumnElement, and_, case, func, null, or_, select, true, update

from gridlock_host.games.live.lookup import read_game
from gridlock_host.games.live.open_games import OpenGames
from gridlock_host.games.offer_store import read_offers, select_offers
from gridlock_host.model.game import Game
from gridlock_host.model.messages.retry_times import SHOWN_WITHIN
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_host.model.place import Place
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import games, offers


class OfferService:
    """Finds offers and notes where they are shown. The services `take_back` and `rematch` make and answer them.

    Args:
        database: Where offers are stored.
        kept: The open games in memory.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, kept: OpenGames, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._kept = kept
        self._now = now

    async def find_open(self, game: Game, kind: OfferKind, by_id: int) -> Offer | None:
        """Return a player's open offer of this kind at the current ply of a game, if there is one."""
        if game.is_over and kind is OfferKind.TAKE_BACK:
            return None
        made = (offers.c.game_id == game.id, offers.c.kind == kind, offers.c.ply == game.ply, offers.c.by_id == by_id)
        return await self._last(offers.c.status == OfferStatus.OPEN, *made)

    async def place(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Note which message has the buttons of the offer that a player has just made.

        If the offer is over already, that has to be shown.
        """
        newest = select(func.max(offers.c.id)).where(
            offers.c.game_id == game.id, offers.c.kind == kind, offers.c.ply == game.ply, offers.c.by_id == by_id
        )
        unchanged = select(games.c.id).where(games.c.id == game.id, games.c.version == game.version).exists()
        is_open = and_(offers.c.status == OfferStatus.OPEN, unchanged)
        await self._database.execute(
            update(offers)
            .where(offers.c.id == newest.scalar_subquery())
            .values(
                channel_id=place.channel_id,
                message_id=place.message_id,
                unshown_since=case((is_open, null()), else_=self._now()),
            ),
            changes=[game.id],
        )

    def is_being_shown(self, offer: Offer) -> bool:
        """Whether the offer is so new that its message may just be on the way."""
        since = offer.unshown_since
        return since is not None and timedelta() <= self._now() - since < SHOWN_WITHIN

    async def note_shown(self, offer: Offer) -> None:
        """Note that an offer without a message no longer has to be shown."""
        has_none = offers.c.message_id.is_(None)
        noted = update(offers).where(offers.c.id == offer.id, has_none).values(unshown_since=None)
        await self._database.execute(noted, changes=())

    async def messages_of(self, user_id: int) -> list[Place]:
        """Return the messages with buttons of offers in all games of a person, in all servers."""
        plays = or_(games.c.player_one_id == user_id, games.c.player_two_id == user_id)
        statement = select(games.c.guild_id, offers.c.channel_id, offers.c.message_id, games.c.foreign_guild_id).join(
            games, games.c.id == offers.c.game_id
        )
        rows = await self._database.fetch(statement.where(plays, offers.c.message_id.is_not(None)))
        return [Place(row.guild_id, row.channel_id, row.message_id, row.foreign_guild_id) for row in rows]

    async def ended(self, game: Game) -> list[Offer]:
        """Return the offers that are over and still have buttons, in a game and in the one whose rematch it is.

        The next move, and the end of the game, end an offer to take a move back.
        """
        if not await self._has_messages(game):
            return []
        former = select(games.c.rematch_of).where(games.c.id == game.id)
        is_overtaken = and_(offers.c.kind == OfferKind.TAKE_BACK, true() if game.is_over else offers.c.ply != game.ply)
        statement = select_offers(
            or_(offers.c.game_id == game.id, offers.c.game_id == former.scalar_subquery()),
            offers.c.message_id.is_not(None),
            or_(offers.c.status != OfferStatus.OPEN, is_overtaken),
        )
        # Sorted here, for SQLite would make a temporary tree for the few offers.
        rows = await self._database.fetch(statement.order_by(None))
        return read_offers(sorted(rows, key=attrgetter("id"), reverse=True))

    async def last_made(self, game: Game, kind: OfferKind, ply: int) -> Offer | None:
        """Return the last offer of this kind at a ply of a game, open or over, if there was one."""
        made = (offers.c.game_id == game.id, offers.c.kind == kind, offers.c.ply == ply)
        return await self._last(*made)

    async def find(self, offer_id: int) -> Offer | None:
        """Return an offer, open or over; None if it was deleted."""
        return await self._last(offers.c.id == offer_id)

    async def note_closed(self, place: Place) -> None:
        """Note that the message of an offer has no buttons any more, or is deleted."""
        await self._database.execute(
            update(offers)
            .where(offers.c.message_id == place.message_id)
            .values(channel_id=None, message_id=None, unshown_since=None),
            changes=(),
        )

    async def _last(self, *conditions: ColumnElement[bool]) -> Offer | None:
        found = read_offers(await self._database.fetch(select_offers(*conditions)))
        return found[-1] if found else None

    async def _has_messages(self, game: Game) -> bool:
        """Whether there may be a message with buttons of an offer; mostly known without the database."""
        kept = self._kept.find(game.place.guild_id, game.id)
        if kept is not None and kept.has_offer_messages:
            # Perhaps that is just not known.
            await read_game(self._database, self._kept, game.id)
            kept = self._kept.find(game.place.guild_id, game.id)
        return kept is None or kept.has_offer_messages
