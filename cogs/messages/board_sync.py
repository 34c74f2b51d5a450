"""Keeping what the channels show equal to what the store holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import discord

from cogs.messages.board_copies import BoardCopies, Shown
from cogs.messages.channel_access import is_gone, why_it_stays
from cogs.messages.delivery import Messages, Undelivered, nonce_of, place_of
from cogs.messages.offer_sync import OfferMessages
from cogs.responder import Answer, following_an_answer
from cogs.messages.turn_notifier import Calls, message_name
from cogs.messages.bot_moves import BotMoves
from cogs.text.i18n import Languages
from cogs.text.shared import link, played
from gridlock_host import Game, Host
from gridlock_host.bot_player.opponent import Reply
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction

# Nobody waits for what follows an answer, but everybody waits for answers: in a rush, these go first. The limit is
# one for each channel, because Discord may slow down a channel, and that must not be felt in any other.
_FOLLOW_UPS_AT_ONCE: Final = 2


class Boards:
    """Shows games: in the message that was pressed, in a new one, or in one somewhere else.

    An interaction is answered first, with what it led to; everything else follows: the older copy of the board
    loses its controls, the last call to the player to move is removed and a fresh one made. What follows is done
    for one change of a game at a time, always from the newest state of the store, so that answers which reach
    Discord in another order than the moves were made in leave the right board behind. When all is shown, that is
    noted in the store; what was not shown because something broke down in between is shown by the next sweep.

    Args:
        messages: How earlier messages are changed.
        host: Where games are found and their messages noted.
        languages: What each server is spoken to in.
        bot_moves: What moves for the bot, as soon as a game is shown in which it is the bot's turn.

    Attributes:
        offers: The messages of offers, which are closed along.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages, bot_moves: BotMoves) -> None:
        self._host = host
        self._bot_moves = bot_moves
        self._copies = BoardCopies(messages, host, languages)
        self._calls = Calls(messages, host)
        self.offers = OfferMessages(messages, host, languages)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._room: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    async def post(self, answer: Answer, interaction: AnyInteraction, game: Game, *, moved: bool = True) -> None:
        """Answer with a fresh copy of the board, which is the game's board from now on.

        Args:
            answer: The answer to give.
            interaction: What is answered.
            game: What to show.
            moved: Whether the game has just changed, so that a player must be told.
        """
        nonce = nonce_of(place_of(interaction), message_name("board", game)) if moved else None
        message_id = await answer.publicly(await self._copies.view(game), only_as_answer=not moved, nonce=nonce)
        if message_id is not None:
            shown = Shown(game, place_of(interaction, message_id), is_fresh=True)
            await self._follow_up(shown, interaction, moved=moved)
        elif moved:
            await self._follow_up(Shown(game), interaction, moved=True)

    async def show_move(self, answer: Answer, interaction: AnyInteraction, game: Game) -> None:
        """Answer a typed move with a fresh board; in another channel, which not both may see, with the way there.

        Where the game's channel is gone, this one takes its place.
        """
        here = place_of(interaction)
        if here.channel_id == game.place.channel_id or await is_gone(interaction, game.place):
            await self.post(answer, interaction, game)
        else:
            await self._show_far_away(answer, interaction, game, played(game))

    async def bring(self, answer: Answer, interaction: AnyInteraction, game: Game) -> None:
        """Answer with the game's board, which comes to this channel; or with the way to it and why it does not."""
        why = await why_it_stays(interaction, game)
        if why is None:
            await self.post(answer, interaction, game, moved=False)
            return
        async with self._turn_of(game):
            now = await self._copies.refresh(await self._host.games.find(game.place.guild_id, game.id), None)
        await answer.privately(
            Phrase("{why} The board of game #{id} stays where it is: {link}", why=why, id=now.id, link=link(now.place))
        )

    async def show_in_place(self, answer: Answer, interaction: AnyInteraction, game: Game, said: Phrase) -> None:
        """Answer by changing the board whose button was pressed, which is the game's board from now on.

        A press of a button that its message has lost meanwhile, or never had, changes no message but the game's own.
        Then the player is told what they did, as `said` has it.
        """
        if answer.is_attached and interaction.message is not None:
            changed = await answer.in_place(await self._copies.view(game))
            place = place_of(interaction, interaction.message.id) if changed else None
            await self._follow_up(Shown(game, place), interaction, moved=True)
        else:
            await self._show_far_away(answer, interaction, game, said)

    async def _show_far_away(self, answer: Answer, interaction: AnyInteraction, game: Game, said: Phrase) -> None:
        """Answer for the player's eyes only, and show the change in the game's own message."""
        await answer.privately(said)
        await self._follow_up(Shown(game), interaction, moved=True)

    async def show_choice(self, answer: Answer, interaction: AnyInteraction, game: Game, picked: int | None) -> None:
        """Answer by showing what can be chosen with the cell that was picked. The game stays as it is."""
        await answer.in_place(await self._copies.view(game, picked=picked))
        with following_an_answer(f"game {game.id}"):
            now = await self._host.games.find(game.place.guild_id, game.id)
            if interaction.message is not None and now.version != game.version:
                # The player has moved in another way while this answer was on its way.
                await self.put_right(interaction.message, now)

    async def show_elsewhere(self, game: Game, interaction: AnyInteraction | None = None) -> None:
        """Bring the game's board up to date after a change that was answered in some other message, or in none."""
        await self._follow_up(Shown(game), interaction, moved=True)

    async def warn(self, game: Game) -> None:
        """Replace the call to the player to move by a warning that their time is short, unless they have moved."""
        with following_an_answer(f"game {game.id}"):
            async with self._turn_of(game):
                now = await self._host.games.find(game.place.guild_id, game.id)
                if now.version != game.version or now.deadline is None or not await self._host.games.is_unshown(now):
                    return
                await self._calls.warn(now, now.deadline)

    async def redraw(self, game: Game) -> None:
        """Let the board show the deadline as it is now; one that was deleted is left to the next change.

        A game that is over has no deadline, but perhaps an end that was not shown, or buttons that are still to go.
        """
        with following_an_answer(f"game {game.id}"):
            async with self._turn_of(game):
                now = await self._host.games.find(game.place.guild_id, game.id)
                if now.is_over:
                    await self._redraw_finished(now)
                    return
                if now.version != game.version or now.place.message_id is None:
                    return
                drawn, failure = await self._copies.draw(now)
                if failure is Undelivered.REFUSED:
                    await self._host.scheduler.redraws.put_off(drawn)
                else:
                    await self._host.scheduler.redraws.note_done(drawn)

    async def _redraw_finished(self, game: Game) -> None:
        """Show the end where that could not be shown, and close what is still open."""
        if game.place.message_id is not None:
            drawn, failure = await self._copies.draw(game)
            if failure is Undelivered.REFUSED:
                await self._host.scheduler.redraws.draw_later(drawn)
                return
        await self.offers.close_again(game)

    async def put_right(self, message: discord.Message, game: Game) -> None:
        """Bring a message up to date that showed something else than the store holds.

        Args:
            message: The message on which somebody pressed a button.
            game: Its game.
        """
        if message.flags.ephemeral:
            return
        async with self._turn_of(game):
            await self._copies.put_right(message, await self._host.games.find(game.place.guild_id, game.id))

    async def _follow_up(self, shown: Shown, interaction: AnyInteraction | None, *, moved: bool) -> None:
        """Do what follows an answer that showed a game."""
        game = shown.game
        with following_an_answer(f"game {game.id}"):
            async with self._turn_of(game):
                game = await self._host.games.find(game.place.guild_id, game.id)
                overtaken = game.version != shown.game.version
                game = await self._copies.settle(game, shown, interaction, overtaken=overtaken)
                await self.offers.close_ended(game)
                if moved and not shown.game.moves:
                    await self.offers.close_rematch_before(game)
                # Whoever had the turn before may have told of the same change, such as a sweep.
                if moved and not overtaken and await self._host.games.is_unshown(game):
                    await self._calls.tell_players(game, interaction)
            await self._begin_next_of_match(game, interaction)
        self.let_bot_move(game, interaction)

    def let_bot_move(self, game: Game, interaction: AnyInteraction | None = None) -> None:
        """Begin to think of the bot's move, if it is the bot's turn; the move is shown when it is made."""
        self._bot_moves.begin(game, partial(self._show_reply, interaction))

    async def _show_reply(self, interaction: AnyInteraction | None, reply: Reply) -> None:
        """Show a move of the bot's where the board is, and admit it where thinking has failed."""
        if reply.was_simple:
            await self._calls.admit_simple_move(reply.game, None if interaction is None else Answer.to(interaction))
        await self.show_elsewhere(reply.game, interaction)

    @asynccontextmanager
    async def _turn_of(self, game: Game) -> AsyncIterator[None]:
        """Wait until nothing else of this game is being shown, and its channel has room."""
        lock = self._locks.setdefault(game.id, asyncio.Lock())
        room = self._room.setdefault(game.place.channel_id, asyncio.Semaphore(_FOLLOW_UPS_AT_ONCE))
        async with lock, room:
            yield

    async def _begin_next_of_match(self, game: Game, interaction: AnyInteraction | None) -> None:
        following = await self._host.games.next_in_match(game) if game.is_over else None
        if following is not None and following.place.message_id is None:
            await self.show_elsewhere(following, interaction)
