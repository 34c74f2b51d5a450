"""Telling players what they have to know: that it is their turn, that their time is short, how a game has ended."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from cogs.messages.delivery import Messages, Undelivered
from cogs.messages.mentions import whoever_wants
from cogs.text.shared import game_title, how_it_ended, link, mention, moment
from gridlock_host import Game, Host, Place, Result
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction


@dataclass(frozen=True, slots=True)
class _News:
    """What players have to know.

    Attributes:
        kind: What the message is called, beside its game.
        text: What it says.
        told: Whom it is for.
    """

    kind: str
    text: Phrase
    told: frozenset[int]


class Calls:
    """Posts a message for each change of a game of which a player must hear, and notes which one it is.

    Args:
        messages: How messages are posted and removed.
        host: Where it is noted what was told.
    """

    def __init__(self, messages: Messages, host: Host) -> None:
        self._messages = messages
        self._host = host

    async def tell_players(self, game: Game, interaction: AnyInteraction | None) -> None:
        """Remove the last call to move, and call whoever is to move now or say how the game ended.

        Whoever has led to that with the interaction knows. Where nobody else has to, nothing is posted.
        """
        if game.notice is not None:
            await self._messages.delete(game.notice)
        news = self._news(game)
        acted = {game.bot_id, interaction.user.id if interaction else None}
        if news is None or not news.told - acted:
            await self._host.games.note_shown(game, None)
        else:
            await self._tell(game, interaction, replace(news, told=news.told - acted))

    async def warn(self, game: Game, deadline: datetime) -> None:
        """Replace the call to the player to move by a warning that their time is short."""
        stands = await self._tell(game, None, _warning(game, deadline))
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

    def _news(self, game: Game) -> _News | None:
        """What players have to know of a game as it stands."""
        if game.result is not None:
            return _end(game, game.result)
        if game.deadline is not None and self._host.games.is_short_of_time(game):
            return _warning(game, game.deadline)
        return _call(game) if self._host.members.notifications.needs_call(game) else None

    async def _tell(self, game: Game, interaction: AnyInteraction | None, news: _News) -> bool:
        """Post what players have to know, and note that; False when it was not posted."""
        where, after = game.place, if_from(game.place, interaction)
        name, mentions = message_name(news.kind, game), await whoever_wants(self._host, *news.told)
        posted = await self._messages.post(where, name, after=after, text=news.text, mentions=mentions)
        if posted is Undelivered.REFUSED:
            await self._host.games.put_off_showing(game)
        elif posted is Undelivered.GONE or game.is_over:
            await self._host.games.note_shown(game, None)
        else:
            await self._host.games.note_shown(game, posted)
        return not isinstance(posted, Undelivered)


def message_name(kind: str, game: Game) -> str:
    """What a message of some kind about a game as it stands is called, in all stores that there may be."""
    return f"{kind} {game.id} {game.version} {game.created_at.isoformat()}"


def if_from(place: Place, interaction: AnyInteraction | None) -> AnyInteraction | None:
    """The interaction if it comes from that channel, so that what follows it stands there."""
    from_there = interaction is not None and interaction.channel_id == place.channel_id
    return interaction if from_there else None


def _end(game: Game, result: Result) -> _News:
    text = Phrase("Game {title} is over. {how}", title=game_title(game), how=how_it_ended(game, result))
    return _News("end", text, frozenset({game.player_one_id, game.player_two_id}))


def _call(game: Game) -> _News:
    to_move = game.player_id(game.position.to_move)
    text = Phrase(
        "{player}, it is your turn in game {title}: {link}",
        player=mention(to_move),
        title=game_title(game),
        link=link(game.place),
    )
    return _News("call", text, frozenset({to_move}))


def _warning(game: Game, deadline: datetime) -> _News:
    to_move = game.player_id(game.position.to_move)
    text = Phrase(
        "{player}, your time in game {title} runs out {time}: {link}",
        player=mention(to_move),
        title=game_title(game),
        time=moment(deadline),
        link=link(game.place),
    )
    return _News("warning", text, frozenset({to_move}))
