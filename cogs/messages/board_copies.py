"""Copies of a game's board: which one is the board that can be played on, and what the others show."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cogs.context import Request
from cogs.discord_api.components import Components
from cogs.messages.application_emoji import ApplicationEmoji
from cogs.messages.board import board_message, old_board_message
from cogs.messages.delivery import Messages, Undelivered, message_name
from cogs.messages.turn_notifier import if_from
from cogs.text.i18n import Languages
from gridlock_host import Game, Host, Place
from gridlock_host.errors import StoreUnreadable
from gridlock_host.model.end_card import BLANK_CARD, EndCard
from gridlock_host.model.game import OldCopy


@dataclass(frozen=True, slots=True)
class Shown:
    """What a response has shown.

    Attributes:
        game: The game as it was shown.
        place: The message that shows it; None if the response was something else.
        is_fresh: Whether the message was made for it, so that nothing else can have edited it.
    """

    game: Game
    place: Place | None = None
    is_fresh: bool = False


class BoardCopies:
    """Keeps one board for each game, up to date with the database.

    The caller must show only one change of a game at a time.

    Args:
        messages: Posts and edits messages.
        host: Finds games and stores their messages.
        languages: The language of each server.
        emoji: What boards are drawn with.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages, emoji: ApplicationEmoji) -> None:
        self._emoji = emoji
        self._messages = messages
        self._host = host
        self._languages = languages

    async def view(self, game: Game, *, picked: int | None = None) -> Components:
        """Return the board of a game, with its controls."""
        words = await self._languages.of(game.place.guild_id)
        look = await self._languages.look_of(game.place.guild_id)
        emoji = self._emoji.current
        if not game.is_over:
            return board_message(game, words, look=look, emoji=emoji, picked=picked)
        has_rematch, card = await self._after_the_end(game)
        return board_message(game, words, look=look, emoji=emoji, offers_rematch=not has_rematch, card=card)

    async def _after_the_end(self, game: Game) -> tuple[bool, EndCard]:
        """Whether a rematch of a finished game has begun, and its card; no and a blank one, if that cannot be read.

        The move that ended the game is stored by then, and has to be shown. A press on a button too many is refused.
        """
        try:
            return await self._host.games.has_rematch(game), await self._host.games.end_cards.find(game)
        except StoreUnreadable:
            return False, BLANK_CARD

    async def _old_view(self, game: Game) -> Components:
        return old_board_message(game, await self._languages.of(game.place.guild_id))

    async def draw(self, game: Game) -> tuple[Game, Undelivered | None]:
        """Edit the game's message, and again if that may have overwritten the response to a newer move.

        Returns:
            The game as it is shown, and why it could not be shown, if it could not.
        """
        failure = await self._messages.edit(game.place, await self.view(game))
        current = await self._host.games.current(game)
        return (game, failure) if current.version == game.version else await self.draw(current)

    async def settle(self, game: Game, shown: Shown, request: Request | None, *, overtaken: bool) -> Game:
        """Decide which copy is the board, and bring it up to date.

        The copy that a player acts on becomes the board. If the game has changed since that copy was shown, the board
        is the copy that was posted last; message ids grow.
        """
        place = shown.place
        if place is None:
            return await self.refresh(game, request)
        if overtaken and (game.place.message_id or 0) > (place.message_id or 0):
            await self._retire(game, place)
            return game
        adopts = place != game.place
        if adopts:
            game, former = await self._adopt(game, place), game.place
            if former.message_id is not None:
                await self._retire_former(game, former)
        if overtaken or (adopts and not shown.is_fresh):
            # An older copy may have lost its controls since the response.
            return await self.refresh(game, request)
        return game

    async def refresh(self, game: Game, request: Request | None) -> Game:
        """Update the game's board, or post a new one if that fails.

        It is posted in the game's channel, or in the request's channel if the game's is deleted.
        """
        failure = None
        if game.place.message_id is not None:
            game, failure = await self.draw(game)
            if failure is None:
                return game
        former = game.place
        posted = await self._post(game, former, request)
        if posted is Undelivered.GONE and request is not None:
            posted = await self._post(game, request.place, request)
        if isinstance(posted, Place):
            game = await self._adopt(game, posted)
            if failure is Undelivered.REFUSED:
                # The new copy has unarchived the thread, so the older one can be edited now.
                await self._retire_former(game, former)
        elif posted is Undelivered.REFUSED and former.message_id is not None:
            await self._host.scheduler.redraws.schedule_redraw(game)
        return game

    async def _post(self, game: Game, where: Place, request: Request | None) -> Place | Undelivered:
        name, after = message_name("board", game), if_from(where, request)
        return await self._messages.post(where, name, after=after, components=await self.view(game))

    async def _adopt(self, game: Game, place: Place) -> Game:
        await self._host.games.place_board(game.id, place)
        return replace(game, place=place)

    async def retire(self, game: Game, copy: OldCopy) -> None:
        """Try again to take the controls from an older copy, unless it has become the board."""
        if copy.place == game.place or await self._retire(game, copy.place):
            await self._host.games.old_copies.note_retired(copy)

    async def _retire_former(self, game: Game, former: Place) -> None:
        """Take the controls from the copy that was the board, once it is stored that another one is.

        Otherwise a process that dies in between would leave the next one a board without controls.
        """
        await self._host.games.store_notes()
        await self._retire(game, former)

    async def _retire(self, game: Game, place: Place) -> bool:
        """Take the controls from an older copy, which then links to the board. A refused edit is tried again later.

        Returns:
            Whether the copy has no controls any more, or is deleted.
        """
        is_refused = await self._messages.edit(place, await self._old_view(game)) is Undelivered.REFUSED
        if is_refused:
            await self._host.games.old_copies.retry_later(game, place)
        return not is_refused

    async def correct(self, message: Place, game: Game) -> None:
        """Edit a message: the board shows the game, any other copy a link to the board."""
        is_board = game.place.message_id in (None, message.message_id)
        if is_board:
            await self._messages.edit(message, await self.view(game))
        else:
            await self._retire(game, message)
        current = await self._host.games.current(game)
        if current.version != game.version:
            await self.correct(message, current)
