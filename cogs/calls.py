"""Telling players what they have to know: that it is their turn, that their time is short, how a game has ended."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from cogs.messages import Messages, Undelivered
from cogs.notifying import whoever_wants
from cogs.texts import game_title, how_it_ended, link, mention, moment
from gridlock_host import Game, Place, SessionManager
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.answers import Answer
    from cogs.client import AnyInteraction


class Calls:
    """Posts a message for each change of a game of which a player must hear, and notes which one it is.

    Args:
        messages: How messages are posted and removed.
        sessions: Where it is noted what was told.
    """

    def __init__(self, messages: Messages, sessions: SessionManager) -> None:
        self._messages = messages
        self._sessions = sessions

    async def tell_players(self, game: Game, interaction: AnyInteraction | None) -> None:
        """Remove the last call to move, and call whoever is to move now or say how the game ended."""
        if game.notice is not None:
            await self._messages.delete(game.notice)
        if game.result is not None:
            how = how_it_ended(game, game.result)
            kind, text = "end", Phrase("Game {title} is over. {how}", title=game_title(game), how=how)
            knows = interaction.user.id if interaction else None
            told = {game.player_one_id, game.player_two_id} - {knows, game.bot_id}
        elif game.deadline is not None and self._sessions.is_short_of_time(game):
            to_move = game.player_id(game.position.to_move)
            kind, text = "warning", _warning(game, to_move, game.deadline)
            told = {to_move}
        elif self._sessions.needs_call(game):
            to_move = game.player_id(game.position.to_move)
            kind, text = "call", _call(game, to_move)
            told = {to_move}
        else:
            await self._sessions.note_shown(game, None)
            return
        await self._tell(game, interaction, kind, text, told)

    async def warn(self, game: Game, deadline: datetime) -> None:
        """Replace the call to the player to move by a warning that their time is short."""
        to_move = game.player_id(game.position.to_move)
        stands = await self._tell(game, None, "warning", _warning(game, to_move, deadline), {to_move})
        if stands and game.notice is not None:
            await self._messages.delete(game.notice)

    async def admit_simple_move(self, game: Game, answer: Answer | None) -> None:
        """Say that the bot could not think its move through: to the player alone, where an answer can reach them."""
        text = Phrase(
            "I could not think my move {move} in game #{id} through, so it is just some legal move. The game goes on.",
            move=game.moves[-1],
            id=game.id,
        )
        if answer is None or not await answer.privately(text):
            await self._messages.post(game.place, message_name("simple move", game), text=text)

    async def _tell(  # what is told, and whom
        self, game: Game, interaction: AnyInteraction | None, kind: str, text: Phrase, told: set[int]
    ) -> bool:
        """Post what players have to know, and note that; False when it was not posted."""
        where, after = game.place, if_from(game.place, interaction)
        mentions = await whoever_wants(self._sessions, *told)
        posted = await self._messages.post(where, message_name(kind, game), after=after, text=text, mentions=mentions)
        if posted is Undelivered.REFUSED:
            await self._sessions.put_off_showing(game)
        elif posted is Undelivered.GONE or game.is_over:
            await self._sessions.note_shown(game, None)
        else:
            await self._sessions.note_shown(game, posted)
        return not isinstance(posted, Undelivered)


def message_name(kind: str, game: Game) -> str:
    """What a message of some kind about a game as it stands is called, in all stores that there may be."""
    return f"{kind} {game.id} {game.version} {game.created_at.isoformat()}"


def if_from(place: Place, interaction: AnyInteraction | None) -> AnyInteraction | None:
    """The interaction if it comes from that channel, so that what follows it stands there."""
    from_there = interaction is not None and interaction.channel_id == place.channel_id
    return interaction if from_there else None


def _call(game: Game, to_move: int) -> Phrase:
    return Phrase(
        "{player}, it is your turn in game {title}: {link}",
        player=mention(to_move),
        title=game_title(game),
        link=link(game.place),
    )


def _warning(game: Game, to_move: int, deadline: datetime) -> Phrase:
    return Phrase(
        "{player}, your time in game {title} runs out {time}: {link}",
        player=mention(to_move),
        title=game_title(game),
        time=moment(deadline),
        link=link(game.place),
    )
