"""The messages that hold the buttons of offers: there is one while an offer stands, and then it loses them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from cogs.components.offers import rematch_offer, wish
from cogs.messages.board import board_message
from cogs.messages.delivery import Messages, Undelivered, nonce_of, place_of
from cogs.messages.mentions import whoever_wants
from cogs.responder import Answer, following_an_answer
from cogs.text.i18n import Languages
from gridlock_host import Game, Host, Place
from gridlock_host.errors import AlreadyOffered
from gridlock_host.games.offer_store import Offer, OfferKind
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction


class OfferMessages:
    """Posts offers, and takes buttons away that would do nothing any more. Of the latter nobody is told.

    Which message holds the buttons is stored, so what was missed is made up for by the next change of the game, or,
    where it is over, by a later sweep.

    Args:
        messages: How earlier messages are changed.
        host: Where offers are found and their messages noted.
        languages: What each server is spoken to in.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._languages = languages
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, answer: Answer, interaction: AnyInteraction, game: Game, kind: OfferKind) -> None:
        """Answer with the offer that somebody has just made, which calls the opponent."""
        async with self._turn_of(game):
            offer = await self._host.games.offers.find_open(game, kind, interaction.user.id)
            nonce = None if offer is None else nonce_of(place_of(interaction), _name(offer))
            # Only the process that has stored an offer shows it, so it does so however Discord was answered.
            await self._answer(answer, interaction, game, kind, only_as_answer=False, nonce=nonce)

    async def post_again(
        self, answer: Answer, interaction: AnyInteraction, refusal: AlreadyOffered, kind: OfferKind
    ) -> None:
        """Answer with an offer that stands if its message is gone.

        Raises:
            AlreadyOffered: It is not: what was passed in.
        """
        game = refusal.game
        async with self._turn_of(game):
            offer = await self._host.games.offers.find_open(game, kind, interaction.user.id)
            if offer is None or not await self._is_lost(game, offer):
                raise refusal
            await self._answer(answer, interaction, game, kind)

    async def show(self, offer: Offer) -> None:
        """Post an offer in the game's channel that was stored and not shown, because something broke down between."""
        with following_an_answer(f"game {offer.game_id}"):
            game = await self._host.games.find(offer.guild_id, offer.game_id)
            async with self._turn_of(game):
                now = await self._host.games.offers.find_open(game, offer.kind, offer.by_id)
                if now is None:
                    await self._host.games.offers.note_shown(offer)
                elif now.unshown_since is not None:
                    await self._post_unanswered(game, now)

    async def _answer(  # how, too
        self,
        answer: Answer,
        interaction: AnyInteraction,
        game: Game,
        kind: OfferKind,
        *,
        only_as_answer: bool = True,
        nonce: str | None = None,
    ) -> None:
        by_id = interaction.user.id
        text, view, mentions = await self._message(game, kind, by_id)
        message_id = await answer.publicly(
            view, text=text, mentions=mentions, only_as_answer=only_as_answer, nonce=nonce
        )
        if message_id is not None:
            await self._note(game, kind, by_id, place_of(interaction, message_id))

    async def _post_unanswered(self, game: Game, offer: Offer) -> None:
        text, view, mentions = await self._message(game, offer.kind, offer.by_id)
        posted = await self._messages.post(game.place, _name(offer), text=text, view=view, mentions=mentions)
        if posted is Undelivered.REFUSED:
            await self._host.games.offers.put_off_showing(offer)
        elif posted is Undelivered.GONE:
            await self._host.games.offers.note_shown(offer)
        else:
            await self._note(game, offer.kind, offer.by_id, posted)

    async def _message(
        self, game: Game, kind: OfferKind, by_id: int
    ) -> tuple[Phrase, discord.ui.View, discord.AllowedMentions]:
        words = await self._languages.of(game.place.guild_id)
        text, view = (rematch_offer if kind is OfferKind.REMATCH else wish)(game, by_id, words)
        return text, view, await whoever_wants(self._host, game.opponent_of(by_id))

    async def _is_lost(self, game: Game, offer: Offer) -> bool:
        """Whether no message holds the buttons of an offer that stands, and nobody is about to post one."""
        if offer.place is None:
            return not self._host.games.offers.may_be_being_shown(offer)
        _, view, _ = await self._message(game, offer.kind, offer.by_id)
        return await self._messages.edit(offer.place, view) is Undelivered.GONE

    async def _note(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Note the message of an offer that has just been made, and close it where the offer is over already."""
        with following_an_answer(f"game {game.id}"):
            await self._host.games.offers.place(game, kind, by_id, place)
            await self.close_ended(await self._host.games.find(place.guild_id, game.id))

    def _turn_of(self, game: Game) -> asyncio.Lock:
        """What lets only one at a time post an offer of a game."""
        return self._turns.setdefault(game.id, asyncio.Lock())

    async def note_answered(self, place: Place) -> None:
        """Note that a message has lost its buttons with the answer to the press of one."""
        with following_an_answer(f"the offer in message {place.message_id}"):
            await self._host.games.offers.note_closed(place)

    async def close_ended(self, game: Game) -> bool:
        """Close the offers that are over: of a game as it stands, and of the one whose rematch it is.

        Returns:
            Whether all of them are closed. What Discord has refused is tried again.
        """
        closed = [await self._close(place) for place in await self._host.games.offers.ended(game)]
        return await self._or_later(game, closed=all(closed))

    async def close_again(self, game: Game) -> None:
        """Close what is still open of a finished game, because Discord has refused that, or its rematch has begun."""
        closed = await self.close_ended(game)
        if await self._host.games.has_rematch(game):
            closed = await self.close_rematch(game) and closed
        if closed:
            await self._host.scheduler.redraws.note_done(game)

    async def close_all(self, places: Iterable[Place]) -> None:
        """Close offers of which nothing is stored any more."""
        for place in places:
            await self._messages.edit(place, None)

    async def close_pressed(self, interaction: AnyInteraction) -> None:
        """Close the offer whose button was pressed in vain, also where its message was not noted; a board stays."""
        message = interaction.message
        if message is not None and not message.flags.components_v2 and Answer.to(interaction).is_attached:
            await self._close(place_of(interaction, message.id))

    async def close_rematch_before(self, rematch: Game) -> None:
        """Take the button for a rematch off the board of the game before, because it has begun, if it is one."""
        game = await self._host.games.game_before(rematch)
        if game is not None:
            await self.close_again(game)

    async def close_rematch(self, game: Game) -> bool:
        """Take the button for a rematch off the board of a game, because the rematch has begun.

        Returns:
            Whether that is done. What Discord has refused is tried again.
        """
        if game.place.message_id is None:
            return True
        words = await self._languages.of(game.place.guild_id)
        failure = await self._messages.edit(game.place, board_message(game, words, offers_rematch=False))
        return await self._or_later(game, closed=failure is not Undelivered.REFUSED)

    async def _close(self, place: Place) -> bool:
        if await self._messages.edit(place, None) is Undelivered.REFUSED:
            return False
        await self._host.games.offers.note_closed(place)
        return True

    async def _or_later(self, game: Game, *, closed: bool) -> bool:
        if not closed:
            await self._host.scheduler.redraws.close_buttons_later(game)
        return closed


def _name(offer: Offer) -> str:
    """What the message of an offer is called, in all stores that there may be."""
    return f"offer {offer.id} {offer.created_at.isoformat()}"
