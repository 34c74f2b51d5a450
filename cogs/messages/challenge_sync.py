"""Challenges in the channels, kept equal to the challenges in the database."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary

import discord

from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.discord_api.messages import NO_MENTIONS
from cogs.messages.controls import ACCEPT, CANCEL, DECLINE, Key, button
from cogs.messages.delivery import Messages, Undelivered, nonce_of
from cogs.messages.turn_notifier import mentions_for
from cogs.responder import log_follow_up_failure
from cogs.text.challenges import challenge_text
from cogs.text.i18n import Languages, Words
from gridlock_host import Challenge, ChallengeStatus, Host, Place


class ChallengeMessages:
    """Posts challenges, and shows how they were answered.

    Args:
        messages: Posts and edits messages.
        host: Finds challenges and stores their messages.
        languages: The language of each server.
    """

    def __init__(self, messages: Messages, host: Host, languages: Languages) -> None:
        self._messages = messages
        self._host = host
        self._languages = languages
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, request: Request, challenge: Challenge) -> None:
        """Answer with a challenge. It notifies the opponent, unless a similar one has just done so."""
        view, mentions = await self._controls(challenge), await self._mentions(challenge)
        nonce = nonce_of(request.place, _name(challenge))
        async with self._lock_of(challenge):
            message_id = await request.responder.send(
                view, text=challenge_text(challenge), mentions=mentions, nonce=nonce
            )
            if message_id is not None:
                await self._note(challenge, request.message_place(message_id))

    async def show_in_place(self, request: Request, challenge: Challenge) -> None:
        """Answer by editing the challenge whose button was pressed."""
        edited = await request.responder.edit_source(None, text=challenge_text(challenge))
        if edited and request.pressed == challenge.place:
            with log_follow_up_failure(f"challenge {challenge.id}"):
                await self._host.challenges.note_shown(challenge)
        else:
            await self.show_elsewhere(challenge)

    async def show_after_press(self, request: Request, challenge: Challenge) -> None:
        """Update a challenge, and also the message whose button was pressed if that is another one.

        There is another one if the process died between posting the message and storing its id.
        """
        await self.show_elsewhere(challenge)
        pressed = request.pressed
        if pressed not in (None, challenge.place) and request.responder.is_attached:
            await self._messages.edit(pressed, None, text=challenge_text(challenge))

    async def show_elsewhere(self, challenge: Challenge) -> None:
        """Update a challenge's message after it was answered in another message, or by nobody.

        An open challenge that was never shown is posted.
        """
        with log_follow_up_failure(f"challenge {challenge.id}"):
            if challenge.status is ChallengeStatus.OPEN:
                await self._post_unshown(challenge)
                return
            if challenge.place.message_id is not None:
                failure = await self._messages.edit(challenge.place, None, text=challenge_text(challenge))
                if failure is Undelivered.REFUSED:
                    await self._host.challenges.postpone_showing(challenge.id)
                    return
            await self._host.challenges.note_shown(challenge)

    async def redraw(self, challenge: Challenge) -> None:
        """Show when an open challenge ends now, if its message still exists."""
        with log_follow_up_failure(f"challenge {challenge.id}"):
            drawn = await self._reload(challenge)
            if drawn.status is not ChallengeStatus.OPEN or drawn.place.message_id is None:
                return
            failure = await self._messages.edit(drawn.place, await self._controls(drawn), text=challenge_text(drawn))
            if failure is Undelivered.REFUSED:
                await self._host.scheduler.redraws.postpone(drawn)
            else:
                await self._host.scheduler.redraws.note_done(drawn)
            current = await self._reload(challenge)
            if current.status is not ChallengeStatus.OPEN:
                # It was answered since, and the edit may have overwritten what shows that.
                await self.show_elsewhere(current)

    async def _post_unshown(self, challenge: Challenge) -> None:
        """Post a challenge that was stored but not shown, because of a failure in between."""
        async with self._lock_of(challenge):
            current = await self._reload(challenge)
            if current.status is not ChallengeStatus.OPEN or current.place.message_id is not None:
                return
            view, mentions = await self._controls(current), await self._mentions(current)
            posted = await self._messages.post(
                current.place, _name(current), text=challenge_text(current), components=view, mentions=mentions
            )
            if posted is Undelivered.REFUSED:
                await self._host.challenges.postpone_showing(current.id)
            elif posted is Undelivered.GONE:
                await self._host.challenges.note_shown(current)
            else:
                await self._note(current, posted)

    async def _note(self, challenge: Challenge, place: Place) -> None:
        """Store where a challenge was posted."""
        with log_follow_up_failure(f"challenge {challenge.id}"):
            await self._host.challenges.place(challenge.id, place)
            current = await self._reload(challenge)
            if current.status is not ChallengeStatus.OPEN:
                # It was answered by a command before its message was known.
                await self.show_elsewhere(current)

    async def _reload(self, challenge: Challenge) -> Challenge:
        return await self._host.challenges.find(challenge.place.guild_id, challenge.id)

    def _lock_of(self, challenge: Challenge) -> asyncio.Lock:
        """Return the lock that lets only one task at a time post a challenge."""
        return self._locks.setdefault(challenge.id, asyncio.Lock())

    async def _controls(self, challenge: Challenge) -> Components:
        return _view(challenge, await self._languages.of(challenge.place.guild_id))

    async def _mentions(self, challenge: Challenge) -> discord.AllowedMentions:
        if challenge.opponent_id is None or not await self._host.members.notifications.notifies_opponent(challenge):
            return NO_MENTIONS
        return await mentions_for(self._host, challenge.opponent_id)


def _name(challenge: Challenge) -> str:
    """Return the name of the message of a challenge; it differs between databases."""
    return f"challenge {challenge.id} {challenge.created_at.isoformat()}"


def _view(challenge: Challenge, words: Words) -> Components:
    kinds = (ACCEPT, DECLINE, CANCEL) if challenge.opponent_id is not None else (ACCEPT, CANCEL)
    return controls_below(*[button(kind, Key(challenge.id), words) for kind in kinds])
