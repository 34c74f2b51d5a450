"""Keeping what the channels show equal to what the store holds."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord

from cogs.answers import Answer, following_an_answer
from cogs.board_message import board_message, old_board_message
from cogs.messages import Messages, place_of
from cogs.texts import game_title, how_it_ended, link, mention, only
from gridlock_host import Game, Place, SessionManager

if TYPE_CHECKING:
    from cogs.client import AnyInteraction

# Nobody waits for what follows an answer, but everybody waits for answers: in a rush, these go first.
_FOLLOW_UPS_AT_ONCE: Final = 8


class Boards:
    """Shows games: in the message that was pressed, in a new one, or in one somewhere else.

    An interaction is answered first, with what it led to; everything else follows: the older copy of the board
    loses its controls, the last call to the player to move is removed and a fresh one made. What follows is done
    for one change of a game at a time, always from the newest state of the store, so that answers which reach
    Discord in another order than the moves were made in leave the right board behind.

    Args:
        messages: How earlier messages are changed.
        sessions: Where games are found and their messages noted.
    """

    def __init__(self, messages: Messages, sessions: SessionManager) -> None:
        self._messages = messages
        self._sessions = sessions
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._room = asyncio.Semaphore(_FOLLOW_UPS_AT_ONCE)

    async def post(self, answer: Answer, interaction: AnyInteraction, game: Game, *, moved: bool = True) -> None:
        """Answer with a fresh copy of the board, which is the game's board from now on.

        Args:
            answer: The answer to give.
            interaction: What is answered.
            game: What to show.
            moved: Whether the game has just changed, so that a player must be told.
        """
        message_id = await answer.publicly(board_message(game), only_as_answer=not moved)
        if message_id is not None:
            await self._follow_up(interaction, game, place_of(interaction, message_id), moved=moved)

    async def show_in_place(self, answer: Answer, interaction: AnyInteraction, game: Game) -> None:
        """Answer by changing the board whose button was pressed, which is the game's board from now on."""
        await answer.in_place(board_message(game))
        if interaction.message is not None:
            await self._follow_up(interaction, game, place_of(interaction, interaction.message.id), moved=True)

    async def show_choice(self, answer: Answer, game: Game, picked: int | None) -> None:
        """Answer by showing what can be chosen with the cell that was picked. The game stays as it is."""
        await answer.in_place(board_message(game, picked=picked))

    async def show_elsewhere(self, interaction: AnyInteraction, game: Game) -> None:
        """Bring the game's board up to date after a change that was answered in some other message."""
        await self._follow_up(interaction, game, None, moved=True)

    async def put_right(self, message: discord.Message, game: Game, *, seen_ply: int) -> None:
        """Bring a message up to date that showed an older board than the store holds.

        Args:
            message: The message on which somebody pressed a button.
            game: The game as it stands.
            seen_ply: The ply of the board that the message showed.
        """
        if message.flags.ephemeral or (seen_ply == game.ply and not game.is_over):
            return
        current = game.place.message_id in (None, message.id)
        view = board_message(game) if current else old_board_message(game)
        await self._messages.edit(Place(game.place.guild_id, message.channel.id, message.id), view)

    async def _follow_up(self, interaction: AnyInteraction, shown: Game, place: Place | None, *, moved: bool) -> None:
        """Do what follows an answer that showed a game, at a place if that is to be its board."""
        with following_an_answer(f"game {shown.id}"):
            async with self._locks.setdefault(shown.id, asyncio.Lock()), self._room:
                game = await self._sessions.find_game(shown.place.guild_id, shown.id)
                overtaken = game.version != shown.version
                if place is None:
                    game = await self._refresh_board(interaction, game)
                else:
                    game = await self._settle_board(game, place, overtaken=overtaken)
                if moved and not overtaken:
                    await self._tell_players(interaction, game)

    async def _refresh_board(self, interaction: AnyInteraction, game: Game) -> Game:
        """Bring the game's board up to date where it is, or post it anew where that fails."""
        if game.place.message_id is not None and await self._messages.edit(game.place, board_message(game)):
            return game
        posted = await self._messages.post(interaction, view=board_message(game))
        return game if posted is None else await self._adopt(game, posted)

    async def _settle_board(self, game: Game, place: Place, *, overtaken: bool) -> Game:
        """Let there be one board, and let it be up to date, after a board was shown at a place.

        Whoever acts on a copy makes it the board. But when the game has changed since that copy was made, its newer
        board stands elsewhere already.
        """
        if overtaken and game.place.message_id not in (None, place.message_id):
            await self._messages.edit(place, old_board_message(game))
            return game
        if place != game.place:
            game, former = await self._adopt(game, place), game.place
            if former.message_id is not None:
                await self._messages.edit(former, old_board_message(game))
        if overtaken:
            await self._messages.edit(place, board_message(game))
        return game

    async def _adopt(self, game: Game, place: Place) -> Game:
        await self._sessions.place_board(game.id, place)
        return replace(game, place=place)

    async def _tell_players(self, interaction: AnyInteraction, game: Game) -> None:
        """Remove the last call to move, and call whoever is to move now or say how the game ended."""
        if game.notice is not None:
            await self._messages.delete(game.notice)
        if game.result is not None:
            text = f"Game {game_title(game)} is over. {how_it_ended(game, game.result)}"
            other = game.opponent_of(interaction.user.id)
            await self._messages.post(interaction, text=text, mentions=only(other))
            return
        to_move = game.player_id(game.position.to_move)
        text = f"{mention(to_move)}, it is your turn in game {game_title(game)}: {link(game.place)}"
        notice = await self._messages.post(interaction, text=text, mentions=only(to_move))
        await self._sessions.place_notice(game.id, notice)
