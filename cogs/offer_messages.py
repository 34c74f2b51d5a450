"""The messages that hold the buttons of offers: when an offer is over, they lose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.answers import Answer, following_an_answer
from cogs.board_message import board_message
from cogs.messages import Messages, Undelivered, place_of
from cogs.words import Languages
from gridlock_host import Game, Place, SessionManager
from gridlock_host.offer_store import OfferKind

if TYPE_CHECKING:
    from cogs.client import AnyInteraction


class OfferMessages:
    """Takes buttons away that would do nothing any more. Nothing is posted and nobody is told.

    Which message holds the buttons is stored, so what was missed is made up for by the next change of the game, or,
    where it is over, by a later sweep.

    Args:
        messages: How earlier messages are changed.
        sessions: Where offers are found and their messages noted.
        languages: What each server is spoken to in.
    """

    def __init__(self, messages: Messages, sessions: SessionManager, languages: Languages) -> None:
        self._messages = messages
        self._sessions = sessions
        self._languages = languages

    async def note(self, game: Game, kind: OfferKind, by_id: int, place: Place) -> None:
        """Note the message of an offer that has just been made, and close it where the offer is over already."""
        with following_an_answer(f"game {game.id}"):
            await self._sessions.place_offer(game, kind, by_id, place)
            await self.close_ended(await self._sessions.find_game(place.guild_id, game.id))

    async def note_answered(self, place: Place) -> None:
        """Note that a message has lost its buttons with the answer to the press of one."""
        with following_an_answer(f"the offer in message {place.message_id}"):
            await self._sessions.note_offer_closed(place)

    async def close_ended(self, game: Game) -> bool:
        """Close the offers that are over: of a game as it stands, and of the one whose rematch it is.

        Returns:
            Whether all of them are closed. What Discord has refused is tried again.
        """
        closed = [await self._close(place) for place in await self._sessions.ended_offers(game)]
        return await self._or_later(game, closed=all(closed))

    async def close_again(self, game: Game) -> None:
        """Close what Discord has refused to close of a finished game."""
        closed = await self.close_ended(game)
        if await self._sessions.has_rematch(game):
            closed = await self.close_rematch(game) and closed
        if closed:
            await self._sessions.note_redrawn(game)

    async def close_pressed(self, interaction: AnyInteraction) -> None:
        """Close the offer whose button was pressed in vain, also where its message was not noted; a board stays."""
        message = interaction.message
        if message is not None and not message.flags.components_v2 and Answer.to(interaction).is_attached:
            await self._close(place_of(interaction, message.id))

    async def close_rematch_before(self, rematch: Game) -> None:
        """Take the button for a rematch off the board of the game before, because it has begun, if it is one."""
        game = await self._sessions.game_before(rematch)
        if game is not None:
            await self.close_rematch(game)

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
        await self._sessions.note_offer_closed(place)
        return True

    async def _or_later(self, game: Game, *, closed: bool) -> bool:
        if not closed:
            await self._sessions.close_buttons_later(game)
        return closed
