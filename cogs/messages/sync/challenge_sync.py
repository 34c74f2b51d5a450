"""Challenges in the channels, kept equal to the challenges in the database."""

from __future__ import annotations

from dataclasses import replace

import discord

from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.discord_api.messages import NO_MENTIONS
from cogs.messages.controls import ACCEPT, CANCEL, DECLINE, Key, button
from cogs.messages.sending.delivery import Messages, Undelivered
from cogs.messages.sending.outbox import Outbox, Renderer, Wanted
from cogs.messages.sync.turn_notifier import mentions_for
from cogs.responder import log_follow_up_failure
from cogs.text.challenges import challenge_text, declined_text
from cogs.text.i18n import Languages, Words
from gridlock_host import Challenge, ChallengeStatus, Host, Place
from gridlock_host.model.person import is_deleted


class ChallengeMessages:
    """Posts challenges, and shows how they were answered.

    Args:
        messages: Posts and edits messages.
        host: Finds challenges and stores their messages.
        languages: The language of each server.
        outbox: Shows one change of a challenge at a time.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages, outbox: Outbox) -> None:
        self._messages = messages
        self._outbox = outbox
        self._renderer = _ChallengeRenderer(messages, host, languages)

    async def post(self, request: Request, challenge: Challenge) -> None:
        """Answer with a challenge. It notifies the opponent, unless a similar one has just done so."""
        async with self._outbox.turn(self._renderer.name(challenge)):
            await self._outbox.answer(request, challenge, self._renderer)

    async def show_in_place(self, request: Request, challenge: Challenge) -> None:
        """Answer by editing the challenge whose button was pressed."""
        edited = await request.responder.edit_source(None, text=challenge_text(challenge))
        if edited and request.pressed == challenge.place:
            with log_follow_up_failure(f"challenge {challenge.id}"):
                async with self._outbox.turn(self._renderer.name(challenge)):
                    await self._renderer.note(challenge, None)
        else:
            await self.show_elsewhere(challenge)

    async def show_after_press(self, request: Request, challenge: Challenge) -> None:
        """Update a challenge, and also the message whose button was pressed if that is another one.

        There is another one if the process died between posting the message and storing its id.
        """
        await self.show_elsewhere(challenge)
        pressed, source = request.pressed, request.source
        if source is None or source.is_ephemeral:
            return
        if pressed not in (None, challenge.place) and request.responder.is_attached:
            await self._messages.edit(pressed, None, text=challenge_text(challenge))

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Update a challenge's message after it was answered in another message, or by nobody; post an open one."""
        await self._outbox.sync(challenge, self._renderer)


class _ChallengeRenderer(Renderer[Challenge]):
    """What the message of a challenge shows, and a message to the challenger if it was declined.

    Args:
        messages: Posts messages.
        host: Finds challenges and stores their messages.
        languages: The language of each server.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._languages = languages

    def name(self, challenge: Challenge) -> str:
        return f"challenge {challenge.id} {challenge.created_at.isoformat()}"

    async def newer(self, challenge: Challenge) -> Challenge | None:
        if challenge.status is not ChallengeStatus.OPEN:
            return None
        current = await self._host.challenges.find(challenge.place.guild_id, challenge.id)
        seen = challenge.status, challenge.place
        return None if (current.status, current.place) == seen else current

    async def render(self, challenge: Challenge) -> Wanted:
        text = challenge_text(challenge)
        if challenge.status is not ChallengeStatus.OPEN:
            return Wanted(None, text)
        view = _view(challenge, await self._languages.of(challenge.place.guild_id))
        if _has_message(challenge):
            return Wanted(view, text)
        return Wanted(view, text, await self._mentions(challenge), is_posted=True)

    async def note_place(self, challenge: Challenge, place: Place) -> Challenge:
        await self._host.challenges.place(challenge.id, place)
        return replace(challenge, place=place)

    async def note(self, challenge: Challenge, failure: Undelivered | None) -> None:
        outbox = self._host.scheduler.outbox
        if failure is Undelivered.REFUSED:
            put_off = outbox.put_off_redraw if _has_message(challenge) else outbox.put_off
            await put_off(challenge, since=challenge.changed_at)
        elif _has_message(challenge):
            await outbox.note_redrawn(challenge)
        elif await self._tell_challenger(challenge) is Undelivered.REFUSED:
            await outbox.put_off(challenge, since=challenge.changed_at)
        else:
            await self._host.challenges.note_shown(challenge)

    async def _tell_challenger(self, challenge: Challenge) -> Place | Undelivered | None:
        """Post that the challenge was declined, for an edit notifies nobody. A reason given later is not told."""
        opponent_id = challenge.opponent_id
        if challenge.status is not ChallengeStatus.DECLINED or opponent_id is None:
            return None
        # Their data may have been deleted before it was shown.
        is_left = is_deleted(opponent_id) or is_deleted(challenge.challenger_id)
        if is_left or not await self._host.challenges.is_unshown(challenge):
            return None
        mentions = await mentions_for(self._host, challenge.challenger_id)
        name = f"declined {self.name(challenge)}"
        return await self._messages.post(
            challenge.place, name, text=declined_text(challenge, opponent_id), mentions=mentions
        )

    async def _mentions(self, challenge: Challenge) -> discord.AllowedMentions:
        if challenge.opponent_id is None or not await self._host.members.notifications.notifies_opponent(challenge):
            return NO_MENTIONS
        return await mentions_for(self._host, challenge.opponent_id)


def _has_message(challenge: Challenge) -> bool:
    """Whether an open challenge stands in its message, so that only its deadline may have to be shown."""
    return challenge.status is ChallengeStatus.OPEN and challenge.place.message_id is not None


def _view(challenge: Challenge, words: Words) -> Components:
    kinds = (ACCEPT, DECLINE, CANCEL) if challenge.opponent_id is not None else (ACCEPT, CANCEL)
    return controls_below(*[button(kind, Key(challenge.id), words) for kind in kinds])
