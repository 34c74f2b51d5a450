"""Open offers between the players of a game, and the messages that show them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from gridlock_host.games import offer_store
from gridlock_host.games.offer_store import Offer, OfferKind
from gridlock_host.model.snapshots import Game, Place
from gridlock_host.storage.database import Database
from gridlock_host.storage.retry import SHOWN_WITHIN


class OfferService:
    """Finds offers and notes where they are shown. `take_back` and `rematch` make and answer them.

    Args:
        database: Where offers are kept.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def place(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Note which message holds the buttons of the offer that somebody has just made in a game."""
        async with self._database.writing() as connection:
            await offer_store.place_offer(connection, game, kind, by_id, place)

    async def find_open(self, game: Game, kind: OfferKind, by_id: int) -> Offer | None:
        """Somebody's open offer in a game, if it has one as it stands."""
        if game.is_over and kind is OfferKind.TAKE_BACK:
            return None
        async with self._database.reading() as connection:
            return await offer_store.open_offer(connection, game, kind, by_id)

    def may_be_being_shown(self, offer: Offer) -> bool:
        """Whether whoever stored an offer without a known message may be just about to show it."""
        since = offer.unshown_since
        return since is not None and timedelta() <= self._now() - since < SHOWN_WITHIN

    async def note_shown(self, offer: Offer) -> None:
        """Note that an offer is not to be shown any more, because it is over, or its channel is gone."""
        async with self._database.writing() as connection:
            await offer_store.note_shown(connection, offer)

    async def put_off_showing(self, offer: Offer) -> None:
        """Note that an offer could not be shown, so that it is tried again in a while."""
        async with self._database.writing() as connection:
            await offer_store.put_off_showing(connection, offer, self._now())

    async def messages_around(self, user_id: int) -> list[Place]:
        """The messages that hold buttons of offers in games of a person, made by them or to them, in all servers."""
        async with self._database.reading() as connection:
            return await offer_store.messages_in_games_of(connection, user_id)

    async def ended(self, game: Game) -> list[Place]:
        """The messages that hold buttons of offers which are over: of a game, and of the one whose rematch it is.

        A wish to take a move back is over with the next move, and with the game.
        """
        async with self._database.reading() as connection:
            return await offer_store.ended_offers(connection, game)

    async def note_closed(self, place: Place) -> None:
        """Note that the message of an offer has lost its buttons, or is gone."""
        async with self._database.writing() as connection:
            await offer_store.note_closed(connection, place)
