"""Boards in the channels, kept equal to the games in the database."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial

from cogs.context import Request
from cogs.discord_api.components import Components
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.messages.sending.channel_access import is_channel_deleted, reason_board_cannot_move
from cogs.messages.sending.delivery import Messages, Undelivered, message_name, nonce_of
from cogs.messages.sending.outbox import Outbox
from cogs.messages.sending.scrolling import is_scrolled_away
from cogs.messages.sync.board_copies import BoardCopies, Shown
from cogs.messages.sync.bot_moves import BotMoves
from cogs.messages.sync.end_stories import EndStories
from cogs.messages.sync.offer_sync import OfferMessages
from cogs.messages.sync.turn_notifier import TurnNotifier
from cogs.responder import log_follow_up_failure
from cogs.text.i18n import Languages
from cogs.text.shared import link, played
from gridlock_host import Game, Host, Place
from gridlock_host.bot_player.opponent import Reply
from gridlock_host.learning.exercises import Exercise
from gridlock_host.learning.lessons import Checked
from gridlock_host.model.place import OldCopy
from gridlock_host.model.replay import Replay
from gridlock_rules.wording import Phrase
from gridlock_solver.explanation import Explanation


class BoardMessages:
    """Shows games: in the message whose button was pressed, in a new one, or in one elsewhere.

    A request is answered first. Then follows the rest: an older copy of the board is deleted, the last notification
    too, and the next player is notified. This is done for one change of a game at a time, always from the current state
    of the game, so that the board is right even if responses reach Discord in another order than the moves were made.
    When all is shown, that is stored; what was not shown because of a failure is shown by the next sweep.

    Args:
        messages: Edits earlier messages.
        host: Finds games and stores their messages.
        languages: The language of each server.
        offers: The messages of offers, which are closed along with the board.
        stories: Adds to a finished game who stood to win along the way.
        bot_moves: Moves for the bot when a game is shown in which it is the bot's turn.
        emoji: What boards are drawn with.
        outbox: Shows one change of a game at a time.
    """

    def __init__(
        self,
        messages: Messages,
        host: Host,
        languages: Languages,
        offers: OfferMessages,
        stories: EndStories,
        bot_moves: BotMoves,
        emoji: ApplicationEmoji,
        outbox: Outbox,
    ) -> None:
        self._host = host
        self._offers = offers
        self._stories = stories
        self._bot_moves = bot_moves
        self._outbox = outbox
        self._copies = BoardCopies(messages, host, languages, emoji, outbox)
        self._turn_notifier = TurnNotifier(messages, host)

    async def post(self, request: Request, game: Game, *, moved: bool = True) -> None:
        """Answer with a fresh copy of the board, which becomes the game's board.

        Args:
            request: The request to answer.
            game: What to show.
            moved: Whether the game has just changed, so that a player must be notified.
        """
        nonce = nonce_of(request.place, message_name("board", game)) if moved else None
        view = await self._copies.view(game)
        message_id = await request.responder.send(view, only_as_response=not moved, nonce=nonce)
        if message_id is not None:
            await self._follow_up(Shown(game, request.message_place(message_id), is_fresh=True), request, moved=moved)
        elif moved:
            await self._follow_up(Shown(game), request, moved=True)

    async def show_move(self, request: Request, game: Game) -> None:
        """Answer a typed move with a link to the board, which is edited; or with a fresh one if it was scrolled away.

        In another channel, which the opponent may not see, the answer is always a link. If the game's own channel is
        deleted, the other one takes over.
        """
        is_here = request.place.channel_id == game.place.channel_id
        if request.is_outside and is_here:
            # The token of a command cannot change the board.
            await self.post(request, game)
            return
        if await is_channel_deleted(request, game.place) if not is_here else is_scrolled_away(request, game):
            await self.post(request, game)
            return
        await request.responder.send_ephemeral(played(game))
        place = await self._follow_up(Shown(game), request, moved=True)
        if place not in (None, game.place):
            # The board was gone, or could not be edited, and was posted again.
            await request.responder.correct(played(replace(game, place=place)))

    async def bring(self, request: Request, game: Game) -> None:
        """Answer with the game's board, which moves to this channel; or with a link, and why it cannot move."""
        reason = await reason_board_cannot_move(request, game)
        if reason is None:
            await self.post(request, game, moved=False)
            return
        async with self._turn_of(game):
            current = await self._copies.refresh(await self._reload(game), None)
        await request.responder.send_ephemeral(
            Phrase(
                "{why} The board of game #{id} stays where it is: {link}",
                why=reason,
                id=current.id,
                link=link(current.place),
            )
        )

    async def show_in_place(self, request: Request, game: Game, confirmation: Phrase) -> None:
        """Answer by editing the board whose button was pressed, which becomes the game's board.

        If that message does not hold the button any more, only the game's own message is edited, and the player gets
        the confirmation. A person's own spoken board is edited, too, but is not the game's.
        """
        if request.has_private_source:
            await request.responder.edit_source(await self._copies.spoken(request, game))
            await self._follow_up(Shown(game), request, moved=True)
        elif request.responder.is_attached and request.pressed is not None:
            edited = await request.responder.edit_source(await self._copies.view(game))
            await self._follow_up(Shown(game, request.pressed if edited else None), request, moved=True)
        else:
            await self._show_far_away(request, game, confirmation)

    async def _show_far_away(self, request: Request, game: Game, confirmation: Phrase) -> None:
        """Answer with an ephemeral confirmation, and show the change in the game's own message."""
        await request.responder.send_ephemeral(confirmation)
        await self._follow_up(Shown(game), request, moved=True)

    async def show_choice(self, request: Request, game: Game, picked: int | None) -> None:
        """Answer by showing what can be chosen together with the picked cell. The game does not change."""
        if request.has_private_source:
            await request.responder.edit_source(await self._copies.spoken(request, game, picked))
            return
        await request.responder.edit_source(await self._copies.pick(game, picked))
        with log_follow_up_failure(f"game {game.id}"):
            current = await self._reload(game)
            if request.source is not None and current.version != game.version:
                # The player has moved in another way while this response was on its way.
                await self.refresh(request, current)

    async def show_elsewhere(self, game: Game, request: Request | None = None) -> None:
        """Update the game's board after a change that was answered in another message, or by nobody."""
        await self._follow_up(Shown(game), request, moved=True)

    async def warn(self, game: Game) -> None:
        """Warn the player to move that their time is short, unless they have moved."""
        with log_follow_up_failure(f"game {game.id}"):
            async with self._turn_of(game):
                current = await self._reload(game)
                if current.version != game.version or current.deadline is None:
                    return
                if await self._host.games.is_unshown(current):
                    await self._turn_notifier.warn(current, current.deadline)

    async def redraw(self, game: Game) -> None:
        """Show the current deadline on the board. A deleted board is left to the next change.

        A finished game has no deadline, but perhaps an end that was not shown, or buttons without effect.
        """
        with log_follow_up_failure(f"game {game.id}"):
            async with self._turn_of(game):
                current = await self._reload(game)
                if current.is_over:
                    await self._redraw_finished(current)
                    return
                if current.version != game.version or current.place.message_id is None:
                    return
                drawn, failure = await self._copies.draw(current)
                if failure is not Undelivered.REFUSED:
                    await self._host.scheduler.outbox.note_redrawn(drawn)

    async def retire(self, copy: OldCopy) -> None:
        """Delete an older copy of a board, which Discord has refused before."""
        with log_follow_up_failure(f"game {copy.game_id}"):
            game = await self._host.games.find(copy.place.guild_id, copy.game_id)
            async with self._turn_of(game):
                await self._copies.retire(await self._reload(game), copy)

    async def _redraw_finished(self, game: Game) -> None:
        """Show the end of a game, and remove the buttons of its offers."""
        if game.place.message_id is not None:
            _, failure = await self._copies.draw(game)
            if failure is Undelivered.REFUSED:
                return
        await self._offers.close_again(game)

    async def refresh(self, request: Request, game: Game) -> None:
        """Update the message whose button was pressed, because it showed an old state of its game."""
        if request.source is None or request.pressed is None or request.source.is_ephemeral:
            return
        async with self._turn_of(game):
            await self._copies.correct(request.pressed, await self._reload(game))

    async def speak(self, request: Request, game: Game) -> None:
        """Answer with the board in sentences, privately; or edit the message that holds them already."""
        said = await self._copies.spoken(request, game)
        if request.has_private_source and request.responder.is_attached:
            await request.responder.edit_source(said)
        else:
            await request.responder.send_ephemeral(components=said)

    async def exercise(self, request: Request, exercise: Exercise, picked: int | None = None) -> Components:
        """Return an exercise to its reader in the look of the server, with the cell that was picked."""
        return await self._copies.exercise(request, exercise, picked)

    async def checked_exercise(self, request: Request, checked: Checked, explanation: Explanation | None) -> Components:
        """Return the verdict on an answer to its reader in the look of the server."""
        return await self._copies.checked_exercise(request, checked, explanation)

    async def replay(self, request: Request, replay: Replay) -> Components:
        """Return a replay to its reader in the look of the server."""
        return await self._copies.replay(request, replay)

    async def _follow_up(self, shown: Shown, request: Request | None, *, moved: bool) -> Place | None:
        """Do what follows a response that showed a game, and return where its board is; None if that failed."""
        game, place = shown.game, None
        with log_follow_up_failure(f"game {game.id}"):
            async with self._turn_of(game):
                game = await self._reload(game)
                overtaken, before = game.version != shown.game.version, game.place
                game = await self._copies.settle(game, shown, request, overtaken=overtaken)
                await self._offers.close_ended(game)
                if moved and not shown.game.moves:
                    await self._offers.close_rematch_before(game)
                # Another task, such as a sweep, may have notified of the same change.
                if moved and not overtaken and await self._host.games.is_unshown(game):
                    await self._turn_notifier.notify(game, request)
                elif game.place != before:
                    await self._turn_notifier.link_again(game)
            place = game.place
            await self._begin_next_of_match(game, request)
        self.let_bot_move(game, request)
        self._stories.begin(game, self.redraw)
        return place

    def let_bot_move(self, game: Game, request: Request | None = None) -> None:
        """Start to compute the bot's move if it is the bot's turn; the move is shown when it is made."""
        self._bot_moves.begin(game, partial(self._show_reply, request))

    async def _show_reply(self, request: Request | None, reply: Reply) -> None:
        """Show a move of the bot, and say so if it could not be computed."""
        if reply.was_simple:
            await self._turn_notifier.admit_simple_move(reply.game, request)
        await self.show_elsewhere(reply.game, request)

    async def _begin_next_of_match(self, game: Game, request: Request | None) -> None:
        following = await self._host.games.next_in_match(game) if game.is_over else None
        if following is not None and following.place.message_id is None:
            await self.show_elsewhere(following, request)

    async def _reload(self, game: Game) -> Game:
        return await self._host.games.current(game)

    def _turn_of(self, game: Game) -> AbstractAsyncContextManager[None]:
        """Wait until nothing else of this game is being shown, and its channel has room."""
        return self._outbox.turn(game.id, game.place.channel_id)
