"""Messages of offers between players: rematches and take-backs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import discord

from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.discord_api.messages import NO_MENTIONS
from cogs.messages.boards.board import board_message
from cogs.messages.controls import AGREE, DECLINE_REMATCH, DISAGREE, REMATCH, WITHDRAW, Key, button
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.messages.sending.delivery import Messages, Undelivered
from cogs.messages.sending.outbox import Outbox, Renderer, Wanted
from cogs.messages.sync.turn_notifier import mentions_for
from cogs.responder import log_follow_up_failure
from cogs.text.i18n import Languages, Words
from cogs.text.shared import game_title, link, mention
from gridlock_host import Game, Host, Place
from gridlock_host.errors import AlreadyOffered
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_rules.wording import Phrase

OFFER_IS_OVER: Final = Phrase("This offer is over.")


@dataclass(frozen=True, slots=True)
class _Made:
    """An offer with its game, or with the rematch of its game."""

    offer: Offer
    game: Game

    @property
    def place(self) -> Place:
        return self.offer.place or replace(self.game.place, message_id=None)

    @property
    def is_over(self) -> bool:
        return self.offer.is_over(self.game)


class OfferMessages:
    """Posts offers, and closes those that are over: without buttons, and with what became of them. It notifies nobody.

    The database stores which message holds the buttons, and since when its end has to be shown, so what was missed is
    made up for by the next change of the game or by a later sweep.

    Args:
        messages: Posts and edits messages.
        host: Finds offers and stores their messages.
        languages: The language of each server.
        emoji: What boards are drawn with.
        outbox: Shows one change of an offer at a time.
    """

    def __init__(
        self, messages: Messages, host: Host, languages: Languages, emoji: ApplicationEmoji, outbox: Outbox
    ) -> None:
        self._emoji = emoji
        self._messages = messages
        self._host = host
        self._languages = languages
        self._outbox = outbox
        self._renderer = _OfferRenderer(host, languages)

    async def post(self, request: Request, game: Game, kind: OfferKind) -> None:
        """Answer with the offer that the person has just made. It notifies the opponent."""
        offer = await self._host.games.offers.last_made(game, kind, game.ply)
        if offer is not None:
            made = _Made(offer, game)
            async with self._outbox.turn(self._renderer.name(made)):
                # Only the process that has stored an offer shows it, so it does so even if another one has answered.
                await self._outbox.answer(request, made, self._renderer, only_as_response=False)

    async def post_again(self, request: Request, refusal: AlreadyOffered, kind: OfferKind) -> None:
        """Answer with an open offer whose message is gone.

        Raises:
            AlreadyOffered: The message still stands; this is the refusal that was passed in.
        """
        offer = await self._host.games.offers.find_open(refusal.game, kind, request.user_id)
        if offer is None:
            raise refusal
        made = _Made(offer, refusal.game)
        async with self._outbox.turn(self._renderer.name(made)):
            made = await self._renderer.newer(made) or made
            if made.is_over or not await self._is_lost(made):
                raise refusal
            await self._outbox.answer(request, made, self._renderer)

    async def show(self, offer: Offer) -> None:
        """Show an offer that was stored but not shown, because of a failure in between; or its end."""
        with log_follow_up_failure(f"game {offer.game_id}"):
            made = _Made(offer, await self._host.games.find(offer.guild_id, offer.game_id))
            await self._outbox.sync(made, self._renderer)

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
        for offer in await self._host.games.offers.ended(game):
            await self._outbox.reconcile(_Made(offer, game), self._renderer)

    async def close_again(self, game: Game) -> None:
        """Close what is still open of a finished game, because an edit was rejected or its rematch has begun."""
        await self.close_ended(game)
        if not await self._host.games.has_rematch(game) or await self.close_rematch(game):
            await self._host.scheduler.outbox.note_redrawn(game)

    async def close_all(self, places: Iterable[Place]) -> None:
        """Close offers that are deleted from the database."""
        for place in places:
            await self._messages.edit(place, None, text=OFFER_IS_OVER)

    async def close_pressed(self, request: Request, game: Game, kind: OfferKind, ply: int) -> None:
        """Close the offer whose button was pressed in vain, even if its message was not stored. A board stays."""
        source = request.source
        if source is None or source.is_layout or not request.responder.is_attached:
            return
        made, place = await self._host.games.offers.last_made(game, kind, ply), request.message_place(source.id)
        if made is None:
            await self.close_all([place])
        else:
            await self._outbox.reconcile(_Made(replace(made, place=place), game), self._renderer)

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
            await self._host.scheduler.outbox.put_off_redraw(game, since=game.changed_at)
        return failure is not Undelivered.REFUSED

    async def _is_lost(self, made: _Made) -> bool:
        """Return whether no message holds the buttons of an open offer, and no task is about to post one."""
        if made.offer.place is None:
            return not self._host.games.offers.is_being_shown(made.offer)
        shown, failure = await self._outbox.reconcile(made, self._renderer)
        return failure is Undelivered.GONE and not shown.is_over


class _OfferRenderer(Renderer[_Made]):
    """What the message of an offer shows.

    Args:
        host: Finds offers and stores their messages.
        languages: The language of each server.
    """

    def __init__(self, host: Host, languages: Languages) -> None:
        self._host = host
        self._languages = languages

    def name(self, made: _Made) -> str:
        return f"offer {made.offer.id} {made.offer.created_at.isoformat()}"

    async def newer(self, made: _Made) -> _Made | None:
        if made.is_over:
            return None
        game = await self._host.games.find(made.offer.guild_id, made.offer.game_id)
        offer = await self._host.games.offers.find(made.offer.id) or replace(made.offer, status=OfferStatus.LAPSED)
        # Once it is closed, its message is forgotten, but an edit under way may have brought the buttons back.
        current = _Made(replace(offer, place=offer.place or made.offer.place), game)
        return None if (current.is_over, current.offer) == (False, made.offer) else current

    async def render(self, made: _Made) -> Wanted:
        game, by_id = made.game, made.offer.by_id
        if made.is_over:
            return Wanted(None, what_became_of(made.offer, game))
        words = await self._languages.of(game.place.guild_id)
        text, view = (_rematch_offer if made.offer.kind is OfferKind.REMATCH else _take_back_wish)(game, by_id, words)
        is_unshown = made.offer.place is None and made.offer.unshown_since is not None
        return Wanted(view, text, await self._mentions(made), is_posted=is_unshown)

    async def _mentions(self, made: _Made) -> discord.AllowedMentions:
        opponent_id = made.game.opponent_of(made.offer.by_id)
        notifies = await self._host.members.notifications.notifies_of_offer(made.offer, opponent_id)
        return await mentions_for(self._host, opponent_id) if notifies else NO_MENTIONS

    async def note_place(self, made: _Made, place: Place) -> _Made:
        await self._host.games.offers.place(made.game, made.offer.kind, made.offer.by_id, place)
        return replace(made, offer=replace(made.offer, place=place, unshown_since=None))

    async def note(self, made: _Made, failure: Undelivered | None) -> None:
        if failure is Undelivered.REFUSED and (made.is_over or made.offer.place is None):
            since = max(made.offer.created_at, made.game.changed_at)
            await self._host.scheduler.outbox.put_off(made.offer, since=since)
        elif made.offer.place is None:
            await self._host.games.offers.note_shown(made.offer)
        elif made.is_over:
            await self._host.games.offers.note_closed(made.offer.place)


def what_became_of(offer: Offer, game: Game) -> Phrase:
    """Return what became of an offer that is over.

    Args:
        offer: The offer.
        game: Its game as it stands, or the rematch of its game.
    """
    title = game_title(replace(game, id=offer.game_id))
    if offer.kind is OfferKind.REMATCH:
        if offer.status in (OfferStatus.REFUSED, OfferStatus.WITHDRAWN):
            return _rematch_not_agreed(title, offer, game)
        if offer.rematch is not None:
            return _rematch_begun(title, *offer.rematch)
        return OFFER_IS_OVER if offer.status is not OfferStatus.LAPSED else _rematch_lapsed(title, offer.by_id)
    if offer.status is OfferStatus.OPEN or offer.status is OfferStatus.LAPSED:
        return Phrase(
            "{player} asked to take a move back in game {title}. The opponent did not answer in time, so the "
            "move stands.",
            player=mention(offer.by_id),
            title=title,
        )
    return wish_answered(title, offer.by_id, agreed=offer.status is OfferStatus.ACCEPTED)


def wish_answered(title: str, by_id: int, *, agreed: bool) -> Phrase:
    """Return the answer to the wish of a player to take a move back in a game."""
    if not agreed:
        return Phrase("The move in game {title} stands.", title=title)
    return Phrase("{player} took a move back in game {title}.", player=mention(by_id), title=title)


def _rematch_not_agreed(title: str, offer: Offer, game: Game) -> Phrase:
    """Return that an offer of a rematch was declined or withdrawn.

    Args:
        title: The title of the finished game.
        offer: The offer.
        game: The finished game, or any other game of the same two players.
    """
    if offer.status is OfferStatus.WITHDRAWN:
        return Phrase(
            "{player} withdrew the offer of a rematch of game {title}.", player=mention(offer.by_id), title=title
        )
    return Phrase(
        "{opponent} declined a rematch of game {title}.", opponent=mention(game.opponent_of(offer.by_id)), title=title
    )


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


def _rematch_offer(game: Game, by_id: int, words: Words) -> tuple[Phrase, Components]:
    """Return the text and the buttons of an offered rematch."""
    text = Phrase(
        "{opponent}, {player} offers you a rematch of game {title}. {first} moves first.",
        opponent=mention(game.opponent_of(by_id)),
        player=mention(by_id),
        # In a rematch, the other player moves first.
        first=mention(game.opponent_of(game.first_id)),
        title=game_title(game),
    )
    key = Key(game.id, game.version)
    return text, controls_below(*(button(kind, key, words) for kind in (REMATCH, DECLINE_REMATCH, WITHDRAW)))


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
