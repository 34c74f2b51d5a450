"""The copies of a game's board: which of them is the board, and what each shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import discord

from cogs.messages.board import board_message, old_board_message
from cogs.messages.delivery import Messages, Undelivered, place_of
from cogs.messages.turn_notifier import if_from, message_name
from cogs.text.i18n import Languages
from gridlock_host import Game, Host, Place

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction


@dataclass(frozen=True, slots=True)
class Shown:
    """What an answer has shown.

    Attributes:
        game: The game as it was shown.
        place: The message that shows it; None when the answer was something else.
        is_fresh: Whether the message was made for it, so that nobody else can have changed it.
    """

    game: Game
    place: Place | None = None
    is_fresh: bool = False


class BoardCopies:
    """Sees to it that a game has one board that can be played on, and that it shows what is stored.

    Only one change of a game may be shown at a time; that is for the caller to see to.

    Args:
        messages: How messages are posted and changed.
        host: Where games are found and their messages noted.
        languages: What each server is spoken to in.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._languages = languages

    async def view(self, game: Game, *, picked: int | None = None) -> discord.ui.LayoutView:
        """The board of a game, with its controls."""
        words = await self._languages.of(game.place.guild_id)
        has_rematch = game.is_over and await self._host.games.has_rematch(game)
        return board_message(game, words, picked=picked, offers_rematch=not has_rematch)

    async def _old_view(self, game: Game) -> discord.ui.LayoutView:
        return old_board_message(game, await self._languages.of(game.place.guild_id))

    async def draw(self, game: Game) -> tuple[Game, Undelivered | None]:
        """Let the game's message show it, and again when the answer to a move may have been overwritten by that.

        Returns:
            The game as it is shown, and why that was not possible, if it was not.
        """
        failure = await self._messages.edit(game.place, await self.view(game))
        now = await self._host.games.find(game.place.guild_id, game.id)
        return (game, failure) if now.version == game.version else await self.draw(now)

    async def settle(self, game: Game, shown: Shown, interaction: AnyInteraction | None, *, overtaken: bool) -> Game:
        """Let there be one board, and let it be up to date.

        Whoever acts on a copy makes it the board. But when the game has changed since that copy was shown, the board is
        whichever copy was posted last; ids of messages grow.
        """
        place = shown.place
        if place is None:
            return await self.refresh(game, interaction)
        if overtaken and (game.place.message_id or 0) > (place.message_id or 0):
            await self._messages.edit(place, await self._old_view(game))
            return game
        adopts = place != game.place
        if adopts:
            game, former = await self._adopt(game, place), game.place
            if former.message_id is not None:
                await self._messages.edit(former, await self._old_view(game))
        if overtaken or (adopts and not shown.is_fresh):
            # A copy that stood here before may have lost its controls between the answer and now.
            return await self.refresh(game, interaction)
        return game

    async def refresh(self, game: Game, interaction: AnyInteraction | None) -> Game:
        """Bring the game's board up to date where it is, or post it anew where that fails.

        That is done in the game's channel; only where that is gone, in the one that the interaction comes from.
        """
        failure = None
        if game.place.message_id is not None:
            game, failure = await self.draw(game)
            if failure is None:
                return game
        former = game.place
        posted = await self._post(game, former, interaction)
        if posted is Undelivered.GONE and interaction is not None:
            posted = await self._post(game, place_of(interaction), interaction)
        if isinstance(posted, Place):
            game = await self._adopt(game, posted)
            if failure is Undelivered.REFUSED:
                # An archived thread has woken by the new copy, so the older one can be changed now.
                await self._messages.edit(former, await self._old_view(game))
        elif posted is Undelivered.REFUSED and former.message_id is not None:
            await self._host.scheduler.redraws.draw_later(game)
        return game

    async def _post(self, game: Game, where: Place, interaction: AnyInteraction | None) -> Place | Undelivered:
        name, after = message_name("board", game), if_from(where, interaction)
        return await self._messages.post(where, name, after=after, view=await self.view(game))

    async def _adopt(self, game: Game, place: Place) -> Game:
        await self._host.games.place_board(game.id, place)
        return replace(game, place=place)

    async def put_right(self, message: discord.Message, game: Game) -> None:
        """Let a message show the game if it is its board, and else the way there."""
        is_board = game.place.message_id in (None, message.id)
        view = await self.view(game) if is_board else await self._old_view(game)
        await self._messages.edit(Place(game.place.guild_id, message.channel.id, message.id), view)
        now = await self._host.games.find(game.place.guild_id, game.id)
        if now.version != game.version:
            await self.put_right(message, now)
