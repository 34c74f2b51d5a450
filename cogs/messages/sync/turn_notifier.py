"""Notifications of players: their turn, a deadline that is near, the end of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import discord

from cogs.context import Request
from cogs.messages.sending.delivery import Messages, Undelivered, message_name
from cogs.text.results import how_it_ended
from cogs.text.shared import game_title, link, mention, mention_only, moment, reason_given, sentences
from gridlock_host import Game, Host, Place, Result
from gridlock_host.model.end_card import EndCard
from gridlock_host.model.place import OldCopy
from gridlock_rules.wording import Phrase


@dataclass(frozen=True, slots=True)
class _Notification:
    """A notification of players.

    Attributes:
        kind: The kind, as it stands in the name of the message.
        text: What it says.
        recipients: Who is notified.
    """

    kind: str
    text: Phrase
    recipients: frozenset[int]


class TurnNotifier:
    """Posts a notification for each change of a game that a player must know of, and stores which message it is.

    Args:
        messages: Posts and deletes messages.
        host: Stores what was shown.
    """

    def __init__(self, messages: Messages, host: Host) -> None:
        self._messages = messages
        self._host = host

    async def notify(self, game: Game, request: Request | None) -> None:
        """Delete the last notification, and notify the player who is to move, or both of the end.

        The person whose request led to this is left out. If nobody is left, nothing is posted.
        """
        if game.notice is not None:
            await self._delete(game, game.notice)
        notification = await self._notification(game)
        acted = {game.bot_id, request.user_id if request else None}
        recipients = frozenset() if notification is None else notification.recipients - acted
        if notification is not None and recipients:
            await self._post(game, request, replace(notification, recipients=recipients))
        elif game.place.message_id is None and not game.place.is_outside:
            # Discord has taken neither the answer nor a message, so there is no board yet.
            await self._host.scheduler.outbox.put_off(game, since=game.changed_at)
        else:
            await self._host.games.note_shown(game, None)

    async def _delete(self, game: Game, notice: Place) -> None:
        """Delete a notification; later, if that would have to wait now, and the next one behind it."""
        if notice.message_id is not None and self._messages.would_wait(notice):
            copy = OldCopy(notice.message_id, game.id, notice)
            await self._host.scheduler.outbox.put_off_redraw(copy, since=game.changed_at)
        else:
            await self._messages.delete(notice)

    async def link_again(self, game: Game) -> None:
        """Let the notification of the player to move link to the board's new message. This notifies nobody.

        As long as a change is to be shown, the notification is of an earlier turn. Its successor replaces it.
        """
        if game.notice is None or game.is_over or await self._host.games.is_unshown(game):
            return
        is_short = game.deadline is not None and self._host.games.is_short_of_time(game)
        notification = _warning(game, game.deadline) if is_short and game.deadline is not None else _turn(game)
        await self._messages.edit(game.notice, None, text=notification.text)

    async def warn(self, game: Game, deadline: datetime) -> None:
        """Replace the notification of the player to move by a warning that their time is short."""
        is_posted = await self._post(game, None, _warning(game, deadline))
        if is_posted and game.notice is not None:
            await self._messages.delete(game.notice)

    async def admit_simple_move(self, game: Game, request: Request | None) -> None:
        """Say that the bot has played just some legal move: in an ephemeral message, where a request allows one."""
        text = Phrase(
            "I found no good move in time in game #{id}, so I played a random one: {move}. The game goes on.",
            move=game.moves[-1],
            id=game.id,
        )
        if request is None or not await request.responder.send_ephemeral(text):
            await self._messages.post(game.place, message_name("simple move", game), text=text)

    async def _notification(self, game: Game) -> _Notification | None:
        """Return what players must know of a game as it stands."""
        if game.result is not None:
            return _end(game, game.result, await self._host.games.end_cards.find(game))
        if game.deadline is not None and self._host.games.is_short_of_time(game):
            return _warning(game, game.deadline)
        return _turn(game) if self._host.members.notifications.notifies_player_to_move(game) else None

    async def _post(self, game: Game, request: Request | None, notification: _Notification) -> bool:
        """Post a notification, store that it was shown, and return whether it was posted."""
        name = message_name(notification.kind, game)
        mentions = await mentions_for(self._host, *notification.recipients)
        posted = await self._messages.post(game.place, name, after=request, text=notification.text, mentions=mentions)
        if posted is Undelivered.REFUSED:
            await self._host.scheduler.outbox.put_off(game, since=game.changed_at)
        elif posted is Undelivered.GONE or game.is_over:
            if posted is Undelivered.GONE and game.place.is_outside:
                await self._tell_directly(notification, name)
            await self._host.games.note_shown(game, None)
        else:
            await self._host.games.note_shown(game, posted)
        return not isinstance(posted, Undelivered)

    async def _tell_directly(self, notification: _Notification, name: str) -> None:
        """Send direct messages to those who have asked for them, because nothing can be posted in the place."""
        for user_id in notification.recipients:
            if await self._host.members.notifications.takes_direct_messages(user_id):
                await self._messages.post_directly(user_id, name, notification.text)


async def mentions_for(host: Host, *user_ids: int) -> discord.AllowedMentions:
    """Allow a message to notify those of these people who want to be notified now."""
    may_notify = host.members.notifications.may_notify
    return mention_only(*[user_id for user_id in user_ids if await may_notify(user_id)])


def _end(game: Game, result: Result, card: EndCard) -> _Notification:
    text = Phrase("Game {title} is over. {how}", title=game_title(game), how=how_it_ended(game, result))
    if card.reason:
        text = sentences(text, reason_given(card.reason))
    return _Notification("end", text, frozenset({game.player_one_id, game.player_two_id}))


def _turn(game: Game) -> _Notification:
    to_move = game.player_id(game.position.to_move)
    text = Phrase(
        "{player}, it is your turn in game {title}: {link}",
        player=mention(to_move),
        title=game_title(game),
        link=link(game.place),
    )
    return _Notification("call", text, frozenset({to_move}))


def _warning(game: Game, deadline: datetime) -> _Notification:
    to_move = game.player_id(game.position.to_move)
    text = Phrase(
        "{player}, your time in game {title} runs out {time}: {link}",
        player=mention(to_move),
        title=game_title(game),
        time=moment(deadline),
        link=link(game.place),
    )
    return _Notification("warning", text, frozenset({to_move}))
