"""Copies of a game's board: which one is the board that can be played on, and what the others show."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Final

from cogs.context import Request
from cogs.discord_api.components import Components
from cogs.messages.boards.board import board_message, old_board_message, spoken_board_message
from cogs.messages.boards.exercise import checked_message, exercise_message
from cogs.messages.boards.replay import replay_message
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.messages.sending.delivery import Messages, Undelivered, message_name
from cogs.messages.sending.outbox import Outbox, Renderer, Wanted
from cogs.text.i18n import Languages, Words
from gridlock_host import Game, Host, Place
from gridlock_host.errors import StoreUnreadable
from gridlock_host.learning.exercises import Exercise
from gridlock_host.learning.lessons import Checked
from gridlock_host.model.end_card import BLANK_CARD, EndCard
from gridlock_host.model.messages.look import Look
from gridlock_host.model.place import OldCopy
from gridlock_host.model.replay import Replay
from gridlock_solver.explanation import Explanation


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


_MOST_PICKED: Final = 4_096


class PickedCells:
    """The cells that players have picked on boards, whose moves need a second one. Each counts until its game changes.

    A board that is redrawn shows them, so that nobody has to pick a cell again. The database does not know them.
    """

    def __init__(self) -> None:
        self._picked: OrderedDict[int, tuple[int, int]] = OrderedDict()

    def note(self, game: Game, cell: int | None) -> None:
        """Note which cell the player to move has picked; None for none."""
        self._picked.pop(game.id, None)
        if cell is not None:
            self._picked[game.id] = game.version, cell
        if len(self._picked) > _MOST_PICKED:
            self._picked.popitem(last=False)

    def of(self, game: Game) -> int | None:
        """Return the cell that is picked in this version of a game, if one is."""
        version, cell = self._picked.get(game.id, (game.version, None))
        return cell if version == game.version else None


class BoardCopies(Renderer[Game]):
    """Keeps one board for each game, up to date with the database.

    The caller must have the turn for the game.

    Args:
        messages: Posts and edits messages.
        host: Finds games and stores their messages.
        languages: The language of each server.
        emoji: What boards are drawn with.
        outbox: Edits and posts boards.
    """

    def __init__(
        self, messages: Messages, host: Host, languages: Languages, emoji: ApplicationEmoji, outbox: Outbox
    ) -> None:
        self._emoji = emoji
        self._messages = messages
        self._host = host
        self._languages = languages
        self._outbox = outbox
        self._picked = PickedCells()

    async def pick(self, game: Game, cell: int | None) -> Components:
        """Return the board of a game after a player has picked a cell, or none; it looks so until the game changes."""
        self._picked.note(game, cell)
        return await self.view(game)

    async def view(self, game: Game) -> Components:
        """Return the board of a game, with its controls."""
        words = await self._languages.of(game.place.guild_id)
        look = await self._languages.look_of(game.place.guild_id)
        emoji = self._emoji.current
        if not game.is_over:
            return board_message(game, words, look=look, emoji=emoji, picked=self._picked.of(game))
        has_rematch, card = await self._after_the_end(game)
        return board_message(game, words, look=look, emoji=emoji, offers_rematch=not has_rematch, card=card)

    async def spoken(self, request: Request, game: Game, picked: int | None = None) -> Components:
        """Return the board of a game in sentences, for the person who asks."""
        return spoken_board_message(game, await request.load_words(), request.user_id, picked)

    async def exercise(self, request: Request, exercise: Exercise, picked: int | None) -> Components:
        """Return an exercise as the boards of the server look."""
        words, look = await self._for_reader(request)
        return exercise_message(exercise, words, look=look, emoji=self._emoji.current, picked=picked)

    async def checked_exercise(self, request: Request, checked: Checked, explanation: Explanation | None) -> Components:
        """Return the verdict on an answer, with the board as the boards of the server look."""
        words, look = await self._for_reader(request)
        return checked_message(checked, explanation, words, look=look, emoji=self._emoji.current)

    async def replay(self, request: Request, replay: Replay) -> Components:
        """Return a replay as the boards of the server look."""
        words, look = await self._for_reader(request)
        return replay_message(replay, words, look=look, emoji=self._emoji.current)

    async def _for_reader(self, request: Request) -> tuple[Words, Look]:
        """Return the language of a person, spoken or not, and the look of the boards of their server."""
        return await request.load_board_words(), await self._languages.look_of(request.guild_id)

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

    def name(self, one: Game) -> str:
        """Return the name of the board of this version of a game."""
        return message_name("board", one)

    async def newer(self, one: Game) -> Game | None:
        """Return a game as it is now, mostly from memory; None if it has not changed."""
        current = await self._host.games.current(one)
        return None if current.version == one.version else current

    async def render(self, one: Game) -> Wanted:
        """Return the board of a game."""
        picked = self._picked.of(one)
        return Wanted(await self.view(one), is_posted=True, is_outdated=lambda: self._picked.of(one) != picked)

    async def note_place(self, one: Game, place: Place) -> Game:
        """Store which message is the board of a game."""
        await self._host.games.place_board(one.id, place)
        return replace(one, place=place)

    async def note(self, one: Game, failure: Undelivered | None) -> None:
        """Draw a refused board again later. That a game is shown is noted when its player is notified."""
        if failure is Undelivered.REFUSED and one.place.message_id is not None:
            await self._host.scheduler.outbox.put_off_redraw(one, since=one.changed_at)

    async def draw(self, game: Game) -> tuple[Game, Undelivered | None]:
        """Edit the game's message, as `Outbox.reconcile` does."""
        return await self._outbox.reconcile(game, self)

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
            game, former = await self.note_place(game, place), game.place
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
        former = game.place
        game, _ = await self._outbox.reconcile(game, self, request=request, reposts=True)
        if former.message_id is not None and former != game.place:
            # If it could not be edited because the thread was archived, the new board has reopened that.
            await self._retire_former(game, former)
        return game

    async def retire(self, game: Game, copy: OldCopy) -> None:
        """Try again to delete an older copy, unless it has become the board."""
        if copy.place == game.place or await self._retire(game, copy.place):
            await self._host.scheduler.outbox.note_redrawn(copy)

    async def _retire_former(self, game: Game, former: Place) -> None:
        """Delete the copy that was the board, once it is stored that another one is.

        Otherwise a process that dies in between would leave the next one no board.
        """
        await self._host.games.store_notes()
        await self._retire(game, former)

    async def _retire(self, game: Game, place: Place) -> bool:
        """Delete an older copy; if that is refused, replace it by a link to the board; if that is too, try again later.

        Returns:
            Whether the copy is deleted, or has no controls any more.
        """
        failure = await self._messages.delete(place)
        if failure is Undelivered.REFUSED:
            failure = await self._messages.edit(place, await self._old_view(game))
        is_refused = failure is Undelivered.REFUSED
        if is_refused and place.message_id is not None:
            copy = OldCopy(place.message_id, game.id, place)
            await self._host.scheduler.outbox.put_off_redraw(copy, since=game.changed_at)
        return not is_refused

    async def correct(self, message: Place, game: Game) -> None:
        """Edit the board, or delete another copy."""
        is_board = game.place.message_id in (None, message.message_id)
        if is_board:
            await self._messages.edit(message, await self.view(game))
        else:
            await self._retire(game, message)
        current = await self._host.games.current(game)
        if current.version != game.version:
            await self.correct(message, current)
