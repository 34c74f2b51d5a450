"""Messages of offers between players: rematches and take-backs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

import discord

from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.messages.application_emoji import ApplicationEmoji
from cogs.messages.board import board_message
from cogs.messages.controls import AGREE, DISAGREE, REMATCH, Key, button
from cogs.messages.delivery import Messages, Undelivered, nonce_of
from cogs.messages.turn_notifier import mentions_for
from cogs.responder import log_follow_up_failure
from cogs.text.i18n import Languages, Words
from cogs.text.shared import game_title, link, mention
from gridlock_host import Game, Host, Place
from gridlock_host.errors import AlreadyOffered
from gridlock_host.model.offer import EndedOffer, Offer, OfferKind, OfferStatus
from gridlock_rules.wording import Phrase

_OVER: Final = Phrase("This offer is over.")


class OfferMessages:
    """Posts offers, and closes those that are over: without buttons, and with what became of them. It notifies nobody.

    The database stores which message holds the buttons, and since when its end has to be shown, so what was missed is
    made up for by the next change of the game or by a later sweep.

    Args:
        messages: Posts and edits messages.
        host: Finds offers and stores their messages.
        languages: The language of each server.
        emoji: What boards are drawn with.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages, emoji: ApplicationEmoji) -> None:
        self._emoji = emoji
        self._messages = messages
        self._host = host
        self._languages = languages
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, request: Request, game: Game, kind: OfferKind) -> None:
        """Answer with the offer that the person has just made. It notifies the opponent."""
        async with self._lock_of(game):
            offer = await self._host.games.offers.find_open(game, kind, request.user_id)
            nonce = None if offer is None else nonce_of(request.place, _name(offer))
            # Only the process that has stored an offer shows it, so it does so even if another one has answered.
            await self._answer(request, game, kind, only_as_response=False, nonce=nonce)

    async def post_again(self, request: Request, refusal: AlreadyOffered, kind: OfferKind) -> None:
        """Answer with an open offer whose message is gone.

        Raises:
            AlreadyOffered: The message still stands; this is the refusal that was passed in.
        """
        game = refusal.game
        async with self._lock_of(game):
            offer = await self._host.games.offers.find_open(game, kind, request.user_id)
            if offer is None or not await self._is_lost(game, offer):
                raise refusal
            await self._answer(request, game, kind)

    async def show(self, offer: Offer) -> None:
        """Show an offer that was stored but not shown, because of a failure in between; or its end."""
        with log_follow_up_failure(f"game {offer.game_id}"):
            game = await self._host.games.find(offer.guild_id, offer.game_id)
            async with self._lock_of(game):
                current = await self._host.games.offers.find_open(game, offer.kind, offer.by_id)
                if current is not None and current.place is None and current.unshown_since is not None:
                    await self._post_unshown(game, current)
                elif current is None or current.id != offer.id:
                    await self._host.games.offers.note_shown(offer)
                    await self.close_ended(game)

    async def note_answered(self, game: Game, place: Place | None) -> None:
        """Store which message has lost its buttons with the response to a press, and close what has kept them.

        Args:
            game: The game as it was answered.
            place: The message; None if the response has changed none.
        """
        with log_follow_up_failure(f"game {game.id}"):
            if place is not None:
                await self._host.games.offers.note_closed(place)
            await self.close_ended(game)

    async def close_ended(self, game: Game) -> None:
        """Close the offers that are over: those of a game as it stands, and of the game whose rematch it is.

        An edit that Discord has rejected is tried again.
        """
        for one in await self._host.games.offers.ended(game):
            if one.place is not None:
                await self._close(game, one.place, _what_became_of(one, game))

    async def close_again(self, game: Game) -> None:
        """Close what is still open of a finished game, because an edit was rejected or its rematch has begun."""
        await self.close_ended(game)
        if not await self._host.games.has_rematch(game) or await self.close_rematch(game):
            await self._host.scheduler.redraws.note_done(game)

    async def close_all(self, places: Iterable[Place]) -> None:
        """Close offers that are deleted from the database."""
        for place in places:
            await self._messages.edit(place, None, text=_OVER)

    async def close_pressed(self, request: Request, game: Game, kind: OfferKind, ply: int) -> None:
        """Close the offer whose button was pressed in vain, even if its message was not stored. A board stays."""
        source = request.source
        if source is not None and not source.is_layout and request.responder.is_attached:
            made = await self._host.games.offers.last_made(game, kind, ply)
            text = _OVER if made is None else _what_became_of(made, game)
            await self._close(game, request.message_place(source.id), text)

    async def close_rematch_before(self, rematch: Game) -> None:
        """Remove the rematch button from the board of the previous game, if this game is its rematch."""
        game = await self._host.games.game_before(rematch)
        if game is not None:
            await self.close_again(game)

    async def close_rematch(self, game: Game) -> bool:
        """Remove the rematch button from the board of a game, because the rematch has begun.

        Returns:
            Whether it is removed. An edit that Discord has rejected is tried again.
        """
        if game.place.message_id is None:
            return True
        words = await self._languages.of(game.place.guild_id)
        look = await self._languages.look_of(game.place.guild_id)
        card = await self._host.games.end_cards.find(game)
        emoji = self._emoji.current
        board = board_message(game, words, look=look, emoji=emoji, offers_rematch=False, card=card)
        failure = await self._messages.edit(game.place, board)
        if failure is Undelivered.REFUSED:
            await self._host.scheduler.redraws.schedule_button_removal(game)
        return failure is not Undelivered.REFUSED

    async def _answer(
        self,
        request: Request,
        game: Game,
        kind: OfferKind,
        *,
        only_as_response: bool = True,
        nonce: str | None = None,
    ) -> None:
        text, view, mentions = await self._message(game, kind, request.user_id)
        message_id = await request.responder.send(
            view, text=text, mentions=mentions, only_as_response=only_as_response, nonce=nonce
        )
        if message_id is not None:
            await self._note(game, kind, request.user_id, request.message_place(message_id))

    async def _post_unshown(self, game: Game, offer: Offer) -> None:
        text, view, mentions = await self._message(game, offer.kind, offer.by_id)
        posted = await self._messages.post(game.place, _name(offer), text=text, components=view, mentions=mentions)
        if posted is Undelivered.REFUSED:
            await self._host.games.offers.postpone_showing(offer)
        elif posted is Undelivered.GONE:
            await self._host.games.offers.note_shown(offer)
        else:
            await self._note(game, offer.kind, offer.by_id, posted)

    async def _message(
        self, game: Game, kind: OfferKind, by_id: int
    ) -> tuple[Phrase, Components, discord.AllowedMentions]:
        words = await self._languages.of(game.place.guild_id)
        text, view = (_rematch_offer if kind is OfferKind.REMATCH else _take_back_wish)(game, by_id, words)
        return text, view, await mentions_for(self._host, game.opponent_of(by_id))

    async def _is_lost(self, game: Game, offer: Offer) -> bool:
        """Return whether no message holds the buttons of an open offer, and no task is about to post one."""
        if offer.place is None:
            return not self._host.games.offers.is_being_shown(offer)
        _, view, _ = await self._message(game, offer.kind, offer.by_id)
        failure = await self._messages.edit(offer.place, view)
        current = await self._host.games.find(offer.guild_id, offer.game_id)
        if await self._host.games.offers.find_open(current, offer.kind, offer.by_id) is None:
            # It has ended since, and the edit may have brought its buttons back.
            made = await self._host.games.offers.last_made(game, offer.kind, offer.ply)
            await self._close(current, offer.place, _OVER if made is None else _what_became_of(made, current))
        return failure is Undelivered.GONE

    async def _note(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Store the message of an offer, and close it if the offer is over already."""
        with log_follow_up_failure(f"game {game.id}"):
            await self._host.games.offers.place(game, kind, by_id, place)
            await self.close_ended(await self._host.games.find(place.guild_id, game.id))

    def _lock_of(self, game: Game) -> asyncio.Lock:
        """Return the lock that lets only one task at a time post an offer of a game."""
        return self._locks.setdefault(game.id, asyncio.Lock())

    async def _close(self, game: Game, place: Place, text: Phrase) -> None:
        """Remove the buttons of an offer and say what became of it; if Discord rejects that, try it again later."""
        if await self._messages.edit(place, None, text=text) is Undelivered.REFUSED:
            await self._host.games.offers.postpone_closing(game, place)
        else:
            await self._host.games.offers.note_closed(place)


def _what_became_of(offer: EndedOffer, game: Game) -> Phrase:
    """Return what became of an offer that is over.

    Args:
        offer: The offer.
        game: Its game as it stands, or the rematch of its game.
    """
    title = game_title(replace(game, id=offer.game_id))
    if offer.kind is OfferKind.REMATCH:
        if offer.rematch is not None:
            return _rematch_begun(title, *offer.rematch)
        return _OVER if offer.status is not OfferStatus.LAPSED else _rematch_lapsed(title, offer.by_id)
    if offer.status is OfferStatus.OPEN or offer.status is OfferStatus.LAPSED:
        return Phrase(
            "{player} asked to take a move back in game {title}. The opponent did not answer in time, so the move is "
            "not taken back.",
            player=mention(offer.by_id),
            title=title,
        )
    return wish_answered(title, offer.by_id, agreed=offer.status is OfferStatus.ACCEPTED)


def wish_answered(title: str, by_id: int, *, agreed: bool) -> Phrase:
    """Return the answer to the wish of a player to take a move back in a game."""
    if not agreed:
        return Phrase("The move in game {title} is not taken back.", title=title)
    return Phrase("{player} took a move back in game {title}.", player=mention(by_id), title=title)


def _rematch_begun(title: str, rematch_id: int, board: Place) -> Phrase:
    return Phrase(
        "The rematch of game {title} has begun: it is game #{id}. {link}", title=title, id=rematch_id, link=link(board)
    )


def _rematch_lapsed(title: str, by_id: int) -> Phrase:
    return Phrase(
        "{player} offered a rematch of game {title}. The opponent did not answer within a day, so the offer is over.",
        player=mention(by_id),
        title=title,
    )


def _name(offer: Offer) -> str:
    """Return the name of the message of an offer; it differs between databases."""
    return f"offer {offer.id} {offer.created_at.isoformat()}"


def _rematch_offer(game: Game, by_id: int, words: Words) -> tuple[Phrase, Components]:
    """Return the text and the button of an offered rematch."""
    text = Phrase(
        "{opponent}, {player} offers you a rematch of game {title}.",
        opponent=mention(game.opponent_of(by_id)),
        player=mention(by_id),
        title=game_title(game),
    )
    return text, controls_below(button(REMATCH, Key(game.id, game.version), words))


def _take_back_wish(game: Game, by_id: int, words: Words) -> tuple[Phrase, Components]:
    """Return the text and the buttons of a wish to take the last move back."""
    text = Phrase(
        "{opponent}, {player} asks to take {move} back in game {title}: {link}",
        opponent=mention(game.opponent_of(by_id)),
        player=mention(by_id),
        move=game.moves[-1],
        title=game_title(game),
        link=link(game.place),
    )
    key = Key(game.id, game.ply)
    return text, controls_below(button(AGREE, key, words), button(DISAGREE, key, words))
